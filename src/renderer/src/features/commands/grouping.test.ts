import { describe, expect, it } from 'vitest';
import { type Command, type CommandGroup, groupCommands } from './palette.tsx';
const command = (group: CommandGroup, label: string): Command => ({
  id: label,
  group,
  label,
  icon: () => null,
  run: () => undefined,
});
const commands = [
  command('chat', 'Take the chat'),
  command('chat', 'Close the chat'),
  ...Array.from({ length: 20 }, (_, at) => command('chats', `Customer ${String(at)}`)),
  command('chats', 'Clara'),
  command('go', 'Settings: Channels'),
  command('go', 'Inbox: Closed'),
];
const shown = (typed: string, recent: readonly string[] = []): readonly (readonly [string, readonly string[]])[] =>
  groupCommands(typed, commands, recent).map(({ name, items }) => [name, items.map(({ label }) => label)]);

describe('without a query', () => {
  it('shows every group in order, with a few chats', () => {
    expect(shown('')).toEqual([
      ['chat', ['Take the chat', 'Close the chat']],
      ['chats', ['Customer 0', 'Customer 1', 'Customer 2', 'Customer 3', 'Customer 4']],
      ['go', ['Settings: Channels', 'Inbox: Closed']],
    ]);
  });

  it('puts recent commands first, without duplicates, and only those available now', () => {
    const [first, second] = shown(' ', ['Inbox: Closed', 'Ask for a rating', 'Clara', 'Take the chat']);
    expect(first).toEqual(['recent', ['Inbox: Closed', 'Clara', 'Take the chat']]);
    expect(second).toEqual(['chat', ['Close the chat']]);
  });

  it('shows at most five of them', () => {
    const ids = commands.map(({ id }) => id);
    expect(shown('', ids)[0]?.[1]).toEqual(ids.slice(0, 5));
  });
});

describe('with a query', () => {
  it('keeps the matches, the group with the best one first', () => {
    expect(shown('clo')).toEqual([
      ['chat', ['Close the chat']],
      ['go', ['Inbox: Closed']],
    ]);
    expect(shown('closed')).toEqual([['go', ['Inbox: Closed']]]);
    expect(shown('nothing like it')).toEqual([]);
  });

  it('ranks recent commands above equal matches', () => {
    expect(shown('cl', ['Inbox: Closed'])[0]?.[0]).toBe('go');
    expect(shown('customer', ['Customer 9'])[0]?.[1][0]).toBe('Customer 9');
  });

  it('finds chats beyond those shown at first', () => {
    expect(shown('clara')).toEqual([['chats', ['Clara']]]);
    expect(shown('customer')[0]?.[1]).toHaveLength(12);
  });
});
