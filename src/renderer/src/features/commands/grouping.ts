import { type Command, type CommandGroup, commandGroups } from './command.ts';
import { fitOf } from './matching.ts';

export interface ShownGroup {
  readonly name: CommandGroup | 'recent';
  readonly items: readonly Command[];
}

/** How many recent ones stand first, and how many chats are shown before and after something is typed. */
const MOST = { recent: 5, chats: 5, foundChats: 12 } as const;

/**
 * What the palette shows. Before anything is typed: what was used last, then everything by group. Afterwards what fits,
 * the best first, and first the group with the best; of equals what was used last.
 */
export function groupsFor(
  typed: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly ShownGroup[] {
  return typed.trim() === '' ? allGroups(commands, recent) : foundGroups(typed, commands, recent);
}

function allGroups(commands: readonly Command[], recent: readonly string[]): readonly ShownGroup[] {
  const last = recent.flatMap((id) => commands.filter((command) => command.id === id)).slice(0, MOST.recent);
  const others = commands.filter((command) => !last.includes(command));
  const groups = commandGroups.map((name) => ({ name, items: ofGroup(others, name, MOST.chats) }));
  return [{ name: 'recent' as const, items: last }, ...groups].filter(({ items }) => items.length > 0);
}

function foundGroups(typed: string, commands: readonly Command[], recent: readonly string[]): readonly ShownGroup[] {
  const found = commands
    .flatMap((command) => {
      const fit = fitOf(typed, command);
      return fit === undefined
        ? []
        : [{ command, fit, age: recent.includes(command.id) ? recent.indexOf(command.id) : recent.length }];
    })
    .toSorted((a, b) => b.fit - a.fit || a.age - b.age)
    .map(({ command }) => command);
  const names = new Set(found.map(({ group }) => group));
  return [...names].map((name) => ({ name, items: ofGroup(found, name, MOST.foundChats) }));
}

function ofGroup(commands: readonly Command[], name: CommandGroup, mostChats: number): readonly Command[] {
  const items = commands.filter(({ group }) => group === name);
  return name === 'chats' ? items.slice(0, mostChats) : items;
}
