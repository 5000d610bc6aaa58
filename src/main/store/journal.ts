import { rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ContractError, invalidCursor, notFound } from '#shared/contract/errors.ts';
import type { Exchange, JournalEntry } from '#shared/contract/journal.ts';
import type { ParsedInput, RouteOutput } from '#shared/contract/routes.ts';
import { storedPhrase } from '#shared/domain/phrase.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { allOf, sql, Sql } from './sql.ts';
import { Sqlite } from './sqlite/sqlite.ts';

export type NewJournalEntry = Omit<JournalEntry, 'id'>;

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

export type JournalSelection = ParsedInput<'journal.list'>;

/** With `nextCursor` there may be more: `cursor` of the next request, or its `after` if this one had one. */
export type JournalList = Omit<RouteOutput<'journal.list'>, 'dropped'>;

/** People to forget: their chats, and words that identify their messages, such as their id. */
export interface PeopleToForget {
  readonly chatIds: readonly string[];
  readonly words: readonly string[];
}

const CALLS = ['append', 'prune', 'forget', 'list', 'get'] as const;

/** The journal in the reading thread. Rejects with ContractError: those of JournalFile, or the thread is gone. */
export type JournalStore = {
  readonly [N in (typeof CALLS)[number]]: (
    input: Parameters<JournalFile[N]>[0],
  ) => Promise<Awaited<ReturnType<JournalFile[N]>>>;
};

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

/** Another number starts a new file: last week's requests are not worth a migration. */
const SCHEMA_VERSION = 4;
const MEGABYTE = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** The last bytes of a disk are reserved for messages. */
const RESERVE = 64 * MEGABYTE;
/** Entries deleted in one step, and consecutive steps before other work gets a turn. */
const STEP = 16;
const STEPS = 32;
/** Database pages returned to the system at once. */
const VACUUM_STEP = 256;
/** Usable share of the limit: the rest is overhead of the file. */
const USABLE_SHARE = 0.96;
/** Ids per millisecond: an entry's id encodes its time, even in a new file. */
const IDS_PER_MS = 1000;
/** Milliseconds after which a look at many entries returns, and entries between checks of the time: others wait. */
const LOOK_TIMEOUT = 80;
const CHECK_EVERY = 250;
/** SQLite's primary result codes CORRUPT and NOTADB. */
const DAMAGED_CODES: ReadonlySet<number> = new Set([11, 26]);

/**
 * The journal's own database file: it may be lost at any time, and nothing waits for its disk. It is created with the
 * first page, and again if it is damaged. No call takes long. Coded error: storage_unavailable.
 */
export class JournalFile {
  readonly #file: string;
  #sqlite: Sqlite | undefined;
  #lastId = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Written when this returns, though perhaps not yet on the disk. */
  append({ rows, at, earliest, limits }: JournalPage): void {
    this.#use((sqlite) => {
      if (isNearlyFull(this.#file)) throw new Error('the disk is nearly full');
      const first = Math.max(at * IDS_PER_MS, this.#lastId + 1);
      sqlite.transaction(() => {
        for (const [index, row] of rows.entries()) {
          const [entry = '', exchange = null] = row.split('\n');
          sqlite.run`INSERT INTO entries (id, entry, exchange) VALUES (${first + index}, ${entry}, ${exchange})`;
        }
        this.#prune(sqlite, earliest, limits);
      });
      this.#lastId = first + rows.length - 1;
    });
  }

  /** Deletes some of the entries beyond the limits; returns whether there are more. */
  prune({ earliest, limits }: Pick<JournalPage, 'earliest' | 'limits'>): boolean {
    return this.#use((sqlite) => this.#prune(sqlite, earliest, limits));
  }

  /** Newest first, or oldest first with `after`. Coded error: invalid_input. */
  async list(selection: JournalSelection): Promise<JournalList> {
    // Nothing needs the catalogue before the first list.
    const { toEnglish } = await import('#shared/locales/english.ts');
    return this.#use((sqlite) => listEntries(sqlite, selection, toEnglish));
  }

  /** One entry with headers and bodies. Coded errors: not_found, invalid_input. */
  get(entryId: string): RouteOutput<'journal.get'> {
    const row = this.#use(
      (sqlite) => sqlite.get<EntryRow>`SELECT entry, exchange FROM entries WHERE id = ${entryNumber(entryId)}`,
    );
    if (row === undefined) throw notFound('entry');
    const exchange = parseExchange(row.exchange);
    return { entry: parseEntry(row.entry, entryId), ...(exchange && { exchange }) };
  }

  /**
   * Removes the contents of requests about these people, from the entry `after` this id. Their entries stay, so that no
   * entry moves. Returns the id after which the next call continues; undefined: everything is done.
   */
  forget({ chatIds, words, after }: PeopleToForget & { readonly after: number }): number | undefined {
    const chats = new Set<string | undefined>(chatIds);
    const forms = words
      .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word)])
      .filter((word) => word !== '');
    const holds = (text: string): boolean => forms.some((form) => text.includes(form));
    const until = performance.now() + LOOK_TIMEOUT;
    return this.#use((sqlite) => {
      const theirs: number[] = [];
      let next: number | undefined;
      let looked = 0;
      const rows = sqlite.iterate<EntryRow>`SELECT * FROM entries WHERE id > ${after} ORDER BY id`;
      for (const { id, entry, exchange } of rows) {
        const asked = String(exchange).replaceAll('\\\\', '\\').replaceAll('\\"', '"');
        if (holds(entry) || holds(asked) || chats.has(parseEntry(entry, '').chatId)) theirs.push(id);
        looked += 1;
        if (looked % CHECK_EVERY !== 0 || performance.now() <= until) continue;
        next = id;
        break;
      }
      sqlite.transaction(() => {
        for (const id of theirs)
          sqlite.run`
            UPDATE entries SET exchange = NULL, entry = json_remove(json_set(entry, '$.notes', json('[]')),
              '$.chatId', '$.messageId', '$.furtherMessageIds', '$.from') WHERE id = ${id}`;
      });
      return next;
    });
  }

  close(): void {
    this.#sqlite?.close();
    this.#sqlite = undefined;
  }

  /** Works on the file; if it is damaged, retries once on a new one. */
  #use<T>(work: (sqlite: Sqlite) => T): T {
    try {
      try {
        return work(this.#opened());
      } catch (error) {
        if (!isDamage(error)) throw error;
        this.#startOver();
        return work(this.#opened());
      }
    } catch (error) {
      if (error instanceof ContractError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ContractError('storage_unavailable', phrase('errors:refusals.journal.nowWhy', { reason }));
    }
  }

  #opened(): Sqlite {
    if (this.#sqlite !== undefined) return this.#sqlite;
    const sqlite = new Sqlite(this.#file, { readOnly: false });
    try {
      if (prepareSchema(sqlite)) {
        this.#lastId = sqlite.value<number>`SELECT max(id) FROM entries` ?? 0;
        this.#sqlite = sqlite;
        return sqlite;
      }
    } catch (error) {
      sqlite.close();
      throw error;
    }
    sqlite.close();
    this.#startOver();
    return this.#opened();
  }

  #startOver(): void {
    this.close();
    for (const ending of ['', '-journal']) rmSync(`${this.#file}${ending}`, { force: true });
  }

  #prune(sqlite: Sqlite, earliest: number, { days, megabytes }: JournalLimits): boolean {
    const size = pragma(sqlite, 'page_size');
    const isTooMuch = (): boolean =>
      (pragma(sqlite, 'page_count') - pragma(sqlite, 'freelist_count')) * size > megabytes * MEGABYTE * USABLE_SHARE;
    for (let step = 0; step < STEPS; step += 1) {
      // The latest entry stays, however large it is.
      const before = isTooMuch() ? this.#lastId : (earliest - days * DAY) * IDS_PER_MS;
      const gone = sqlite.run`
        DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE id < ${before} ORDER BY id LIMIT ${STEP})`;
      if (gone > 0) continue;
      const over = pragma(sqlite, 'page_count') * size - megabytes * MEGABYTE;
      if (over <= 0 || pragma(sqlite, 'freelist_count') === 0) return false;
      sqlite.exec(`PRAGMA incremental_vacuum(${VACUUM_STEP})`);
      return true;
    }
    return true;
  }
}

/** Creates the schema in a new file; false: the file has another version. */
function prepareSchema(sqlite: Sqlite): boolean {
  const version = pragma(sqlite, 'user_version');
  if (version !== 0 && version !== SCHEMA_VERSION) return false;
  // Only possible before the first table is created: lets the file shrink when rows are deleted.
  if (version === 0) sqlite.exec('PRAGMA auto_vacuum = INCREMENTAL');
  // Rows are only appended: a rollback journal stays nearly empty, while a WAL would write everything twice.
  sqlite.exec('PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000');
  // What is deleted or forgotten remains nowhere in the file.
  sqlite.exec('PRAGMA secure_delete = ON');
  if (version === SCHEMA_VERSION) return true;
  sqlite.exec(`
    CREATE TABLE entries (id INTEGER PRIMARY KEY, entry TEXT NOT NULL, exchange TEXT) STRICT;
    PRAGMA user_version = ${SCHEMA_VERSION};
  `);
  return true;
}

function pragma(sqlite: Sqlite, name: string): number {
  return sqlite.value<number>`PRAGMA ${new Sql(name)}` ?? 0;
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED_CODES.has(Number(error.errcode) & 0xff);
}

function isNearlyFull(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize < RESERVE;
}

function listEntries(sqlite: Sqlite, selection: JournalSelection, words: (note: Phrase) => string): JournalList {
  const { cursor, after, limit } = selection;
  const text = selection.text?.toLowerCase() ?? '';
  const until = performance.now() + LOOK_TIMEOUT;
  const asked = entryNumber(after ?? cursor ?? String(Number.MAX_SAFE_INTEGER));
  const newest = sqlite.value<number>`SELECT max(id) FROM entries` ?? 0;
  // A window that was open during a restore knows entries of the journal before.
  const from = after !== undefined && asked > newest ? 0 : asked;
  const [bound, order] = after === undefined ? [sql`id < ${from}`, sql`DESC`] : [sql`id > ${from}`, sql`ASC`];
  const found: JournalEntry[] = [];
  let looked = 0;
  const rows = sqlite.iterate<EntryRow>`
    SELECT id, entry, ${text === '' ? sql`NULL` : sql`exchange`} AS exchange FROM entries
    WHERE ${allOf(bound, ...conditionsOf(selection))} ORDER BY id ${order}`;
  for (const { id, entry: written, exchange } of rows) {
    if (found.length === limit) return { entries: found, nextCursor: found.at(-1)?.id ?? '' };
    const entry = parseEntry(written, String(id));
    if (text === '' || hasText(entry, parseExchange(exchange), text, words)) found.push(entry);
    looked += 1;
    if (looked % CHECK_EVERY === 0 && performance.now() > until) return { entries: found, nextCursor: String(id) };
  }
  return { entries: found };
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
      sql`${messageId} IN (SELECT entry ->> 'messageId' UNION ALL SELECT value FROM json_each(entry, '$.furtherMessageIds'))`,
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

interface EntryRow {
  readonly id: number;
  readonly entry: string;
  readonly exchange: string | null;
}

function parseEntry(text: string, id: string): JournalEntry {
  const entry = JSON.parse(text) as NewJournalEntry;
  return { ...entry, notes: entry.notes.map((note) => storedPhrase.parse(note)), id };
}

function parseExchange(text: string | null): Exchange | undefined {
  return text === null ? undefined : (JSON.parse(text) as Exchange);
}

function entryNumber(entryId: string): number {
  if (!/^\d{1,16}$/.test(entryId)) throw invalidCursor();
  return Number(entryId);
}
