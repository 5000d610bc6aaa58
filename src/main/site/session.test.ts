import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SiteMessage, VisitorFrame } from '#shared/site/frames.ts';
import { acting } from '../../../test/fixtures/acts.ts';
import { siteSettings } from '#shared/domain/site.ts';
import { createSiteWorld, type NamedVisitor, type SiteWorld } from '../../../test/fixtures/site-world.ts';
import { identityKey } from './visitor-token.ts';

let world: SiteWorld;
beforeEach(async () => {
  world = await createSiteWorld();
});

let count = 0;
const newId = (): string => `client-id-${(count += 1)}`;
const write = (window: NamedVisitor, text: string, id = newId()): Promise<void> =>
  window.say({ kind: 'message', id, text });
const hello = (more: Partial<Extract<VisitorFrame, { kind: 'hello' }>> = {}) =>
  ({ kind: 'hello', version: 1, ...more }) as const;
const textsOf = (messages: readonly SiteMessage[]): readonly (string | undefined)[] => messages.map(({ text }) => text);
const shownTo = (window: NamedVisitor) => textsOf(window.all('message').map(({ message }) => message));

describe('frames', () => {
  test('are answered in the order in which they came, however long each takes', async () => {
    const window = await world.named();
    window.frames.length = 0;
    const ids = Array.from({ length: 30 }, newId);
    await Promise.all(
      ids.map((id, at) => {
        if (at % 3 === 0) return write(window, `text ${at}`, id);
        return window.say(at % 3 === 1 ? { kind: 'rate', id, message: '999', rate: 5 } : { kind: 'unknown', id });
      }),
    );
    expect(window.frames.flatMap((frame) => ('id' in frame ? frame.id : []))).toEqual(ids);
  });

  test('after one that failed are handled as before', async () => {
    const window = await world.named();
    vi.spyOn(world.store, 'read').mockRejectedValueOnce(new Error('the disk is gone'));
    await expect(window.say({ kind: 'end', id: newId() })).rejects.toThrow('the disk is gone');
    await write(window, 'Still there');
    await world.clock.advance(0);
    expect(shownTo(window)).toEqual(['Still there']);
  });

  test('that wait when the window leaves are dropped', async () => {
    const window = await world.named();
    const before = window.frames.length;
    const sent = [1, 2, 3].map((at) => write(window, `text ${at}`));
    world.visitors.close(window.session);
    await Promise.all(sent);
    expect(window.frames).toHaveLength(before);
  });

  test('of a kind that is not known are refused by their id, between the others', async () => {
    const window = await world.named();
    const [known, unknown] = [newId(), newId()];
    await Promise.all([write(window, 'Hello', known), window.say({ kind: 'unknown', id: unknown })]);
    expect(window.all('accepted').map(({ id }) => id)).toEqual([known]);
    expect(window.all('refused')).toEqual([{ kind: 'refused', id: unknown, code: 'invalid' }]);
  });
});

describe('limits', () => {
  test('64 frames wait; more are refused by their id, or end the connection if they have none', async () => {
    const window = await world.named();
    const ids = Array.from({ length: 70 }, newId);
    const sent: Promise<void>[] = ids.map((id) => write(window, 'flood', id));
    sent.push(window.say({ kind: 'typing', on: true }));
    expect(window.all('gone')).toEqual([]);
    sent.push(window.say({ kind: 'history', before: '1' }));
    expect(window.all('gone')).toEqual([{ kind: 'gone', what: 'connection' }]);
    await Promise.all(sent);
    expect(window.all('accepted').map(({ id }) => id)).toEqual(ids.slice(0, 64));
    expect(window.all('refused').map(({ id, code, wait }) => [id, code, wait])).toEqual(
      ids.slice(64).map((id) => [id, 'too_many', 1000]),
    );
    await write(window, 'There is room again');
    expect(window.all('accepted')).toHaveLength(65);
  });

  test.each([
    ['known', (): VisitorFrame => ({ kind: 'end', id: newId() }), 'over'],
    ['unknown', () => ({ kind: 'unknown', id: newId() }) as const, 'invalid'],
  ])('frames of an %s kind count', async (_kind, frame, code) => {
    world.admission.limit({ perChannel: 1 });
    const window = await world.named();
    const codes = async (): Promise<readonly string[]> => {
      window.frames.length = 0;
      for (let at = 0; at < 100; at += 1) await window.say(frame());
      return window.all('refused').map((each) => each.code);
    };
    const first = await codes();
    expect(first.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => code));
    expect(first.at(-1)).toBe('too_many');
    await world.clock.advance(5000);
    expect((await codes()).filter((each) => each === code).length).toBeLessThanOrEqual(6);
  });

  test('what a visitor asks to read counts by its size: asked for again and again it ends, for them alone', async () => {
    world.admission.limit({ perChannel: 100_000 });
    const [greedy, honest] = [await world.named(), await world.named('192.0.2.2')];
    for (let at = 0; at < 60; at += 1) await write(greedy, `${at} ${'a'.repeat(900)}`);
    await write(honest, 'Hello');
    const pages = async (window: NamedVisitor, most: number): Promise<number> => {
      window.frames.length = 0;
      for (let at = 0; at < most && window.all('gone').length === 0; at += 1)
        await window.say({ kind: 'history', before: '999999' });
      return window.all('history').length;
    };
    const first = await pages(greedy, 300);
    expect(first).toBeGreaterThan(20);
    expect(first).toBeLessThan(60);
    expect(greedy.all('gone')).toEqual([{ kind: 'gone', what: 'connection' }]);
    expect(await pages(honest, 300)).toBe(300);
    // By another connection or address it is the same visitor.
    const again = world.connect('192.0.2.3');
    await again.say(hello({ token: greedy.token }));
    expect(again.all('gone')).toEqual([{ kind: 'gone', what: 'connection' }]);
    await world.clock.advance(60_000);
    const later = world.connect('192.0.2.3');
    await later.say(hello({ token: greedy.token }));
    expect(later.all('welcome')[0]?.messages).toHaveLength(50);
  });

  test('of one address count together, whoever asks', async () => {
    world.admission.limit({ perChannel: 100_000 });
    let pages = 0;
    for (let who = 0; who < 12; who += 1) {
      const window = await world.named();
      for (let at = 0; at < 50; at += 1) await write(window, `${at} ${'a'.repeat(900)}`);
      for (let at = 0; at < 30; at += 1) await window.say({ kind: 'history', before: '999999' });
      pages += window.all('history').length;
    }
    expect(pages).toBeLessThan(200);
  });

  test('bytes count, whatever the kind', async () => {
    world.admission.limit({ kilobytesPerChannel: 1 });
    const window = await world.named();
    for (let at = 0; at < 100; at += 1) await window.session.handle({ kind: 'unknown', id: newId() }, 1024);
    expect(window.all('refused').at(-1)?.code).toBe('too_many');
  });
});

describe('the same client id again', () => {
  test('is the same message, on any of the visitor’s connections, at once or later', async () => {
    const window = await world.named();
    const other = world.connect();
    await other.say(hello({ token: window.token }));
    const id = newId();
    await Promise.all([
      write(window, 'Once', id),
      other.say({ kind: 'message', id, text: 'Once' }),
      write(window, 'Once', id),
    ]);
    await world.clock.advance(20_000);
    await write(window, 'Once', id);
    await world.clock.advance(0);
    expect(shownTo(window)).toEqual(['Once']);
    expect(other.all('message')).toHaveLength(1);
    expect([window, other].map((connected) => connected.all('accepted').length)).toEqual([3, 1]);
  });

  test('of another visitor is another message', async () => {
    const [one, other] = [await world.named(), await world.named()];
    const id = newId();
    await write(one, 'Mine', id);
    await write(other, 'Not yours', id);
    await world.clock.advance(0);
    expect([shownTo(one), shownTo(other)]).toEqual([['Mine'], ['Not yours']]);
  });
});

describe('a cursor', () => {
  const opened = async (window: NamedVisitor, cursor: string | undefined, cursorAt?: number) => {
    const again = world.connect();
    await again.say(
      hello({
        token: window.token,
        ...(cursor !== undefined && { cursor }),
        ...(cursorAt !== undefined && { cursorAt }),
      }),
    );
    const welcome = again.all('welcome')[0];
    return { ...again, welcome, texts: textsOf(welcome?.messages ?? []) };
  };
  const conversation = async (messages: number) => {
    const window = await world.named();
    for (let at = 1; at <= messages; at += 1) await write(window, `text ${at}`);
    await world.clock.advance(0);
    return { window, ids: window.all('message').map(({ message }) => message.id) };
  };

  test('gets what comes after it, in order, and none twice', async () => {
    const { window, ids } = await conversation(5);
    expect((await opened(window, ids[1])).texts).toEqual(['text 3', 'text 4', 'text 5']);
    expect(await opened(window, ids[4])).toMatchObject({ texts: [], welcome: { more: false } });
    const { frames, texts } = await opened(window, ids[3]);
    expect(texts).toEqual(['text 5']);
    await Promise.all([world.reply('reply 1'), world.reply('reply 2'), world.reply('reply 3')]);
    await world.clock.advance(0);
    const live = frames.flatMap((frame) => (frame.kind === 'message' ? [frame.message] : []));
    expect(textsOf(live)).toEqual(['reply 1', 'reply 2', 'reply 3']);
  });

  test.each([
    ['newer than everything', 1000, undefined],
    ['of a message that was written at another time', 0, 1],
  ])('that is %s, from before a restore, begins anew, and what comes later is shown', async (_which, later, at) => {
    const { window, ids } = await conversation(2);
    const again = await opened(window, String(Number(ids[1]) + later), at);
    expect([again.texts, again.welcome?.anew]).toEqual([['text 1', 'text 2'], true]);
    await world.reply('reply');
    await world.clock.advance(0);
    expect(again.frames.at(-1)).toMatchObject({ kind: 'message', message: { text: 'reply' } });
  });

  test('absent gets the newest page', async () => {
    const { window } = await conversation(60);
    const { texts, welcome } = await opened(window, undefined);
    expect([texts.length, texts[0], texts.at(-1), welcome?.more]).toEqual([50, 'text 11', 'text 60', true]);
    expect(welcome?.anew).toBeUndefined();
  });

  test('500 messages back gets them all; further back begins anew with the newest page', async () => {
    const { window, ids } = await conversation(502);
    const near = await opened(window, ids[1]);
    expect([near.texts.length, near.texts[0], near.welcome?.anew]).toEqual([500, 'text 3', undefined]);
    const far = await opened(window, ids[0]);
    expect([far.texts.length, far.texts.at(-1), far.welcome?.anew]).toEqual([50, 'text 502', true]);
  });

  test('of somebody of whom nothing is known begins anew', async () => {
    const window = await world.named();
    expect((await opened(window, '7')).welcome?.anew).toBe(true);
  });

  test('of another visitor shows nothing of theirs', async () => {
    const { ids } = await conversation(3);
    const stranger = await world.named();
    await write(stranger, 'I am somebody else');
    expect((await opened(stranger, ids[0])).texts).toEqual(['I am somebody else']);
  });
});

describe('what was delivered and seen', () => {
  test('is recorded once for each message, and never goes back', async () => {
    const window = await world.named();
    await write(window, 'Hello');
    for (const text of ['one', 'two', 'three']) await world.reply(text);
    await world.clock.advance(0);
    const ids = window.all('message').map(({ message }) => message.id);
    const [, one = '', two = '', three = ''] = ids;
    const changes: string[] = [];
    world.bus.on('message.changed', ({ message }) =>
      changes.push(`${message.text} ${message.delivery?.seenAt === undefined ? message.delivery?.state : 'seen'}`),
    );
    const got = (upTo: string, seen: boolean): Promise<void> => window.say({ kind: 'got', upTo, seen });
    await got(two, false);
    expect(changes.splice(0)).toEqual(['one delivered', 'two delivered']);
    await got(one, false);
    await got(two, false);
    expect(changes).toEqual([]);
    await got(one, true);
    expect(changes.splice(0)).toEqual(['one seen']);
    await got(three, true);
    expect(changes.splice(0)).toEqual(['two seen', 'three seen']);
    await got(three, false);
    await got(two, true);
    expect(changes).toEqual([]);
  });

  test('of another visitor is not touched', async () => {
    const window = await world.named();
    await write(window, 'Hello');
    await world.reply('Only for you');
    const stranger = await world.named();
    await write(stranger, 'I am somebody else');
    const changed = vi.fn<() => void>();
    world.bus.on('message.changed', changed);
    await stranger.say({ kind: 'got', upTo: '999999', seen: true });
    expect(changed).not.toHaveBeenCalled();
  });
});

describe('an address for answers', () => {
  const give = (window: NamedVisitor, email: string, id = newId()): Promise<void> =>
    window.say({ kind: 'email', id, email });
  const states = (window: NamedVisitor) => window.all('state').map(({ state }) => state.wantsEmail);

  test('is wanted with an open chat until it is given, and never told to a window', async () => {
    const window = await world.named();
    await write(window, 'Hello');
    const changed: (string | undefined)[] = [];
    world.bus.on('customer.changed', ({ customer }) => changed.push(customer.email));
    const id = newId();
    // At once, before the window is told of its message.
    await Promise.all([give(window, ' anna@shop.example ', id), give(window, 'anna@shop.example', id)]);
    await world.clock.advance(0);
    expect(window.all('accepted').slice(1)).toEqual([
      { kind: 'accepted', id },
      { kind: 'accepted', id },
    ]);
    expect(changed).toEqual(['anna@shop.example']);
    expect(states(window)).toEqual([true, undefined]);
    expect(JSON.stringify(window.frames)).not.toContain('anna@');
  });

  test('is refused if it is none, or nobody’s', async () => {
    const window = await world.named();
    const codes = () => window.all('refused').map(({ code }) => code);
    await give(window, 'anna@shop.example');
    expect(codes()).toEqual(['over']);
    await write(window, 'Hello');
    for (const wrong of ['', 'anna', 'anna@', 'a b@shop.example', 'anna@shop.example\r\nBcc: x@y.example'])
      await give(window, wrong);
    expect(codes()).toEqual(['over', ...Array.from({ length: 5 }, () => 'invalid')]);
  });
});

test('a visitor who was erased is forgotten, and written to no more', async () => {
  const window = await world.named();
  await write(window, 'Hello');
  await world.clock.advance(0);
  const customerId = window.session.facts.visitor?.customerId ?? '';
  world.bus.emit('customers.erased', { customerIds: [customerId], chatIds: [] });
  expect(window.frames.at(-1)).toEqual({ kind: 'gone', what: 'token' });
  window.frames.length = 0;
  await world.reply('To nobody');
  await write(window, 'And from nobody');
  await world.clock.advance(0);
  expect(window.frames.map(({ kind }) => kind)).toEqual(['refused']);
});

describe('fields that the website says of somebody signed in', () => {
  const signatureOf = (...lines: readonly string[]): string =>
    createHmac('sha256', identityKey('secret of the channel')).update(lines.join('\n')).digest('hex');
  const anna = { id: '7', name: 'Anna', signature: signatureOf('7', 'Anna', '') };
  const fields = { plan: 'Pro', orders: 3, trial: false };
  const right = {
    ...anna,
    fields,
    fieldsSignature: signatureOf('fields', '7', 'plan', 'Pro', 'orders', '3', 'trial', 'false'),
  };
  const onCard = async () => {
    const { contacts } = await world.store.read('contacts.list', { sort: 'activity', limit: 1 }, acting('olga'));
    const customerId = contacts[0]?.chat.customer.id ?? '';
    return (await world.store.read('contacts.get', { customerId }, acting('olga'))).customers[0]?.website;
  };

  test('come with their next message, are replaced by later ones, and stay when it says nothing of them', async () => {
    const window = world.connect();
    await window.say(hello({ identity: right }));
    await write(window as NamedVisitor, 'Hello');
    expect(await onCard()).toEqual({ fields, isProven: true });
    const more = { plan: 'Free' };
    const changed = { ...anna, fields: more, fieldsSignature: signatureOf('fields', '7', 'plan', 'Free') };
    const before = window.frames.length;
    await window.say({ kind: 'identify', identity: changed });
    // Of the same person: what the window shows stays.
    expect(window.frames).toHaveLength(before);
    await write(window as NamedVisitor, 'I have changed it');
    expect(await onCard()).toEqual({ fields: more, isProven: true });
    await window.say({ kind: 'identify', identity: anna });
    await write(window as NamedVisitor, 'And now?');
    expect(await onCard()).toEqual({ fields: more, isProven: true });
    await window.say({ kind: 'identify', identity: { ...anna, fields: {} } });
    await write(window as NamedVisitor, 'Gone');
    expect((await onCard())?.fields).toEqual({});
  });

  test.each([
    ['without a signature', undefined],
    ['with one of somebody else', signatureOf('fields', '8', 'plan', 'Pro', 'orders', '3', 'trial', 'false')],
    ['with one of other values', signatureOf('fields', '7', 'plan', 'Free', 'orders', '3', 'trial', 'false')],
    ['with the one of the person', anna.signature],
  ])('%s are shown as not verified', async (_how, fieldsSignature) => {
    const window = world.connect();
    await window.say(hello({ identity: { ...right, fieldsSignature } }));
    await write(window as NamedVisitor, 'Hello');
    expect(await onCard()).toEqual({ fields, isProven: false });
  });

  test('have a signature that proves nobody', async () => {
    const window = world.connect();
    const asPerson = { id: 'fields', name: '7', email: 'plan', signature: signatureOf('fields', '7', 'plan', 'Pro') };
    await window.say(hello({ identity: asPerson }));
    expect(window.all('token')).toEqual([]);
  });
});

describe('consent', () => {
  const usual = 'I agree that what I write here is stored so that you can answer me.';
  const ask = (settings: object = {}): void =>
    void Object.assign(world.channel, { site: siteSettings.parse({ asksConsent: true, ...settings }) });
  const outcomes = (window: Pick<NamedVisitor, 'frames'>) =>
    window.frames.flatMap((frame) => (frame.kind === 'accepted' ? 'ok' : frame.kind === 'refused' ? frame.code : []));
  const lines = async () => {
    const [chat] = (await world.store.read('chats.list', { limit: 1 }, acting('olga'))).chats;
    const { messages } = await world.store.read('messages.list', { chatId: chat?.id ?? '', limit: 9 }, acting('olga'));
    return messages.map(({ event, text }) => event ?? text);
  };

  test('is needed before the first message, in the words of now, and is a line in the chat', async () => {
    ask();
    const window = await world.named();
    await write(window, 'Without');
    await window.say({ kind: 'message', id: newId(), text: 'Words of mine', consent: { text: 'You owe me a lamp' } });
    await window.say({
      kind: 'message',
      id: newId(),
      text: 'Link',
      consent: { text: usual, link: 'https://x.example' },
    });
    expect(outcomes(window)).toEqual(['consent', 'consent', 'consent']);
    await window.say({ kind: 'message', id: newId(), text: 'Hello', consent: { text: usual } });
    await write(window, 'Are you there?');
    await window.say({ kind: 'message', id: newId(), text: 'Again', consent: { text: usual } });
    expect(outcomes(window).slice(3)).toEqual(['ok', 'ok', 'ok']);
    expect(await lines()).toEqual([{ kind: 'consented', text: usual }, 'Hello', 'Are you there?', 'Again']);
    // Their window does not show it.
    expect(shownTo(window)).toEqual(['Hello', 'Are you there?', 'Again']);
  });

  test('is asked for in the visitor’s language, with the owner’s words and link', async () => {
    const de = { consent: 'Ich bin einverstanden.', consentLink: 'https://shop.example/datenschutz' };
    ask({ texts: { en: { consent: 'I agree.' }, de } });
    const window = world.connect();
    await window.say(hello({ language: 'de' }));
    await window.say({ kind: 'begin' });
    await window.say({ kind: 'message', id: newId(), text: 'Hallo', consent: { text: 'I agree.' } });
    const consent = { text: de.consent, link: de.consentLink };
    await window.say({ kind: 'message', id: newId(), text: 'Hallo', consent });
    expect(outcomes(window)).toEqual(['consent', 'ok']);
    expect(await lines()).toEqual([{ kind: 'consented', ...consent }, 'Hallo']);
  });

  test('is not asked of those who have written before; without the setting nothing is kept of it', async () => {
    const window = await world.named();
    await window.say({ kind: 'message', id: newId(), text: 'Before', consent: { text: usual } });
    ask();
    await write(window, 'After');
    expect(outcomes(window)).toEqual(['ok', 'ok']);
    expect(await lines()).toEqual(['Before', 'After']);
  });
});
