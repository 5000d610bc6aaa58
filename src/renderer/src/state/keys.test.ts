import { describe, expect, it } from 'vitest';
import { isPressed, formatKey } from './commands.tsx';
import { type Key, nameOfKey } from './keys.ts';

const pressed = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

describe('the name of a key', () => {
  it.each([
    ['a letter', pressed('j'), 'j'],
    ['a letter with Caps Lock', pressed('J'), 'j'],
    ['a capital, which begins a sentence', pressed('T', { shiftKey: true }), 'Shift+t'],
    ['a letter of another script, which is what it writes', pressed('у', { code: 'KeyE' }), 'у'],
    ['Alt with such a letter, by its place', pressed('е', { altKey: true, code: 'KeyT' }), 'Alt+t'],
    ['Ctrl with such a letter, by its place', pressed('л', { ctrlKey: true, code: 'KeyK' }), 'Mod+k'],
    ['a sign that needs Shift', pressed('?', { shiftKey: true }), '?'],
    ['a sign with Ctrl and Shift', pressed('/', { ctrlKey: true, shiftKey: true }), 'Mod+/'],
    ['a key with a name', pressed('ArrowDown', { altKey: true }), 'Alt+ArrowDown'],
    ['Shift with such a key', pressed('Enter', { shiftKey: true }), 'Shift+Enter'],
    ['Ctrl with a letter', pressed('k', { ctrlKey: true }), 'Mod+k'],
    [
      'Ctrl and Shift with a letter, which is the browser’s',
      pressed('K', { ctrlKey: true, shiftKey: true }),
      'Mod+Shift+k',
    ],
    ['AltGr, which writes', pressed('€', { altKey: true, ctrlKey: true, code: 'KeyE' }), 'Alt+Mod+e'],
    ['the Windows key', pressed('k', { metaKey: true }), 'Meta+k'],
  ])('is that of %s', (_what, key, name) => {
    expect(nameOfKey(key, false)).toBe(name);
  });

  it.each([
    ['Cmd', pressed('k', { metaKey: true }), 'Mod+k'],
    ['Ctrl, which cuts the line', pressed('k', { ctrlKey: true }), 'Ctrl+k'],
    ['Option, which writes another sign', pressed('π', { altKey: true, code: 'KeyP' }), 'π'],
    ['Option and Cmd', pressed('π', { altKey: true, metaKey: true, code: 'KeyP' }), 'Alt+p'],
    ['Option with a key that has a name', pressed('ArrowDown', { altKey: true }), 'Alt+ArrowDown'],
  ])('on a Mac is that of %s', (_what, key, name) => {
    expect(nameOfKey(key, true)).toBe(name);
  });
});

describe('a command’s keys', () => {
  it('match key events', () => {
    expect(isPressed(pressed('Enter'), 'send')).toBe(true);
    expect(isPressed(pressed('Enter', { shiftKey: true }), 'send')).toBe(false);
    expect(isPressed(pressed('?', { shiftKey: true }), 'shortcuts')).toBe(true);
  });

  it.each([
    ['t', 'T'],
    ['Alt+ArrowDown', 'Alt+↓'],
    ['Mod+k', 'Mod+K'],
    ['Escape', 'Esc'],
    ['?', '?'],
  ])('displays %s as %s', (key, shown) => {
    expect(formatKey(key)).toBe(shown);
  });
});
