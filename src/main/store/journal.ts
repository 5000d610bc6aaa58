import { invalidCursor, notFound } from '#shared/contract/errors.ts';
import type { Exchange, JournalEntry } from '#shared/contract/journal.ts';
import type { ParsedInput, RouteOutput } from '#shared/contract/routes.ts';
import { storedPhrase } from '#shared/domain/phrase.ts';
import type { Phrase } from '#shared/locales/phrase.ts';
import { allOf, sql, type Sql } from './sql.ts';

export type NewJournalEntry = Omit<JournalEntry, 'id'>;

export type JournalSelection = ParsedInput<'journal.list'>;

/** With `nextCursor` there may be more: `cursor` of the next request, or its `after` if this one had one. */
export type JournalList = Omit<RouteOutput<'journal.list'>, 'dropped'>;

/** People to forget: their chats, and words that identify their messages, such as their id. */
export interface PeopleToForget {
  readonly chatIds: readonly string[];
  readonly words: readonly string[];
}

/** Entries written together, oldest first. */
export interface JournalPage {
  /** each the JSON text of a NewJournalEntry, with its Exchange in a second line if that is kept */
  readonly rows: readonly string[];
  /** wall clock, milliseconds */
  readonly at: number;
  /** time by which older entries go */
  readonly earliest: number;
  readonly limits: JournalLimits;
}

/** Limits of the journal's age and size. */
export interface JournalLimits {
  readonly days: number;
  readonly megabytes: number;
}

/** The journal. No call takes long. Rejects with ContractError: storage_unavailable, and what each says. */
export interface JournalStore {
  /** written when it resolves, though perhaps not yet on the disk */
  readonly append: (page: JournalPage) => Promise<void>;
  /** deletes some of the entries beyond the limits, but never the latest; resolves with whether there are more */
  readonly prune: (kept: Pick<JournalPage, 'earliest' | 'limits'>) => Promise<boolean>;
  /** removes the contents of requests about these people, from the entry `after` this id */
  readonly forget: (people: PeopleToForget & { readonly after: number }) => Promise<number | undefined>;
  readonly list: (selection: JournalSelection) => Promise<JournalList>;
  readonly get: (entryId: string) => Promise<RouteOutput<'journal.get'>>;
}

const CALLS = ['append', 'prune', 'forget', 'list', 'get'] as const satisfies readonly (keyof JournalStore)[];

const JOURNAL = 'journal:';

/** Asks the thread for `journal:append` and so on. */
export function journalIn(ask: (name: string, input: unknown) => Promise<unknown>): JournalStore {
  const calls = CALLS.map((name) => [name, (input: unknown) => ask(JOURNAL + name, input)] as const);
  return Object.fromEntries(calls) as unknown as JournalStore;
}

/** The call that this request of `journalIn` is for. */
export function journalCallOf(name: string): keyof JournalStore {
  return name.slice(JOURNAL.length) as keyof JournalStore;
}

/** A row of the table `entries`, which both databases have. */
export interface EntryRow {
  readonly id: number | string;
  /** JSON of a NewJournalEntry */
  readonly entry: string;
  /** JSON of its Exchange, if that is kept */
  readonly exchange?: string | null;
}

/** Where the entries are. */
export interface Entries {
  readonly read: (query: Sql) => readonly EntryRow[] | Promise<readonly EntryRow[]>;
  /** changes these entries, and removes their exchanges */
  readonly strip: (entries: readonly EntryRow[]) => void | Promise<void>;
}

export const MEGABYTE = 1024 * 1024;
export const DAY = 24 * 60 * 60 * 1000;
/** Ids per millisecond: an entry's id encodes its time, even after all entries were lost. */
export const IDS_PER_MS = 1000;
/** Milliseconds after which a look at many entries returns, and entries that are read at once: others wait. */
const LOOK_TIMEOUT = 80;
const ENTRIES_AT_ONCE = 250;

/** One entry with headers and bodies. Coded errors: not_found, invalid_input. */
export async function readEntry({ read }: Entries, entryId: string): Promise<RouteOutput<'journal.get'>> {
  const [row] = await read(sql`SELECT id, entry, exchange FROM entries WHERE id = ${entryNumber(entryId)}`);
  if (row === undefined) throw notFound('entry');
  const exchange = parseExchange(row);
  return { entry: parseEntry(row.entry, entryId), ...(exchange && { exchange }) };
}

/** Those of this selection, newest first, or oldest first with `after`. Coded error: invalid_input. */
export async function listEntries({ read }: Entries, selection: JournalSelection): Promise<JournalList> {
  // Nothing needs the catalogue before the first list.
  const { toEnglish } = await import('#shared/locales/english.ts');
  const { cursor, after, limit } = selection;
  const text = selection.text?.toLowerCase() ?? '';
  const until = performance.now() + LOOK_TIMEOUT;
  let from = entryNumber(after ?? cursor ?? String(Number.MAX_SAFE_INTEGER));
  // A window that was open during a restore knows entries of the journal before.
  const [newest] = await read(sql`SELECT id, entry FROM entries ORDER BY id DESC LIMIT 1`);
  if (after !== undefined && from > Number(newest?.id ?? 0)) from = 0;
  const [part, most] = text === '' ? [sql`NULL AS exchange`, limit + 1] : [sql`exchange`, ENTRIES_AT_ONCE];
  const found: JournalEntry[] = [];
  for (;;) {
    const [bound, order] = after === undefined ? [sql`id < ${from}`, sql`DESC`] : [sql`id > ${from}`, sql`ASC`];
    const rows = await read(sql`
      SELECT id, entry, ${part} FROM entries
      WHERE ${allOf(bound, ...conditionsOf(selection))} ORDER BY id ${order} LIMIT ${most}`);
    for (const row of rows) {
      if (found.length === limit) return { entries: found, nextCursor: found.at(-1)?.id ?? '' };
      const entry = parseEntry(row.entry, String(row.id));
      if (text === '' || hasText(entry, parseExchange(row), text, toEnglish)) found.push(entry);
      from = Number(row.id);
    }
    if (rows.length < most) return { entries: found };
    if (performance.now() > until) return { entries: found, nextCursor: String(from) };
  }
}

/**
 * Removes the contents of requests about these people. Their entries stay, so that no entry moves. Returns the id after
 * which the next call continues; undefined: everything is done.
 */
export async function forgetPeople(
  { read, strip }: Entries,
  { chatIds, words, after }: PeopleToForget & { readonly after: number },
): Promise<number | undefined> {
  const chats = new Set<string | undefined>(chatIds);
  const forms = words
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word)])
    .filter((word) => word !== '');
  const holds = (text: string): boolean => forms.some((form) => text.includes(form));
  const isTheirs = ({ entry, exchange }: EntryRow): boolean =>
    holds(entry) ||
    holds(String(exchange).replaceAll('\\\\', '\\').replaceAll('\\"', '"')) ||
    chats.has(parseEntry(entry, '').chatId);
  const until = performance.now() + LOOK_TIMEOUT;
  for (let from = after; ;) {
    const rows = await read(sql`
      SELECT id, entry, exchange FROM entries WHERE id > ${from} ORDER BY id LIMIT ${ENTRIES_AT_ONCE}`);
    await strip(rows.filter(isTheirs).map(({ id, entry }) => ({ id, entry: withoutPeople(entry) })));
    if (rows.length < ENTRIES_AT_ONCE) return undefined;
    from = Number(rows.at(-1)?.id);
    if (performance.now() > until) return from;
  }
}

function withoutPeople(written: string): string {
  const {
    chatId: _chat,
    messageId: _message,
    furtherMessageIds: _more,
    from: _from,
    ...entry
  } = JSON.parse(written) as NewJournalEntry;
  return JSON.stringify({ ...entry, notes: [] });
}

/** Conditions on an entry's text: no text inside can pass for a key, because its quotes are escaped. */
function conditionsOf(selection: JournalSelection): readonly (Sql | false | undefined)[] {
  const { channelId, botId, chatId, messageId, outcome, failedOnly, typing } = selection;
  const holds = (text: string): Sql => sql`instr(entry, ${text}) > 0`;
  return [
    ...Object.entries({ channelId, botId, chatId, outcome }).map(
      ([key, value]) => value !== undefined && holds(`${JSON.stringify(key)}:${JSON.stringify(value)}`),
    ),
    messageId !== undefined && holds(JSON.stringify(messageId)),
    messageId !== undefined &&
      sql`${messageId} IN (SELECT entry ->> 'messageId' UNION ALL SELECT value FROM json_each(coalesce(entry ->> 'furtherMessageIds', '[]')))`,
    typing === false && sql`entry ->> 'kind' NOT IN ('typing', 'typein', 'typeout')`,
    failedOnly === true && sql`entry ->> 'outcome' IN ('refused', 'failed')`,
  ];
}

/** Searches kind, notes and body, ignoring case. */
function hasText(
  { kind, notes }: JournalEntry,
  exchange: Exchange | undefined,
  wanted: string,
  words: (note: Phrase) => string,
): boolean {
  const texts = [kind, ...notes.map(words), exchange?.requestBody, exchange?.responseBody];
  return texts.some((text) => text !== undefined && decodeEscapes(text).toLowerCase().includes(wanted));
}

/** Many programs write other scripts as \u escapes in JSON. */
function decodeEscapes(text: string): string {
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function parseEntry(text: string, id: string): JournalEntry {
  const entry = JSON.parse(text) as NewJournalEntry;
  return { ...entry, notes: entry.notes.map((note) => storedPhrase.parse(note)), id };
}

function parseExchange({ exchange }: EntryRow): Exchange | undefined {
  return typeof exchange === 'string' ? (JSON.parse(exchange) as Exchange) : undefined;
}

function entryNumber(entryId: string): number {
  if (!/^\d{1,16}$/.test(entryId)) throw invalidCursor();
  return Number(entryId);
}
