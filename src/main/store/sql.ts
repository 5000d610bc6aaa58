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

/** Ids of rows, after IN; what is none is not there. */
export const inIds = (ids: readonly (string | number)[]): Sql =>
  sql`(SELECT CAST(value AS BIGINT) FROM json_each(${ids.map(Number)}))`;

/** Texts, after IN, or after FROM with the one column `value`. */
export const inTexts = (texts: readonly string[]): Sql => sql`(SELECT value FROM json_each(${texts}))`;

/** The number under a key of a JSON column; null: there is none. */
export const numberIn = (column: Sql, key: string): Sql => sql`CAST(${column} ->> ${key} AS BIGINT)`;

/** True if there is a row. The offset keeps PostgreSQL from a join, for which it would read whole tables. */
export const isThere = (rows: Sql): Sql => sql`EXISTS (SELECT 1 ${rows} LIMIT 1 OFFSET 0)`;

/** Conditions that all have to be met; false and undefined ones are left out. */
export function allOf(...conditions: readonly (Sql | false | undefined)[]): Sql {
  return conditions.reduce<Sql>(
    (all, condition) => (condition instanceof Sql ? sql`${all} AND ${condition}` : all),
    sql`TRUE`,
  );
}
