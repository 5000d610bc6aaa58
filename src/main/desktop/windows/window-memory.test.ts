import { describe, expect, test } from 'vitest';
import { createWindowMemory, type WindowMemory } from './window-memory.ts';

const memoryOf = (content: Record<string, unknown> = {}): WindowMemory => {
  const values = new Map(Object.entries(content));
  return createWindowMemory({ get: (key) => values.get(key), set: (key, value) => void values.set(key, value) });
};

describe('the window’s memory', () => {
  test('keeps position and zoom', () => {
    const memory = memoryOf();
    expect(memory.position()).toBeUndefined();
    expect(memory.zoomLevel()).toBe(0);
    const position = { bounds: { x: 1, y: 2, width: 800, height: 600 }, maximized: true };
    memory.remember({ position, zoomLevel: 1.5 });
    expect(memory.position()).toEqual(position);
    expect(memory.zoomLevel()).toBe(1.5);
  });

  test('shows each hint once', () => {
    const memory = memoryOf();
    expect([memory.firstTime('in_tray'), memory.firstTime('no_tray'), memory.firstTime('in_tray')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('ignores invalid content', () => {
    const memory = memoryOf({ position: { bounds: 'left' }, zoomLevel: 'big', told: 7 });
    expect(memory.position()).toBeUndefined();
    expect(memory.zoomLevel()).toBe(0);
    expect(memory.firstTime('in_tray')).toBe(true);
  });
});
