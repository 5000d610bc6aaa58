import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import type { ChatState } from '#shared/domain/entities.ts';
import { startWindows, type Windows } from '#main/operators/windows.ts';
import { startAttention, type Attention } from './attention.ts';
import { as } from '../../../test/fixtures/acts.ts';

let clock: FakeClock;
let told: ChatAttention[];
let sent: string[];
let state: ChatState = 'active';
let windows: Windows;
let attention: Attention;
/** typing notices of a customer that hang until this resolves */
let blocked: Promise<void> | undefined;
const start = (): void => {
  clock = createFakeClock();
  state = 'active';
  blocked = undefined;
  told = [];
  sent = [];
  windows = startWindows({ clock });
  attention = startAttention({
    clock,
    windows,
    channelOf: async () => 'shop',
    stateOf: () => Promise.resolve(state),
    onChange: (changed) => told.push(changed),
    sendTyping: async (chatId, _operatorId, type, isDue) => {
      if (!isDue()) return;
      sent.push(`${chatId} ${type} at ${clock.monotonic()}`);
      await blocked;
    },
  });
};
beforeEach(start);

const opened = (windowId: string, operatorId: string) => windows.open({ windowId, operatorId, from: undefined });
const by = (operatorId: string) => ({ ...as(operatorId), from: undefined });
const press = (chatId: string, operatorId: string) =>
  attention.calls['chats.typing']({ chatId, typing: true }, by(operatorId));
const look = (windowId: string, operatorId: string, chatId: string | null) =>
  attention.calls['chats.look']({ windowId, chatId }, by(operatorId));
const listed = async () => (await attention.calls['chats.attention']({}, by('olga'))).chats;

describe('an operator who looks at a chat', () => {
  test('is reported whenever the chat changes, once however many windows are open', async () => {
    for (const [windowId, operatorId] of [
      ['1', 'olga'],
      ['2', 'olga'],
      ['3', 'ivan'],
    ] as const)
      opened(windowId, operatorId);
    await look('1', 'olga', '7');
    await look('2', 'olga', '7');
    await look('3', 'ivan', '7');
    await look('1', 'olga', '8');
    expect(told).toEqual([
      { chatId: '7', looking: ['olga'], typing: [] },
      { chatId: '7', looking: ['olga', 'ivan'], typing: [] },
      { chatId: '8', looking: ['olga'], typing: [] },
    ]);
    await look('2', 'olga', null);
    expect(told.at(-1)).toEqual({ chatId: '7', looking: ['ivan'], typing: [] });
    expect(await listed()).toEqual([
      { chatId: '7', looking: ['ivan'], typing: [] },
      { chatId: '8', looking: ['olga'], typing: [] },
    ]);
  });

  test('no longer looks once the window is gone', async () => {
    const close = opened('1', 'olga');
    await look('1', 'olga', '7');
    close();
    expect(told.at(-1)).toEqual({ chatId: '7', looking: [], typing: [] });
    expect(await listed()).toEqual([]);
    await expect(look('1', 'olga', '7')).rejects.toThrow('errors:refusals.no.window');
  });

  test('can only report for their own windows', async () => {
    opened('1', 'olga');
    await expect(look('1', 'ivan', '7')).rejects.toThrow('errors:refusals.no.window');
    expect(told).toEqual([]);
  });
});

describe('an operator who types in a chat', () => {
  test('is reported once, and dropped five seconds after the last key', async () => {
    await press('7', 'olga');
    await clock.advance(4000);
    await press('7', 'olga');
    await clock.advance(4999);
    expect(told).toEqual([{ chatId: '7', looking: [], typing: ['olga'] }]);
    await clock.advance(1);
    expect(told.at(-1)).toEqual({ chatId: '7', looking: [], typing: [] });
    expect(await listed()).toEqual([]);
  });

  test('is not confused with another who sends', async () => {
    await press('7', 'olga');
    await press('7', 'ivan');
    attention.ended('7', 'olga');
    attention.ended('7', 'olga');
    expect(told.map(({ typing }) => typing)).toEqual([['olga'], ['olga', 'ivan'], ['ivan']]);
  });
});

describe('what a customer sees of it', () => {
  test('sends at most one typein every 3 seconds', async () => {
    for (let second = 0; second < 7; second += 1) {
      await press('1', 'olga');
      await clock.advance(1000);
    }
    expect(sent).toEqual(['1 typein at 0', '1 typein at 3000', '1 typein at 6000']);
  });

  test('sends one typeout after 5 seconds without a key', async () => {
    await press('1', 'olga');
    await clock.advance(20_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 5000']);
  });

  test('ends at once on sending, clearing or leaving, and only if it began', async () => {
    attention.ended('2');
    await press('1', 'olga');
    await clock.advance(1000);
    attention.ended('1');
    await clock.advance(20_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 1000']);
  });

  test('ends for every customer on stop', async () => {
    await press('1', 'olga');
    await press('2', 'olga');
    await clock.advance(0);
    attention.stop();
    await clock.advance(0);
    expect(sent.filter((line) => line.includes('typeout'))).toHaveLength(2);
    expect(clock.waiting()).toBe(0);
  });

  test('sends the next typein at its interval without another key when a draft is cleared and restarted', async () => {
    await press('1', 'olga');
    await clock.advance(500);
    attention.ended('1', 'olga');
    await clock.advance(500);
    await press('1', 'olga');
    await clock.advance(20_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 500', '1 typein at 3000', '1 typeout at 6000']);
  });

  test('sends nothing more when a restarted draft is cleared before the interval is over', async () => {
    for (let time = 0; time < 10; time += 1) {
      await press('1', 'olga');
      await clock.advance(100);
      attention.ended('1', 'olga');
      await clock.advance(100);
    }
    await clock.advance(20_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 100']);
  });

  test('ends with the last of two operators in one chat', async () => {
    await press('1', 'olga');
    await clock.advance(1000);
    await press('1', 'piotr');
    attention.ended('1', 'olga');
    await clock.advance(20_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 6000']);
  });

  test('keeps typeins 3 seconds apart, each followed by a typeout, however many windows type and clear', async () => {
    const chat = fc.constantFrom('1', '2');
    const operator = fc.constantFrom('olga', 'piotr');
    const step = fc.record({
      chat,
      operator: fc.option(operator),
      does: fc.constantFrom('typed', 'typed', 'ended'),
      pause: fc.integer({ min: 0, max: 6000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        start();
        for (const { chat: chatId, operator: operatorId, does, pause } of steps) {
          if (does === 'typed') await press(chatId, operatorId ?? 'olga');
          else attention.ended(chatId, operatorId ?? undefined);
          await clock.advance(pause);
        }
        await clock.advance(10_000);
        expect(clock.waiting()).toBe(0);
        for (const chatId of ['1', '2']) {
          const lines = sent.filter((line) => line.startsWith(`${chatId} `)).map((line) => line.split(' '));
          const typeins = lines.filter(([, type]) => type === 'typein').map(([, , , at]) => Number(at));
          for (const [index, at] of typeins.slice(1).entries())
            expect(at - (typeins[index] ?? 0)).toBeGreaterThanOrEqual(3000);
          expect(lines.at(-1)?.[1]).not.toBe('typein');
          for (const [index, [, type]] of lines.entries())
            if (type === 'typeout') expect(lines[index - 1]?.[1]).toBe('typein');
        }
      }),
      { numRuns: 100 },
    );
  });

  test('ignores a key pressed before the reply was sent, whoever else types', async () => {
    const pressed = [press('1', 'olga'), press('1', 'piotr'), press('2', 'olga')];
    attention.ended('1', 'olga');
    await Promise.all(pressed);
    expect((await listed()).map(({ chatId, typing }) => [chatId, typing])).toEqual([
      ['1', ['piotr']],
      ['2', ['olga']],
    ]);
    await press('1', 'olga');
    expect((await listed())[0]?.typing).toEqual(['piotr', 'olga']);
  });

  test('shows typing to colleagues only while a bot answers, and ends when the bot gets the chat', async () => {
    state = 'bot';
    await press('1', 'olga');
    expect([(await listed())[0]?.typing, sent]).toEqual([['olga'], []]);
    state = 'active';
    await press('1', 'olga');
    state = 'bot';
    await press('1', 'olga');
    await clock.advance(20_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 0']);
    state = 'closed';
    await press('1', 'olga');
    expect(await listed()).toEqual([]);
  });

  test('drops a typein, and its typeout, if the message overtakes it', async () => {
    await press('1', 'olga');
    await clock.advance(1000);
    const typeout = Promise.withResolvers<void>();
    blocked = typeout.promise;
    attention.ended('1', 'olga');
    await clock.advance(3000);
    await press('1', 'olga');
    await clock.advance(100);
    attention.ended('1', 'olga');
    typeout.resolve();
    await clock.advance(10_000);
    expect(sent).toEqual(['1 typein at 0', '1 typeout at 1000']);
  });
});
