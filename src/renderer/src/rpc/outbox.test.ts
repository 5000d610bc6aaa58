import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import {
  createDevice,
  createStandInEngine,
  type Device,
  OLGA,
  openWindow,
  type OpenWindow,
  type StandInEngine,
} from '../../../../test/fixtures/outbox-world.ts';
import { createOutbox } from './outbox.ts';
import { Unreachable } from './transport.ts';
import { createUnsentStore, MAX_UNSENT, type Outgoing } from './written.ts';

const reply = (text: string, chatId = '7'): Outgoing => ({ text, clientId: `id of ${text}`, chatId, isNote: false });
const note = (text: string, chatId = '7'): Outgoing => ({ ...reply(text, chatId), isNote: true });
const closed = new ContractError('chat_closed', phrase('errors:refusals.chat.closed'));

let device: Device;
let engine: StandInEngine;
let windows: OpenWindow[];
const open = (...options: Parameters<typeof openWindow> extends [unknown, unknown, ...infer Rest] ? Rest : never) => {
  const opened = openWindow(device, engine, ...options);
  windows.push(opened);
  return opened;
};
const stored = (): readonly string[] => engine.stored.map(({ text }) => text);
/** Holds requests back until they are let go. */
const holdBack = (): (() => void) => {
  const arrives = Promise.withResolvers<void>();
  engine.hold = arrives.promise;
  return arrives.resolve;
};
const isEmpty = (): Promise<void> =>
  vi.waitFor(() => expect([...device.stored.keys()]).toEqual([]), { timeout: 10_000, interval: 2 });

beforeEach(() => {
  device = createDevice();
  engine = createStandInEngine();
  windows = [];
});
afterEach(() => {
  for (const window of windows) window.close();
});

describe('while the engine answers', () => {
  it('a reply is kept until it is confirmed, and shown from the key press on', async () => {
    const { outbox } = open();
    const letGo = holdBack();
    const sent = outbox.send(reply('One moment'));
    expect(outbox.state.getState().unsent.map(({ text }) => text)).toEqual(['One moment']);
    expect(device.stored.size).toBe(1);
    letGo();
    expect(await sent).toBe('sent');
    expect(device.stored.size).toBe(0);
    const { unsent, taken } = outbox.state.getState();
    expect([unsent, taken.map(({ clientId }) => clientId)]).toEqual([[], ['id of One moment']]);
    const input = { chatId: '7', text: 'One moment', clientId: 'id of One moment', writtenBy: 'olga' };
    expect(engine.asked).toEqual([{ route: 'chats.reply', input }]);
  });

  it.each([[true], [false]])(
    'the only reply of a chat is under way in the key press itself; locks: %s',
    async (hasLocks: boolean) => {
      const { outbox } = open({ hasLocks });
      const letGo = holdBack();
      const sent = outbox.send(reply('one'));
      expect(engine.begun).toBe(1);
      const second = outbox.send(reply('two'));
      expect(engine.begun).toBe(1);
      letGo();
      expect(await Promise.all([sent, second])).toEqual(['sent', 'sent']);
      expect(stored()).toEqual(['one', 'two']);
      expect(engine.begun).toBe(2);
    },
  );

  it('a reply that another window heard of first, and removed, counts as sent', async () => {
    const { outbox } = open();
    const other = open();
    const letGo = holdBack();
    const sent = outbox.send(reply('one'));
    other.outbox.state.setState({ unsent: outbox.state.getState().unsent });
    other.outbox.confirmed('id of one');
    expect(device.stored.size).toBe(0);
    letGo();
    expect(await sent).toBe('sent');
  });

  it('a reply waits for what its chat is asked after earlier ones, such as one with files', async () => {
    const { outbox } = open();
    const [asked, files] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sentFiles = outbox.sendAfter('7', () => {
      asked.resolve();
      return files.promise;
    });
    await asked.promise;
    const sent = outbox.send(reply('And this?'));
    expect(engine.begun).toBe(0);
    files.resolve();
    await sentFiles;
    expect(await sent).toBe('sent');
  });

  it('replies and notes of a chat go one at a time, in order; another chat does not wait', async () => {
    const { outbox } = open();
    const letGo = holdBack();
    const first = [outbox.send(reply('one')), outbox.send(note('two')), outbox.send(reply('three'))];
    engine.hold = undefined;
    await outbox.send(reply('elsewhere', '8'));
    expect(stored()).toEqual(['elsewhere']);
    letGo();
    expect(await Promise.all(first)).toEqual(['sent', 'sent', 'sent']);
    expect(stored()).toEqual(['elsewhere', 'one', 'two', 'three']);
  });

  it('what the engine refuses is returned with the reason, and what was written after it; notes and other chats go on', async () => {
    const { outbox, returned } = open({ isAway: true });
    engine.refusals.set('7', closed);
    for (const outgoing of [reply('one'), note('noted'), reply('two'), reply('elsewhere', '8')])
      expect(await outbox.send(outgoing)).toBe('waiting');
    outbox.setAway(false);
    await isEmpty();
    expect(await outbox.send(reply('now'))).toBe('returned');
    expect(
      returned.map(({ outgoing, reason, hadWaited }) => [outgoing.map(({ text }) => text), reason, hadWaited]),
    ).toEqual([
      [['one', 'two'], closed, true],
      [['now'], closed, false],
    ]);
    expect(stored().toSorted()).toEqual(['elsewhere', 'noted']);
  });

  it('something of a chat is asked after its replies, and not while these wait', async () => {
    const { outbox } = open();
    const sent = outbox.send(reply('first'));
    await outbox.sendAfter('7', async () => expect(stored()).toEqual(['first']));
    await sent;
    engine.isDown = true;
    expect(await outbox.send(reply('waits'))).toBe('waiting');
    await expect(outbox.sendAfter('7', () => Promise.reject(new Error('asked')))).rejects.toThrow(Unreachable);
  });
});

describe('while it does not', () => {
  it('they wait and go out in order, once, as who wrote them, with how long they waited, whatever the clock does', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const hour = 3_600_000;
    const { outbox } = open({ isAway: true });
    // A clock may jump by a year, either way.
    for (const [index, hours] of [0, 8760, -8760, -8760].entries()) {
      vi.setSystemTime(Date.now() + hours * hour);
      expect(await outbox.send(reply(`reply ${index}`))).toBe('waiting');
    }
    expect(engine.asked).toEqual([]);
    vi.setSystemTime(Date.now() + 8761 * hour);
    outbox.setAway(false);
    await isEmpty();
    vi.useRealTimers();
    expect(stored()).toEqual(['reply 0', 'reply 1', 'reply 2', 'reply 3']);
    for (const { input } of engine.asked) expect(input['writtenBy']).toBe('olga');
    expect(engine.asked.map(({ input }) => Math.floor(Number(input['age'] ?? 0) / hour))).toEqual([1, 0, 0, 0]);
  });

  it('a reply whose answer was lost is the same reply when it is sent again', async () => {
    const { outbox } = open();
    engine.losesAnswers = 1;
    expect(await outbox.send(reply('One moment'))).toBe('waiting');
    expect(outbox.state.getState().unsent).toMatchObject([{ mayHaveArrived: true }]);
    outbox.connected(OLGA);
    await isEmpty();
    expect([stored(), engine.asked.length]).toEqual([['One moment'], 2]);
  });

  it('a reply whose answer was lost is not sent again once its message is there', async () => {
    const { outbox } = open();
    engine.losesAnswers = 1;
    await outbox.send(reply('One moment'));
    outbox.confirmed('id of One moment');
    expect([device.stored.size, outbox.state.getState().unsent]).toEqual([0, []]);
    outbox.connected(OLGA);
    expect(await outbox.send(reply('Next'))).toBe('sent');
    expect(engine.asked.map(({ input }) => input['text'])).toEqual(['One moment', 'Next']);
  });

  it('a request under way when the connection is lost is given up, and repeated when it is back', async () => {
    const { outbox } = open();
    const letGo = holdBack();
    const sent = outbox.send(reply('One moment'));
    await vi.waitFor(() => expect(engine.begun).toBe(1));
    outbox.setAway(true);
    expect(await sent).toBe('waiting');
    engine.hold = undefined;
    outbox.setAway(false);
    await isEmpty();
    // The first request arrives late, after all.
    letGo();
    await vi.waitFor(() => expect(engine.asked).toHaveLength(2));
    expect(stored()).toEqual(['One moment']);
  });

  it('an engine that fails without the connection being lost is asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { outbox } = open();
    engine.isDown = true;
    expect(await outbox.send(reply('One moment'))).toBe('waiting');
    engine.isDown = false;
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await isEmpty();
    expect(stored()).toEqual(['One moment']);
  });

  it('one can be taken back, the others keep their order', async () => {
    const { outbox, returned } = open({ isAway: true });
    for (const text of ['one', 'two', 'three']) await outbox.send(reply(text));
    const second = outbox.state.getState().unsent[1];
    if (second !== undefined) await outbox.takeBack(second);
    expect(returned).toMatchObject([{ outgoing: [reply('two')], reason: undefined }]);
    outbox.setAway(false);
    await isEmpty();
    expect(stored()).toEqual(['one', 'three']);
  });

  it('one that is being sent is not taken back', async () => {
    const { outbox, returned } = open();
    const letGo = holdBack();
    const sent = outbox.send(reply('One moment'));
    const [unsent] = outbox.state.getState().unsent;
    const back = unsent && outbox.takeBack(unsent);
    letGo();
    await Promise.all([sent, back]);
    expect([stored(), returned]).toEqual([['One moment'], []]);
  });

  it('those of erased chats are deleted, whoever wrote them', async () => {
    const { outbox } = open({ isAway: true });
    await outbox.send(reply('erased'));
    await outbox.send(reply('stays', '8'));
    const ivan = open({ isAway: true, owner: { ...OLGA, operatorId: 'ivan' } });
    await ivan.outbox.send(note('his'));
    outbox.forget(['7']);
    expect(outbox.state.getState().unsent.map(({ text }) => text)).toEqual(['stays']);
    expect(device.stored.size).toBe(1);
  });
});

describe('on one device', () => {
  it.each([
    ['with locks', true],
    ['without locks', false],
  ])('two windows send what waits once and in order, %s', async (_case, hasLocks) => {
    const [left, right] = [open({ isAway: true, hasLocks }), open({ isAway: true, hasLocks })];
    const texts = Array.from({ length: 12 }, (_, index) => `reply ${String(index)}`);
    for (const [index, text] of texts.entries())
      await (index % 2 === 0 ? left : right).outbox.send(reply(text, String(index % 3)));
    for (const { outbox } of [left, right]) outbox.setAway(false);
    await isEmpty();
    for (const chat of ['0', '1', '2'])
      expect(engine.stored.filter(({ chatId }) => chatId === chat).map(({ text }) => text)).toEqual(
        texts.filter((_, index) => String(index % 3) === chat),
      );
    if (hasLocks) expect(engine.asked).toHaveLength(12);
    for (const { outbox } of [left, right]) expect(outbox.state.getState().unsent).toEqual([]);
  });

  it('another operator, or another installation, neither sees nor sends it', async () => {
    const first = open({ isAway: true });
    await first.outbox.send(reply('One moment'));
    first.close();
    for (const owner of [
      { ...OLGA, operatorId: 'ivan' },
      { ...OLGA, installationId: 'another shop' },
    ]) {
      engine.operatorId = owner.operatorId;
      const other = open({ owner });
      expect(await other.outbox.send(reply(`mine ${owner.operatorId}`, '8'))).toBe('sent');
      expect(other.outbox.state.getState().unsent).toEqual([]);
      other.close();
    }
    expect(stored()).not.toContain('One moment');
    engine.operatorId = 'olga';
    open();
    await isEmpty();
    expect(engine.stored.at(-1)).toMatchObject({ text: 'One moment', by: 'olga' });
  });

  it('stays while nobody is signed in', async () => {
    const { outbox, returned } = open();
    engine.refusals.set('7', new ContractError('not_signed_in', phrase('errors:refusals.web.signIn')));
    expect(await outbox.send(reply('One moment'))).toBe('waiting');
    engine.refusals.clear();
    outbox.connected(OLGA);
    await isEmpty();
    expect([stored(), returned]).toEqual([['One moment'], []]);
  });

  it('what somebody left who does not come back is deleted after 60 days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = open({ isAway: true });
    await first.outbox.send(reply('One moment'));
    first.close();
    vi.setSystemTime(Date.now() + 61 * 24 * 3_600_000);
    const other = open({ owner: { ...OLGA, operatorId: 'ivan' } });
    vi.useRealTimers();
    expect(other.device.list().length).toBe(0);
  });

  it('what somebody left who was removed is deleted; what a colleague left stays', async () => {
    for (const operatorId of ['vera', 'zoe']) {
      const window = open({ isAway: true, owner: { ...OLGA, operatorId } });
      await window.outbox.send(reply(`from ${operatorId}`));
      window.close();
    }
    engine.team = ['olga', 'zoe'];
    open();
    await vi.waitFor(() => expect([...device.stored.keys()]).toEqual(['counterbell.unsent.id of from zoe']));
  });

  it('without room, it is sent at once or returned', async () => {
    const { outbox, returned } = open();
    device.room = 10;
    expect(await outbox.send(reply('One moment'))).toBe('sent');
    engine.isDown = true;
    expect(await outbox.send(reply('Two moments'))).toBe('returned');
    outbox.setAway(true);
    expect(await outbox.send(reply('Three'))).toBe('returned');
    expect(returned.map(({ outgoing, reason }) => [outgoing[0]?.text, reason instanceof Error])).toEqual([
      ['Two moments', true],
      ['Three', true],
    ]);
    expect(outbox.state.getState().unsent).toEqual([]);
  });

  it('keeps a bounded number, and reads nothing that is not its own', async () => {
    const { outbox, returned } = open({ isAway: true });
    for (const junk of ['', 'null', '[]', '{"clientId":1}', '{"chatId":"7"}'])
      device.stored.set(`counterbell.unsent.${junk}`, junk);
    for (let each = 0; each <= MAX_UNSENT; each += 1) await outbox.send(reply(String(each)));
    expect(outbox.state.getState().unsent).toHaveLength(MAX_UNSENT);
    expect(returned.map(({ outgoing }) => outgoing[0]?.text)).toEqual([String(MAX_UNSENT)]);
  });

  it('where the browser stores nothing, or before the engine has greeted, it is sent at once or returned', async () => {
    const blocked = { addEventListener: () => undefined, removeEventListener: () => undefined };
    Object.defineProperty(blocked, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const returned: unknown[] = [];
    const store = createUnsentStore(blocked as unknown as Parameters<typeof createUnsentStore>[0]);
    const options = { call: engine.call, device: store, locks: undefined };
    const outbox = createOutbox({ ...options, onReturned: (back) => void returned.push(back.outgoing[0]?.text) });
    expect(await outbox.send(reply('One'))).toBe('sent');
    engine.isDown = true;
    expect(await outbox.send(reply('Two'))).toBe('returned');
    expect(returned).toEqual(['Two']);
  });
});

/** What happens to two windows and their connection. */
const step = fc.oneof(
  fc.record({ does: fc.constant('send' as const), window: fc.nat(1), chat: fc.nat(2), isNote: fc.boolean() }),
  fc.record({ does: fc.constant('cut' as const), window: fc.nat(1) }),
  fc.record({ does: fc.constant('connect' as const), window: fc.nat(1) }),
  fc.record({ does: fc.constant('reopen' as const), window: fc.nat(1) }),
  fc.record({ does: fc.constant('lose answers' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ does: fc.constant('go down' as const) }),
  fc.record({ does: fc.constant('come up' as const) }),
  fc.record({ does: fc.constant('settle' as const) }),
);

it('whatever happens to the connection and the windows, everything arrives once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      device = createDevice();
      engine = createStandInEngine();
      const opened = [open(), open()];
      const written: Outgoing[] = [];
      for (const [index, each] of steps.entries()) {
        const at = 'window' in each ? each.window : 0;
        const window = opened[at];
        if (window === undefined) continue;
        if (each.does === 'send') {
          const text = `message ${String(index)}`;
          const outgoing = each.isNote ? note(text, String(each.chat)) : reply(text, String(each.chat));
          written.push(outgoing);
          void window.outbox.send(outgoing);
        } else if (each.does === 'cut') window.outbox.setAway(true);
        else if (each.does === 'connect') window.outbox.setAway(false);
        else if (each.does === 'reopen') {
          window.close();
          opened[at] = open();
        } else if (each.does === 'lose answers') engine.losesAnswers = each.count;
        else if (each.does === 'go down') engine.isDown = true;
        else if (each.does === 'come up') engine.isDown = false;
        else await navigator.locks.query();
      }
      engine.isDown = false;
      engine.losesAnswers = 0;
      for (const { outbox } of opened) {
        outbox.setAway(false);
        outbox.connected(OLGA);
      }
      await isEmpty();
      for (const chat of ['0', '1', '2'])
        expect(engine.stored.filter(({ chatId }) => chatId === chat).map(({ text }) => text)).toEqual(
          written.filter(({ chatId }) => chatId === chat).map(({ text }) => text),
        );
      expect(windows.flatMap(({ returned }) => returned)).toEqual([]);
      for (const window of windows) window.close();
      windows = [];
    }),
    { numRuns: 40 },
  );
}, 60_000);
