import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import { type Connection, together } from '../connection.ts';
import { sql, Sql } from '../sql.ts';
import { newestIds } from './hits.ts';
import type { FullText } from './search.ts';
import {
  customerTokens,
  inBlock,
  messageTokens,
  queryText,
  SEARCHED_CUSTOMERS,
  SEARCHED_MESSAGES,
  type Indexed,
  type QuerySyntax,
  type SearchedCustomer,
  type SearchedMessage,
  type Tokens,
} from './tokens.ts';

const SYNTAX: QuerySyntax = {
  and: ' & ',
  or: ' | ',
  token: (text, isPrefix) => `'${text.replaceAll(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`,
};

/** Bytes of a tsvector, which holds no more. (A lexeme has up to 2046 of them; none of our tokens is as long.) */
const MOST_BYTES = 1_000_000;

/** Stands for all words of a row that has too many of them: whatever is searched may be there. */
const TOO_MANY = 'x';

/** PostgreSQL's index, which is written with its rows and so always has all of them. */
export function fullTextOn(db: Connection): FullText {
  return {
    mostRows: 2 ** 19,
    find: (indexed, wanted, { blocks, ...range }) => {
      const query = queryText({ ...wanted, orOne: [...wanted.orOne, { text: TOO_MANY }] }, blocks, SYNTAX);
      const search = new Sql(blocks.length === 1 ? 'search_in' : 'search_blocks');
      return newestIds(
        db,
        range,
        ({ above, below, limit }) => sql`
          SELECT id FROM ${search}(${`search_${indexed}`}, ${query}, ${above}, ${below}, ${limit}) AS id`,
      );
    },
    lastMessage: async () => undefined,
  };
}

/** In many blocks something rare is searched: it is looked up in the index, of which the planner expects much. */
export const SEARCH_BLOCKS = `
  CREATE OR REPLACE FUNCTION search_blocks(index text, query text, above bigint, below bigint, most bigint) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 AS $$ BEGIN
      RETURN QUERY EXECUTE format(
        'SELECT id FROM (SELECT id FROM %I WHERE words @@ $1::tsquery AND id + 0 > $2 AND id + 0 < $3 OFFSET 0) AS found ORDER BY id DESC LIMIT $4', index)
        USING query, above, below, most;
    END $$;
`;

/**
 * The index's tables. What a transaction adds or changes is noted in a setting that ends with it, for `indexChanged`; a
 * row that is deleted takes its words with it.
 */
export const SEARCH_TABLES = `
  CREATE FUNCTION note_searched() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
    name text := 'counterbell.' || tg_table_name;
  BEGIN
    PERFORM set_config(name, concat_ws(',', nullif(current_setting(name, true), ''), new.id), true);
    RETURN NULL;
  END $$;
  -- Planned anew each time: words that are in most rows are searched in another way than rare ones.
  CREATE FUNCTION search_in(index text, query text, above bigint, below bigint, most bigint) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE AS $$ BEGIN
      RETURN QUERY EXECUTE format(
        'SELECT id FROM %I WHERE words @@ $1::tsquery AND id > $2 AND id < $3 ORDER BY id DESC LIMIT $4', index)
        USING query, above, below, most;
    END $$;
  ${indexTable('messages', ['text', 'fields'])}
  ${indexTable('customers', CONTACT_FIELDS)}
`;

function indexTable(indexed: Indexed, columns: readonly string[]): string {
  const isChanged = columns.map((column) => `old.${column} IS DISTINCT FROM new.${column}`).join(' OR ');
  return `
    CREATE TABLE search_${indexed} (
      id BIGINT PRIMARY KEY REFERENCES ${indexed} ON DELETE CASCADE,
      words TSVECTOR NOT NULL
    );
    CREATE INDEX search_${indexed}_words ON search_${indexed} USING gin (words) WITH (gin_pending_list_limit = 128);
    CREATE TRIGGER search_added AFTER INSERT ON ${indexed}
      FOR EACH ROW EXECUTE FUNCTION note_searched();
    CREATE TRIGGER search_changed AFTER UPDATE ON ${indexed}
      FOR EACH ROW WHEN (${isChanged}) EXECUTE FUNCTION note_searched();`;
}

/** Statements that write to the index what the transaction has added and changed. Ask for them last in each. */
export async function changesOfIndex(db: Connection): Promise<readonly Sql[]> {
  const [messages, customers] = await together([
    // System lines are not searched.
    db.all<SearchedMessage>`
      ${SEARCHED_MESSAGES} WHERE messages.id = ANY (${noted('messages')}) AND messages.event IS NULL`,
    db.all<SearchedCustomer>`${SEARCHED_CUSTOMERS} WHERE id = ANY (${noted('customers')})`,
  ]);
  return [...rowsOf('messages', messages, messageTokens), ...rowsOf('customers', customers, customerTokens)];
}

function noted(indexed: Indexed): Sql {
  return new Sql(`CAST(string_to_array(current_setting('counterbell.${indexed}', true), ',') AS BIGINT[])`);
}

function rowsOf<R extends { readonly id: string }>(
  indexed: Indexed,
  rows: readonly R[],
  tokensOf: (row: R) => Tokens,
): readonly Sql[] {
  if (rows.length === 0) return [];
  const given = rows.map((row) => [Number(row.id), lexemesOf(tokensOf(row))]);
  return [
    sql`
      INSERT INTO ${new Sql(`search_${indexed}`)} (id, words)
      SELECT CAST(row ->> 0 AS BIGINT), array_to_tsvector(ARRAY(SELECT json_array_elements_text(row -> 1)))
      FROM json_array_elements(CAST(${given} AS json)) AS row
      ON CONFLICT (id) DO UPDATE SET words = excluded.words`,
  ];
}

function lexemesOf({ words, marks, block }: Tokens): readonly string[] {
  const all = inBlock([...words, ...marks], block);
  return Buffer.byteLength(all.join('')) <= MOST_BYTES ? all : inBlock([TOO_MANY, ...marks], block);
}
