import { ContractError } from '#shared/contract/errors.ts';
import type { Exchange } from '#shared/contract/journal.ts';
import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import type { Sqlite, Row } from '../sqlite.ts';
import { readExchanges } from './exchange-text.ts';
import type { JournalList, JournalSelection, NewJournalEntry, RecordedEntry } from './journal-page.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** Milliseconds after which a search hands over what it found so far: what is to be written waits meanwhile. */
const LOOKING_TIME = 80;

/** Where an entry stands: its id is both, with a dot between. */
interface Place {
  readonly page: number;
  readonly index: number;
}

/** Newest first, or with `after` oldest first; `words` say the notes where a text is looked for. Coded error: invalid_input, for a foreign cursor. */
export function listJournal(sqlite: Sqlite, selection: JournalSelection, words: (note: Phrase) => string): JournalList {
  const text = selection.text?.toLowerCase();
  const needle = text === undefined || text === '' ? undefined : { text, words };
  const until = performance.now() + LOOKING_TIME;
  const found: JournalEntry[] = [];
  for (const row of pages(sqlite, selection)) {
    for (const entry of entriesOf(sqlite, row, selection, needle)) {
      if (found.length === selection.limit) return { entries: found, nextCursor: found.at(-1)?.id ?? '' };
      found.push(entry);
    }
    if (performance.now() > until)
      return { entries: found, nextCursor: `${Number(row['id'])}.${selection.after === undefined ? 0 : LAST}` };
  }
  return { entries: found };
}

/** One entry with what went over the wire. Coded error: not_found. */
export function getEntry(sqlite: Sqlite, entryId: string): RecordedEntry {
  const { page, index } = placeOf(entryId);
  const row = sqlite.get('SELECT entries FROM pages WHERE id = ?', page);
  const entry =
    row === undefined ? undefined : (JSON.parse(String(row['entries'])) as readonly NewJournalEntry[])[index];
  if (entry === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.entry'));
  const exchange = exchangesOf(sqlite, page)?.[index];
  return { entry: { ...entry, id: entryId }, ...(exchange != null && { exchange }) };
}

/** Pages that are read at once: what is asked for is mostly in the first ones. */
const SLICE = 8;

/** Those in which an entry can fit: SQLite looks through their text faster than it could be read here. */
function* pages(sqlite: Sqlite, selection: JournalSelection): Iterable<Row> {
  const { channelId, botId, chatId, messageId, outcome, failedOnly } = selection;
  const parts = Object.entries({ channelId, botId, chatId, outcome }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`],
  );
  if (messageId !== undefined) parts.push(JSON.stringify(messageId));
  const conditions = parts.map(() => 'instr(entries, ?) > 0');
  if (failedOnly === true)
    conditions.push(`(instr(entries, '"outcome":"refused"') > 0 OR instr(entries, '"outcome":"failed"') > 0)`);
  const isForward = selection.after !== undefined;
  const sql = `SELECT id, entries FROM pages WHERE ${[`id ${isForward ? '>=' : '<='} ?`, ...conditions].join(' AND ')} ORDER BY id ${isForward ? 'ASC' : 'DESC'} LIMIT ${SLICE}`;
  let from = selection.after === undefined ? placeBefore(selection.cursor).page : placeOf(selection.after).page;
  for (let isMore = true; isMore;) {
    const rows = sqlite.all(sql, from, ...parts);
    yield* rows;
    isMore = rows.length === SLICE;
    from = Number(rows.at(-1)?.['id'] ?? 0) + (isForward ? 1 : -1);
  }
}

function* entriesOf(
  sqlite: Sqlite,
  row: Row,
  selection: JournalSelection,
  needle: Needle | undefined,
): Iterable<JournalEntry> {
  const page = Number(row['id']);
  const entries = JSON.parse(String(row['entries'])) as readonly NewJournalEntry[];
  const exchanges = needle === undefined ? undefined : exchangesOf(sqlite, page);
  const order = selection.after === undefined ? entries.map((_entry, at) => entries.length - 1 - at) : entries.keys();
  for (const index of order) {
    const entry = entries[index];
    if (entry === undefined || !isBeyond({ page, index }, selection)) continue;
    if (fits(entry, selection) && (needle === undefined || hasText(entry, exchanges?.[index], needle)))
      yield { ...entry, id: `${page}.${index}` };
  }
}

function exchangesOf(sqlite: Sqlite, page: number): readonly (Exchange | null)[] | undefined {
  const row = sqlite.get('SELECT lines, bodies FROM exchanges WHERE page = ?', page);
  return row && readExchanges({ lines: String(row['lines']), bodies: String(row['bodies']) });
}

function fits(
  entry: NewJournalEntry,
  { channelId, botId, chatId, messageId, outcome, failedOnly }: JournalSelection,
): boolean {
  return (
    (channelId === undefined || entry.channelId === channelId) &&
    (botId === undefined || entry.botId === botId) &&
    (chatId === undefined || entry.chatId === chatId) &&
    (messageId === undefined ||
      entry.messageId === messageId ||
      entry.furtherMessageIds?.includes(messageId) === true) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (failedOnly !== true || entry.outcome === 'refused' || entry.outcome === 'failed')
  );
}

/** What is looked for, in small letters, and how notes are said. */
interface Needle {
  readonly text: string;
  readonly words: (note: Phrase) => string;
}

/** In kind, notes or body. */
function hasText({ kind, notes }: NewJournalEntry, exchange: Exchange | null | undefined, needle: Needle): boolean {
  const texts = [kind, ...notes.map(needle.words), exchange?.requestBody, exchange?.responseBody];
  return texts.some((text) => text !== undefined && readable(text).toLowerCase().includes(needle.text));
}

/** Many write other scripts as \u escapes in JSON. */
function readable(text: string): string {
  return text.includes(String.raw`\u`)
    ? text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_escape, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
    : text;
}

const LAST = 999_999;

function isBeyond(place: Place, { cursor, after }: JournalSelection): boolean {
  if (after !== undefined) return isBefore(placeOf(after), place);
  return cursor === undefined || isBefore(place, placeOf(cursor));
}

function isBefore(one: Place, other: Place): boolean {
  return one.page < other.page || (one.page === other.page && one.index < other.index);
}

function placeBefore(cursor: string | undefined): Place {
  return cursor === undefined ? { page: Number.MAX_SAFE_INTEGER, index: LAST } : placeOf(cursor);
}

function placeOf(cursor: string): Place {
  const parts = /^(\d{1,15})\.(\d{1,6})$/.exec(cursor);
  if (parts === null)
    throw new ContractError('invalid_input', phrase('errors:refusals.cursor.text'), [
      { path: 'cursor', reason: phrase('errors:refusals.cursor.next') },
    ]);
  return { page: Number(parts[1]), index: Number(parts[2]) };
}
