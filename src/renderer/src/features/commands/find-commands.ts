import { withoutMarks } from '#shared/domain/search-terms.ts';
import type { ComponentType } from 'react';

/** Palette groups, in their order without a query. */
const commandGroups = ['chat', 'chats', 'go', 'you', 'appearance'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A command available now, by name. */
export interface Command {
  /** stable across restarts, to identify recent commands: `take`, `/settings/bots`, `/chat/7` */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** quiet text beside the label; also searched */
  readonly hint?: string;
  /** additional search words */
  readonly also?: string;
  /** its shortcut as displayed */
  readonly shortcut?: string | undefined;
  readonly icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: boolean }>;
  readonly run: () => void;
}

/** Searched texts: the label weighs more than the words beside it. */
interface Searched {
  readonly label: string;
  readonly hint?: string;
  readonly also?: string;
}

/** Score of a word's match; matches beside the label count half. */
const SCORES = { whole: 10, beginning: 8, inside: 4, initials: 3, scattered: 2 } as const;

/**
 * Score of an item against the typed words, in any order; undefined if one of them does not match at all. Ignores case
 * and accents, and accepts missing letters and word beginnings: `ta ch`, `tach`, `tc`.
 */
export function scoreCommand(typed: string, { label, hint = '', also = '' }: Searched): number | undefined {
  const sought = splitWords(typed);
  const labelWords = splitWords(label);
  const otherWords = splitWords(`${hint} ${also}`);
  let sum = 0;
  for (const word of sought) {
    const fit = Math.max(
      bestScore(word, labelWords),
      beginsWords(word, labelWords) ? SCORES.initials : 0,
      bestScore(word, otherWords) / 2,
    );
    if (fit === 0) return undefined;
    sum += fit;
  }
  return sought.length === 0 ? 0 : sum / sought.length;
}

/** Lower case, without accents, split at everything but letters and digits. */
function splitWords(text: string): readonly string[] {
  return withoutMarks(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function bestScore(sought: string, words: readonly string[]): number {
  return Math.max(0, ...words.map((word) => scoreWord(sought, word)));
}

function scoreWord(sought: string, word: string): number {
  if (word === sought) return SCORES.whole;
  if (word.startsWith(sought)) return SCORES.beginning;
  if (sought.length > 1 && word.includes(sought)) return SCORES.inside;
  return isScattered(sought, word) ? SCORES.scattered : 0;
}

/** Whether at most half of the word's letters are missing, and not the first. */
function isScattered(sought: string, word: string): boolean {
  if (sought.length < 3 || sought.length * 2 < word.length || sought[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === sought[at]) at += 1;
  return at === sought.length;
}

/** Whether it consists of beginnings of these words, in order; words may be skipped. */
function beginsWords(sought: string, words: readonly string[]): boolean {
  if (sought === '') return true;
  return words.some((word, index) => {
    const rest = words.slice(index + 1);
    for (let length = 1; length <= sought.length && word.startsWith(sought.slice(0, length)); length += 1) {
      if (beginsWords(sought.slice(length), rest)) return true;
    }
    return false;
  });
}

export interface ShownGroup {
  readonly name: CommandGroup | 'recent';
  readonly items: readonly Command[];
}

/** Limits: recent commands, and chats without and with a query. */
const LIMITS = { recent: 5, chats: 5, foundChats: 12 } as const;

/**
 * The palette's groups. Without a query: recent commands, then everything by group. With one: matches, best first, in
 * groups ordered by their best match; ties go to the most recent.
 */
export function groupCommands(
  typed: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly ShownGroup[] {
  return typed.trim() === '' ? allGroups(commands, recent) : foundGroups(typed, commands, recent);
}

function allGroups(commands: readonly Command[], recent: readonly string[]): readonly ShownGroup[] {
  const last = recent.flatMap((id) => commands.filter((command) => command.id === id)).slice(0, LIMITS.recent);
  const others = commands.filter((command) => !last.includes(command));
  const groups = commandGroups.map((name) => ({ name, items: ofGroup(others, name, LIMITS.chats) }));
  return [{ name: 'recent' as const, items: last }, ...groups].filter(({ items }) => items.length > 0);
}

function foundGroups(typed: string, commands: readonly Command[], recent: readonly string[]): readonly ShownGroup[] {
  const found = commands
    .flatMap((command) => {
      const fit = scoreCommand(typed, command);
      return fit === undefined
        ? []
        : [{ command, fit, age: recent.includes(command.id) ? recent.indexOf(command.id) : recent.length }];
    })
    .toSorted((a, b) => b.fit - a.fit || a.age - b.age)
    .map(({ command }) => command);
  const names = new Set(found.map(({ group }) => group));
  return [...names].map((name) => ({ name, items: ofGroup(found, name, LIMITS.foundChats) }));
}

function ofGroup(commands: readonly Command[], name: CommandGroup, mostChats: number): readonly Command[] {
  const items = commands.filter(({ group }) => group === name);
  return name === 'chats' ? items.slice(0, mostChats) : items;
}
