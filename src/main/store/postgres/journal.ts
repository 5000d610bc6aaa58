import {
  DAY,
  type Entries,
  type EntryRow,
  forgetPeople,
  IDS_PER_MS,
  type JournalPage,
  type JournalStore,
  listEntries,
  MEGABYTE,
  readEntry,
} from '../journal.ts';
import { together } from '../connection.ts';
import { sql } from '../sql.ts';
import type { PostgresConnection } from './connection.ts';

/**
 * The journal of all hosts, unlogged: after a crash of the server it is empty. The lock on the one row of
 * `journal_state` orders its writers, so that ids become visible as they grow.
 */
export const JOURNAL_TABLES = `
  CREATE UNLOGGED TABLE entries (
    id BIGINT PRIMARY KEY,
    node TEXT NOT NULL,
    entry TEXT NOT NULL,
    exchange TEXT,
    bytes BIGINT GENERATED ALWAYS AS (octet_length(entry) + coalesce(octet_length(exchange), 0)) STORED
  );
  CREATE UNLOGGED TABLE journal_state (one BIGINT PRIMARY KEY, newest BIGINT NOT NULL, bytes BIGINT NOT NULL);
  CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT strpos($1, $2)';
`;

/** Entries deleted in one step, and consecutive steps before other work gets a turn. */
const STEP = 64;
const STEPS = 8;

/** The journal on a connection of its own. Only within turns of that. Coded error: storage_unavailable. */
export class JournalTable implements JournalStore {
  readonly #db: PostgresConnection;
  readonly #node: string;
  readonly #entries: Entries;

  constructor(db: PostgresConnection, node: string) {
    this.#db = db;
    this.#node = node;
    this.#entries = {
      read: (query) => db.all<EntryRow>(query),
      strip: (entries) =>
        db.transaction(async () => {
          for (const { id, entry } of entries)
            await db.update('entries', { id }, { entry: JSON.parse(entry) as object, exchange: null });
        }),
    };
  }

  async append({ rows, at, earliest, limits }: JournalPage): Promise<void> {
    const db = this.#db;
    await db.transaction(async () => {
      const newest = await db.value<number>`
        INSERT INTO journal_state (one, newest, bytes) VALUES (1, ${at * IDS_PER_MS + rows.length - 1}, 0)
        ON CONFLICT (one) DO UPDATE SET newest = greatest(journal_state.newest + ${rows.length}, excluded.newest)
        RETURNING newest`;
      const first = (newest ?? 0) - rows.length + 1;
      await together(
        rows.map((row, index) => {
          const [entry = '', exchange] = row.split('\n');
          // As JSON, which its conditions have to read, it may hold no NUL.
          return db.run`
            INSERT INTO entries (id, node, entry, exchange)
            VALUES (${first + index}, ${this.#node}, ${JSON.parse(entry) as object}, ${exchange})`;
        }),
      );
      await db.run`
        UPDATE journal_state SET bytes = bytes + (SELECT coalesce(sum(bytes), 0) FROM entries WHERE id >= ${first})`;
    });
    await this.prune({ earliest, limits });
  }

  async prune({ earliest, limits }: Pick<JournalPage, 'earliest' | 'limits'>): Promise<boolean> {
    const db = this.#db;
    for (let step = 0; step < STEPS; step += 1) {
      const gone = await db.transaction(async () => {
        const state = await db.get<{
          newest: number;
          bytes: number;
        }>`SELECT newest, bytes FROM journal_state FOR UPDATE`;
        const isTooMuch = state !== undefined && state.bytes > limits.megabytes * MEGABYTE;
        const before = isTooMuch ? state.newest : (earliest - limits.days * DAY) * IDS_PER_MS;
        const oldest = sql`SELECT id FROM entries WHERE id < ${before} ORDER BY id LIMIT ${STEP}`;
        const sizes = await db.column<number>`DELETE FROM entries WHERE id IN (${oldest}) RETURNING bytes`;
        await db.run`UPDATE journal_state SET bytes = bytes - ${sizes.reduce((sum, size) => sum + size, 0)}`;
        return sizes.length;
      });
      if (gone === 0) return false;
    }
    return true;
  }

  list: JournalStore['list'] = (selection) => listEntries(this.#entries, selection);
  get: JournalStore['get'] = (entryId) => readEntry(this.#entries, entryId);
  forget: JournalStore['forget'] = (people) => forgetPeople(this.#entries, people);
}
