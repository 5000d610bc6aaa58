import { rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import {
  DAY,
  type Entries,
  type EntryRow,
  forgetPeople,
  IDS_PER_MS,
  type JournalLimits,
  type JournalPage,
  type JournalStore,
  listEntries,
  MEGABYTE,
  readEntry,
} from '../journal.ts';
import { Sql } from '../sql.ts';
import { Sqlite } from './sqlite.ts';

/** Another number starts a new file: last week's requests are not worth a migration. */
const SCHEMA_VERSION = 4;
/** The last bytes of a disk are reserved for messages. */
const RESERVE = 64 * MEGABYTE;
/** Entries deleted in one step, and consecutive steps before other work gets a turn. */
const STEP = 16;
const STEPS = 32;
/** Database pages returned to the system at once. */
const VACUUM_STEP = 256;
/** Usable share of the limit: the rest is overhead of the file. */
const USABLE_SHARE = 0.96;
/** SQLite's primary result codes CORRUPT and NOTADB. */
const DAMAGED_CODES: ReadonlySet<number> = new Set([11, 26]);

/**
 * The journal's own database file: it may be lost at any time, and nothing waits for its disk. It is created with the
 * first page, and again if it is damaged. No call takes long. Coded error: storage_unavailable.
 */
export class JournalFile implements JournalStore {
  readonly #file: string;
  #sqlite: Sqlite | undefined;
  #lastId = 0;
  readonly #entries: Entries = {
    read: (query) => this.#use((sqlite) => sqlite.all<EntryRow>(query)),
    strip: (entries) =>
      this.#use((sqlite) =>
        sqlite.transaction(() => {
          for (const { id, entry } of entries)
            sqlite.run`UPDATE entries SET exchange = NULL, entry = ${entry} WHERE id = ${id}`;
        }),
      ),
  };

  constructor(file: string) {
    this.#file = file;
  }

  async append({ rows, at, earliest, limits }: JournalPage): Promise<void> {
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

  async prune({ earliest, limits }: Pick<JournalPage, 'earliest' | 'limits'>): Promise<boolean> {
    return this.#use((sqlite) => this.#prune(sqlite, earliest, limits));
  }

  list: JournalStore['list'] = (selection) => listEntries(this.#entries, selection);
  get: JournalStore['get'] = (entryId) => readEntry(this.#entries, entryId);
  forget: JournalStore['forget'] = (people) => forgetPeople(this.#entries, people);

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
