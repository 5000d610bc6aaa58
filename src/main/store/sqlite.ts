import { withoutMarks } from '#shared/domain/search-terms.ts';
import { backup, DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';

/** Older versions can lose a WAL (fixed upstream in 3.51.3). */
const OLDEST_SQLITE = [3, 51, 3] as const;

export type Row = Record<string, SQLInputValue>;

/** SQL with the values that are bound to its question marks. */
export class Sql {
  readonly text: string;
  readonly values: readonly unknown[];

  constructor(text: string, values: readonly unknown[] = []) {
    this.text = text;
    this.values = values;
  }
}

/** A template: what stands in its braces is a value and is bound to the statement; only `Sql` is inserted. */
export type Query = readonly [query: Sql] | readonly [pieces: TemplateStringsArray, ...values: unknown[]];

/** Parts inserted last and their text, by template: to join and look up an equal text each time would be slow. */
const joined = new WeakMap<TemplateStringsArray, { readonly parts: readonly unknown[]; readonly text: string }>();

/** A query, or a part of one. */
export function sql(...query: Query): Sql {
  const [pieces] = query;
  if (pieces instanceof Sql) return pieces;
  const last = joined.get(pieces);
  const bound: unknown[] = [];
  let isSame = last !== undefined;
  for (let index = 1; index < query.length; index += 1) {
    const value = query[index];
    const isPart = value instanceof Sql;
    if (isPart) bound.push(...value.values);
    else bound.push(value);
    isSame &&= last?.parts[index - 1] === (isPart ? value.text : '?');
  }
  if (last !== undefined && isSame) return new Sql(last.text, bound);
  const parts = query.slice(1).map((value) => (value instanceof Sql ? value.text : '?'));
  const text = String.raw({ raw: pieces }, ...parts);
  joined.set(pieces, { parts, text });
  return new Sql(text, bound);
}

/** The values of a list, after IN. */
export const inList = (values: readonly unknown[]): Sql => sql`(SELECT value FROM json_each(${values}))`;

/** Conditions that all have to be met; false and undefined ones are left out. */
export function allOf(...conditions: readonly (Sql | false | undefined)[]): Sql {
  return conditions.reduce<Sql>(
    (all, condition) => (condition instanceof Sql ? sql`${all} AND ${condition}` : all),
    sql`TRUE`,
  );
}

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

/** Converts a value for the database: undefined to null, flags to numbers, lists and objects to JSON. */
function toColumn(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return JSON.stringify(value);
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
