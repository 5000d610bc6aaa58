import { describe, expect, it } from 'vitest';
import { commandNames, commandTable, keysOf } from '#renderer/state/commands.tsx';
import app from '#shared/locales/en/app.json' with { type: 'json' };
import { sheetRows } from './shortcut-sheet.tsx';

describe('the command table', () => {
  it('lists every command with a key once in the shortcut sheet', () => {
    const listed = Object.values(sheetRows).flat(2);
    expect(listed.toSorted()).toEqual(commandNames.filter((name) => keysOf(name).length > 0).toSorted());
  });

  it('has every command without a key in the palette', () => {
    for (const name of commandNames.filter((each) => keysOf(each).length === 0))
      expect(app.commands.command).toHaveProperty(name);
  });

  it.each(['console', 'reply window'])('has no key twice among the commands of the %s', (window) => {
    const inWindow = commandNames.filter((name) => {
      const { scope } = commandTable[name];
      // Enter opens the row in the list and sends in the composer, depending on focus.
      return scope === 'writing' ? false : (scope === 'replyWindow') === (window === 'reply window');
    });
    const keys = inWindow.flatMap((name) => keysOf(name));
    expect(keys).toHaveLength(new Set(keys).size);
  });

  it('lists each command in the shortcut sheet at its scope', () => {
    for (const [scope, rows] of Object.entries(sheetRows))
      for (const name of rows.flat()) expect(commandTable[name].scope).toBe(scope);
  });

  it('uses no key reserved by browsers or systems', () => {
    const browsers = 'a c f g h l n p q r s t v w x z 1 , = - 0 Tab'.split(' ').map((key) => `Mod+${key}`);
    const menus = 'F4 Tab ArrowLeft ArrowRight Home f e v h d'.split(' ').map((key) => `Alt+${key}`);
    const reserved = new Set([...browsers, ...menus, 'F1', 'F5', 'F11', 'F12']);
    expect(commandNames.flatMap((name) => keysOf(name)).filter((key) => reserved.has(key))).toEqual([]);
  });

  it('uses the slash for saved replies in the composer, and for search elsewhere', () => {
    expect(
      commandNames
        .filter((name) => keysOf(name).includes('/'))
        .map((name) => [name, commandTable[name].scope === 'writing']),
    ).toEqual([
      ['search', false],
      ['savedReplies', true],
    ]);
  });
});
