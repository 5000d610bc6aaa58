import { toColumn } from '../connection.ts';
import { sql, type Query } from '../sql.ts';
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
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(text: string): void {
    this.#database.exec(text);
  }

  get<R extends object = Row>(...query: Query): R | undefined {
    const [statement, values] = this.#prepare(query);
    return statement.get(...values) as R | undefined;
  }

  all<R extends object = Row>(...query: Query): R[] {
    const [statement, values] = this.#prepare(query);
    return statement.all(...values) as R[];
  }

  /** the first column of the first row; undefined: there is no row, or it is null there */
  value<T>(...query: Query): T | undefined {
    return (Object.values(this.get(...query) ?? {})[0] ?? undefined) as T | undefined;
  }

  iterate<R extends object = Row>(...query: Query): Iterable<R> {
    const [statement, values] = this.#prepare(query);
    return statement.iterate(...values) as Iterable<R>;
  }

  /** returns the number of changed rows */
  run(...query: Query): number {
    const [statement, values] = this.#prepare(query);
    return Number(statement.run(...values).changes);
  }

  /** returns the new row's id */
  insert(...query: Query): number {
    const [statement, values] = this.#prepare(query);
    return Number(statement.run(...values).lastInsertRowid);
  }

  /** All of `work` is written when this returns, or none of it if it throws. */
  transaction<T>(work: () => T): T {
    this.run`BEGIN IMMEDIATE`;
    try {
      const result = work();
      this.run`COMMIT`;
      return result;
    } catch (error) {
      if (this.inTransaction) this.run`ROLLBACK`;
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

  #prepare(query: Query): readonly [StatementSync, SQLInputValue[]] {
    const { text, values } = sql(...query);
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return [statement, values.map(toColumn)];
  }
}

function refuseOldSqlite(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  const found = version.split('.').map(Number);
  for (const [index, oldest] of OLDEST_SQLITE.entries()) {
    const part = found[index] ?? 0;
    if (part > oldest) return;
    if (part < oldest) throw new Error(`SQLite ${version} is too old: ${OLDEST_SQLITE.join('.')} or newer is needed`);
  }
}

/** SQLite's primary result codes for a faulty file: ERROR, CORRUPT, TOOBIG, CONSTRAINT, MISMATCH, FORMAT, NOTADB. */
const FAULTY_FILE_CODES: ReadonlySet<number> = new Set([1, 11, 18, 19, 20, 24, 26]);

/** True if SQLite failed because of a file's content. */
export function isFaultyFile(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && FAULTY_FILE_CODES.has(Number(error.errcode) & 0xff);
}
