import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { ConsoleWindow } from '#main/nodes/signals.ts';
import { startWindows, type Windows } from './windows.ts';

let clock: FakeClock;
let windows: Windows;
let told: (readonly [before: Partial<ConsoleWindow>, now: Partial<ConsoleWindow>])[];
beforeEach(() => {
  clock = createFakeClock();
  windows = startWindows({ clock });
  told = [];
  windows.onChange((now, before) => {
    const changed = Object.keys(now).filter((name) => now[name as 'windowId'] !== before[name as 'windowId']);
    const of = (window: ConsoleWindow) =>
      Object.fromEntries(Object.entries(window).filter(([name]) => changed.includes(name)));
    told.push([of(before), of(now)]);
  });
});

const olga = { operatorId: 'olga', from: undefined };

test('what changes is told: that a window opens, what it says, and that all of it is over when it closes', () => {
  const close = windows.open({ windowId: '1', ...olga });
  void windows.report('1', 'olga', { chatId: '7', isVisible: true });
  void windows.report('1', 'olga', { isPresent: true });
  expect(windows.list()).toMatchObject([{ windowId: '1', chatId: '7', isVisible: true, isPresent: true }]);
  close();
  close();
  expect(windows.list()).toEqual([]);
  expect(told).toEqual([
    [{ isOpen: false }, { isOpen: true }],
    [
      { chatId: null, isVisible: false },
      { chatId: '7', isVisible: true },
    ],
    [{ isPresent: undefined }, { isPresent: true }],
    [
      { isOpen: true, chatId: '7', isVisible: true, isPresent: true },
      { isOpen: false, chatId: null, isVisible: false, isPresent: undefined },
    ],
  ]);
});

test('a window that another process has is one like all others, with what it said there', () => {
  const there = { windowId: 'there', ...olga, chatId: '7', isPresent: false };
  windows.open(there);
  expect(told).toEqual([
    [
      { isOpen: false, chatId: null, isPresent: undefined },
      { isOpen: true, chatId: '7', isPresent: false },
    ],
  ]);
  expect(windows.isPresent('olga')).toBe(false);
  const gone = windows.open({ ...there, isPresent: true });
  expect([windows.list().length, windows.isPresent('olga')]).toEqual([1, true]);
  gone();
  expect(windows.list()).toEqual([]);
});

test('a window that is closed, unknown or somebody else’s says nothing', async () => {
  windows.open({ windowId: '1', ...olga })();
  windows.open({ windowId: '2', ...olga });
  for (const [windowId, operatorId] of [
    ['1', 'olga'],
    ['2', 'ivan'],
    ['3', 'olga'],
  ] as const)
    await expect(windows.report(windowId, operatorId, { chatId: '7' })).rejects.toThrow('errors:refusals.no.window');
  expect(windows.list()).toMatchObject([{ windowId: '2', chatId: null }]);
});

test('nothing is left of an operator who was removed, and no timer of a stop', async () => {
  const close = windows.open({ windowId: '1', ...olga });
  windows.open({ windowId: '2', ...olga })();
  void windows.forget('olga');
  close();
  expect([windows.list(), windows.isPresent('olga'), clock.waiting()]).toEqual([[], true, 0]);
  windows.open({ windowId: '3', operatorId: 'ivan', from: undefined })();
  expect(clock.waiting()).toBe(1);
  windows.stop();
  expect(clock.waiting()).toBe(0);
});
