import { withoutMarks } from '#shared/domain/search-terms.ts';
import { backup, DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';

/** Older versions can lose a WAL (fixed upstream in 3.51.3). */
const OLDEST_SQLITE = [3, 51, 3] as const;

export type Row = Record<string, SQLInputValue>;

/** SQLite itself, synchronous: for its special features, such as full text and pragmas. Caches prepared statements. */
export class Sqlite {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** `limits`: for foreign files */
  constructor(
    file: string,
    { readOnly, limits }: { readonly readOnly: boolean; readonly limits?: { readonly length: number } },
  ) {
    this.#database = new DatabaseSync(file, {
      readOnly,
      timeout: 5000,
      ...(limits !== undefined && { limits, defensive: true }),
    });
    refuseOldSqlite(this.#database);
    // SQLite's own order puts names with accents after all others.
    this.#database.function('without_marks', { deterministic: true }, (text) => withoutMarks(String(text)));
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  iterate(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values) as Iterable<Row>;
  }

  /** returns the number of changed rows */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** returns the new row's id */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** All of `work` is written when this returns, or none of it if it throws. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** copies everything into a new file, `step` pages at a time, with progress (0 to 1) */
  async copyTo(file: string, step: number, onPart: (part: number) => void): Promise<void> {
    await backup(this.#database, file, {
      rate: step,
      progress: ({ totalPages, remainingPages }) => onPart(totalPages === 0 ? 1 : 1 - remainingPages / totalPages),
    });
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function refuseOldSqlite(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  const found = version.split('.').map(Number);
  for (const [place, oldest] of OLDEST_SQLITE.entries()) {
    const part = found[place] ?? 0;
    if (part > oldest) return;
    if (part < oldest) throw new Error(`SQLite ${version} is too old: ${OLDEST_SQLITE.join('.')} or newer is needed`);
  }
}

/** SQLite's primary result codes for a faulty file: ERROR, CORRUPT, TOOBIG, CONSTRAINT, MISMATCH, FORMAT, NOTADB. */
const FAULTY_FILE_CODES: ReadonlySet<number> = new Set([1, 11, 18, 19, 20, 24, 26]);

/** Whether SQLite failed because of a file's content. */
export function isFaultyFile(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && FAULTY_FILE_CODES.has(Number(error.errcode) & 0xff);
}
