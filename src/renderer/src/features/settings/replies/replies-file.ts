import { z } from 'zod';
import { routes } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { fromCsv, toCsv } from '#shared/domain/csv.ts';
import { ruleWords } from '#renderer/language/rule-words.ts';
import { fieldRule } from '#shared/domain/phrase.ts';

export type ReplyWords = Pick<SavedReply, 'shortcut' | 'text'>;

export const FILE_FORMS = ['json', 'csv'] as const;
export type FileForm = (typeof FILE_FORMS)[number];

/** Why nothing of a file can be used; rows are counted from 1, as a spreadsheet does. */
export type FileProblem =
  | { readonly kind: 'not_text' | 'not_json' | 'open_quote' | 'nothing_inside' | 'too_many' }
  | { readonly kind: 'wrong_rows'; readonly rows: readonly { readonly row: number; readonly problem: string }[] };

export type ReadReplies = { readonly replies: readonly ReplyWords[] } | { readonly problem: FileProblem };

const words = routes['savedReplies.create'].input;
const MOST = 1000;

/** Saved replies as a file to keep. */
export function repliesFile(
  replies: readonly SavedReply[],
  form: FileForm,
): { readonly name: string; readonly type: string; readonly text: string } {
  const plain = replies.map(({ shortcut, text }) => ({ shortcut, text }));
  if (form === 'json')
    return { name: 'saved-replies.json', type: 'application/json', text: `${JSON.stringify(plain, undefined, 2)}\n` };
  return {
    name: 'saved-replies.csv',
    type: 'text/csv',
    text: toCsv([['shortcut', 'text'], ...plain.map(({ shortcut, text }) => [shortcut, text])]),
  };
}

/** Reads a file of saved replies, JSON or CSV: all of them, or why none. */
export function readReplies(bytes: Uint8Array): ReadReplies {
  const text = decoded(bytes);
  if (text === undefined) return { problem: { kind: 'not_text' } };
  const listed = /^\s*[[{]/u.test(text) ? fromJson(text) : fromTable(text);
  return 'problem' in listed ? listed : checked(listed.rows);
}

interface Row {
  readonly row: number;
  readonly shortcut: unknown;
  readonly text: unknown;
}

type Listed = { readonly rows: readonly Row[] } | { readonly problem: FileProblem };

const entry = z.object({ shortcut: z.unknown(), text: z.unknown() }).catch({ shortcut: undefined, text: undefined });
const list = z.array(entry);
const content = z.union([list, z.object({ replies: list }).transform(({ replies }) => replies)]);

function fromJson(text: string): Listed {
  try {
    const { data } = content.safeParse(JSON.parse(text));
    return { rows: (data ?? []).map((each, index) => ({ ...each, row: index + 1 })) };
  } catch {
    return { problem: { kind: 'not_json' } };
  }
}

/** The columns by their headings, or else the first two. */
function fromTable(text: string): Listed {
  const table = fromCsv(text);
  if (table === undefined) return { problem: { kind: 'open_quote' } };
  const headings = (table[0] ?? []).map((heading) => heading.trim().toLowerCase());
  const [shortcutAt, textAt] = [headings.indexOf('shortcut'), headings.indexOf('text')];
  const hasHeadings = shortcutAt >= 0 && textAt >= 0;
  const rows = table.map((fields, index) => ({
    row: index + 1,
    isEmpty: fields.every((field) => field.trim() === ''),
    shortcut: fields[hasHeadings ? shortcutAt : 0] ?? '',
    text: fields[hasHeadings ? textAt : 1] ?? '',
  }));
  return { rows: rows.slice(hasHeadings ? 1 : 0).filter(({ isEmpty }) => !isEmpty) };
}

function checked(rows: readonly Row[]): ReadReplies {
  if (rows.length === 0) return { problem: { kind: 'nothing_inside' } };
  if (rows.length > MOST) return { problem: { kind: 'too_many' } };
  const parsed = rows.map(({ row, shortcut, text }) => ({
    row,
    ...words.safeParse({ shortcut: withoutSlash(shortcut), text: withLines(text) }, { error: fieldRule }),
  }));
  const wrong = parsed.flatMap(({ row, error }) =>
    error === undefined ? [] : [{ row, problem: ruleWords(error.issues[0]) ?? '' }],
  );
  if (wrong.length > 0) return { problem: { kind: 'wrong_rows', rows: wrong } };
  return { replies: parsed.flatMap(({ data }) => data ?? []) };
}

/** Some write it as they type it. */
function withoutSlash(shortcut: unknown): unknown {
  return typeof shortcut === 'string' ? shortcut.trim().replace(/^\//u, '') : shortcut;
}

function withLines(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll(/\r\n?/gu, '\n') : text;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
