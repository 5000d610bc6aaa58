import { rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Sqlite } from '../sqlite.ts';
import type { JournalLimits, JournalPage } from './journal-page.ts';

/** Another number begins a new file: what was asked last week is not worth a migration. */
const SCHEMA_VERSION = 2;
const MEGABYTE = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** The last bytes of a disk are for messages. */
const RESERVE = 64 * MEGABYTE;
/** Pages that one step deletes, and database pages that it gives back to the system. */
const STEP = 4;
const VACUUM_STEP = 256;
/** Share of the limit that is filled: the rest is for what the file needs beside the rows. */
const FILLED = 0.96;
/** SQLite's primary result codes CORRUPT and NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/** The journal's own database file: it may be lost at any time, and nothing waits for its disk. */
export class JournalFile {
  readonly #file: string;
  #sqlite: Sqlite | undefined;
  #lastPage = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Appends a page. Throws where the disk takes no more. */
  append({ entries, exchanges, at, limits }: JournalPage): void {
    if (isNearlyFull(this.#file)) throw new Error('the disk is nearly full');
    this.use((sqlite) => {
      const page = Math.max(at, this.#lastPage + 1);
      sqlite.run('BEGIN IMMEDIATE');
      try {
        sqlite.run('INSERT INTO pages (id, entries) VALUES (?, ?)', page, entries);
        if (exchanges !== undefined)
          sqlite.run(
            'INSERT INTO exchanges (page, lines, bodies) VALUES (?, ?, ?)',
            page,
            exchanges.lines,
            exchanges.bodies,
          );
        this.#prune(sqlite, at, limits);
        sqlite.run('COMMIT');
      } catch (error) {
        if (sqlite.inTransaction) sqlite.run('ROLLBACK');
        throw error;
      }
      this.#lastPage = page;
    });
  }

  /** Deletes a few of the pages that are too old or too much; returns whether there are more of them. */
  prune(at: number, limits: JournalLimits): boolean {
    return this.use((sqlite) => this.#prune(sqlite, at, limits));
  }

  /** Works on the file; where it is damaged, once more on a new one. */
  use<T>(work: (sqlite: Sqlite) => T): T {
    try {
      return work(this.#opened());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#startAnew();
      return work(this.#opened());
    }
  }

  close(): void {
    this.#sqlite?.close();
    this.#sqlite = undefined;
  }

  #opened(): Sqlite {
    if (this.#sqlite !== undefined) return this.#sqlite;
    const sqlite = new Sqlite(this.#file, { readOnly: false });
    try {
      if (prepared(sqlite)) {
        this.#lastPage = Number(sqlite.get('SELECT max(id) AS last FROM pages')?.['last'] ?? 0);
        this.#sqlite = sqlite;
        return sqlite;
      }
    } catch (error) {
      sqlite.close();
      throw error;
    }
    sqlite.close();
    this.#startAnew();
    return this.#opened();
  }

  #startAnew(): void {
    this.close();
    for (const ending of ['', '-journal']) rmSync(`${this.#file}${ending}`, { force: true });
  }

  #prune(sqlite: Sqlite, at: number, { days, megabytes }: JournalLimits): boolean {
    const size = pragma(sqlite, 'page_size');
    const isTooMuch = (): boolean =>
      (pragma(sqlite, 'page_count') - pragma(sqlite, 'freelist_count')) * size > megabytes * MEGABYTE * FILLED;
    const keptSince = at - days * DAY;
    for (let step = 0; step < STEP; step += 1) {
      const oldest = Number(sqlite.get('SELECT min(id) AS oldest FROM pages')?.['oldest'] ?? Number.MAX_SAFE_INTEGER);
      const isLast = oldest >= this.#lastPage;
      if (oldest >= keptSince && (isLast || !isTooMuch())) {
        const over = pragma(sqlite, 'page_count') * size - megabytes * MEGABYTE;
        if (over <= 0 || pragma(sqlite, 'freelist_count') === 0) return false;
        sqlite.exec(`PRAGMA incremental_vacuum(${VACUUM_STEP})`);
        return true;
      }
      sqlite.run('DELETE FROM pages WHERE id = ?', oldest);
      sqlite.run('DELETE FROM exchanges WHERE page = ?', oldest);
    }
    return true;
  }
}

/** Whether the file has this schema now; false: it is of another version. */
function prepared(sqlite: Sqlite): boolean {
  const version = pragma(sqlite, 'user_version');
  if (version !== 0 && version !== SCHEMA_VERSION) return false;
  // Only before the first table is made: so that deleted rows shorten the file.
  if (version === 0) sqlite.exec('PRAGMA auto_vacuum = INCREMENTAL');
  // Rows are only appended: a rollback journal holds hardly anything, where a WAL would write all of it twice.
  sqlite.exec('PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000');
  if (version === SCHEMA_VERSION) return true;
  sqlite.exec(`
    CREATE TABLE pages (id INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;
    CREATE TABLE exchanges (page INTEGER PRIMARY KEY, lines TEXT NOT NULL, bodies TEXT NOT NULL) STRICT;
    PRAGMA user_version = ${SCHEMA_VERSION};
  `);
  return true;
}

function pragma(sqlite: Sqlite, name: string): number {
  return Number(sqlite.get(`PRAGMA ${name}`)?.[name] ?? 0);
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
}

function isNearlyFull(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize < RESERVE;
}
