import { beforeEach, describe, expect, test } from 'vitest';
import { createHeldClock, type HeldClock } from '#main/clock/held-clock.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import { startAttention, type Attention } from './attention.ts';

let clock: HeldClock;
let told: ChatAttention[];
let attention: Attention;
beforeEach(() => {
  clock = createHeldClock();
  told = [];
  attention = startAttention({ clock, onChange: (changed) => told.push(changed) });
});

describe('who looks at a chat', () => {
  test('is told of each chat as it changes, and is one, however many windows they have', () => {
    for (const [windowId, operatorId] of [
      ['1', 'olga'],
      ['2', 'olga'],
      ['3', 'ivan'],
    ] as const)
      attention.windowOpened(windowId, operatorId);
    attention.look('1', 'olga', '7');
    attention.look('2', 'olga', '7');
    attention.look('3', 'ivan', '7');
    attention.look('1', 'olga', '8');
    expect(told).toEqual([
      { chatId: '7', looking: ['olga'], typing: [] },
      { chatId: '7', looking: ['olga', 'ivan'], typing: [] },
      { chatId: '8', looking: ['olga'], typing: [] },
    ]);
    attention.look('2', 'olga', null);
    expect(told.at(-1)).toEqual({ chatId: '7', looking: ['ivan'], typing: [] });
    expect(attention.list()).toEqual([
      { chatId: '7', looking: ['ivan'], typing: [] },
      { chatId: '8', looking: ['olga'], typing: [] },
    ]);
  });

  test('looks no more when their window is gone', () => {
    const close = attention.windowOpened('1', 'olga');
    attention.look('1', 'olga', '7');
    close();
    expect(told.at(-1)).toEqual({ chatId: '7', looking: [], typing: [] });
    expect(attention.list()).toEqual([]);
    expect(() => attention.look('1', 'olga', '7')).toThrow('errors:refusals.no.window');
  });

  test('speaks for their own windows only', () => {
    attention.windowOpened('1', 'olga');
    expect(() => attention.look('1', 'ivan', '7')).toThrow('errors:refusals.no.window');
    expect(told).toEqual([]);
  });
});

describe('who types in a chat', () => {
  test('is told once, and forgotten five seconds after the last key', async () => {
    attention.typed('7', 'olga');
    await clock.pass(4000);
    attention.typed('7', 'olga');
    await clock.pass(4999);
    expect(told).toEqual([{ chatId: '7', looking: [], typing: ['olga'] }]);
    await clock.pass(1);
    expect(told.at(-1)).toEqual({ chatId: '7', looking: [], typing: [] });
    expect(attention.list()).toEqual([]);
  });

  test('is not taken for another who sends', () => {
    attention.typed('7', 'olga');
    attention.typed('7', 'ivan');
    attention.ended('7', 'olga');
    attention.ended('7', 'olga');
    expect(told.map(({ typing }) => typing)).toEqual([['olga'], ['olga', 'ivan'], ['ivan']]);
  });
});
