import { installation } from '../fixtures/installation.ts';
import { type Postgres, spaceIn } from '../fixtures/postgres.ts';
import { PostgresConnection } from '#main/store/postgres/connection.ts';
import { createSchema } from '#main/store/postgres/schema.ts';
import { putInstallation } from '#main/store/installation/installation.ts';
import { BLOCK_SIZES, inBlock, type Indexed } from '#main/store/search/tokens.ts';
import { sql, Sql } from '#main/store/sql.ts';

/** Milliseconds between two chats: 166 a day. */
const EVERY = 520_000;
/** Chats that are open: as many, however long the shop has been there. */
const OPEN = 400;
/** Chats of the beginning, which alone have a channel, an operator and a tag that are used no more. */
const OLD = 2000;

/** A shop's database on the server with this many chats, the last at `now`, and two messages in each. Returns its URL. */
export async function fillWithChats(server: Postgres, name: string, chats: number, now: number): Promise<string> {
  const space = spaceIn(server.urlOf('postgres'), name);
  await space.create();
  const db = new PostgresConnection(space.url);
  try {
    await createSchema(db);
    await db.transaction(() =>
      putInstallation(db, { installation: installation({ channels: ['shop', 'app', 'mail', 'old'] }), at: 0 }),
    );
    const customers = Math.floor((chats * 3) / 4);
    // Neither triggers nor foreign keys, row by row.
    await db.exec('SET session_replication_role = replica');
    for (const statement of rowsOf(chats, customers, now)) await db.run(statement);
    await indexWords(db, 'customers', customers);
    await indexWords(db, 'messages', 2 * chats);
    await db.exec('VACUUM ANALYZE');
  } finally {
    await db.close();
  }
  return space.url;
}

/**
 * Three of four chats are of a new customer, the fourth of one from any time before. What is narrowed to has a page or
 * more in a small shop too: spread over its time, or at its beginning only.
 */
function* rowsOf(chats: number, customers: number, now: number): Iterable<Sql> {
  const from = now - chats * EVERY;
  const numbers = (count: number): Sql => sql`generate_series(CAST(1 AS BIGINT), CAST(${count} AS BIGINT)) AS n`;
  const isOpen = sql`n > ${chats - OPEN} AND n % 4 <> 0`;
  const isOld = sql`n <= ${OLD} AND n % 20`;
  const openedAt = sql`${from} + n * ${EVERY}`;
  const channelId = sql`
    CASE WHEN ${isOld} = 0 THEN 'old' WHEN n % 100 = 0 THEN 'mail' WHEN n % 3 = 0 THEN 'app' ELSE 'shop' END`;
  const answeredBy = sql`CASE WHEN n % 2 = 0 THEN 'boris' ELSE 'olga' END`;
  const syllable = (of: string): Sql => new Sql(`substr(md5(n || '${of}'), 1, 4)`);
  const isTagged = sql`
    CASE name WHEN 'vip' THEN n % 20 = 3 WHEN 'rare' THEN n % 150 = 3 ELSE n <= ${OLD} AND n % 20 = 3 END`;
  yield sql`
    INSERT INTO customers (id, channel_id, external_id, name, name_key, phone, email, first_seen_at, blocked_at)
    SELECT n, ${channelId}, '"customer-' || n || '"', name, lower(name), '030 ' || 10000000 + n,
      ${syllable('mail')} || '@' || ${syllable('host')} || '.example', ${from} + n * 4 / 3 * ${EVERY},
      CASE WHEN n % 100 = 9 THEN ${now} - n END
    FROM ${numbers(customers)}, LATERAL (SELECT CASE WHEN n % 20 > 0
      THEN CASE WHEN n % 50 = 1 THEN 'Anna' ELSE ${syllable('first')} END || ' ' || ${syllable('last')} END AS name) AS named`;
  yield sql`
    INSERT INTO chats (id, customer_id, channel_id, state, operator_id, bot_id, unanswered, waiting_since, failed, rating,
      opened_at, last_activity_at, closed_at, last_message_id, answered_by, answer_waited, bot_answer_waited)
    SELECT n, CASE WHEN n % 4 = 0 THEN 1 + n * 7919 % (n / 4 * 3) ELSE n - n / 4 END, ${channelId},
      CASE WHEN NOT (${isOpen}) THEN 'closed' WHEN n % 3 = 0 THEN 'waiting' WHEN n % 3 = 1 THEN 'active' ELSE 'bot' END,
      CASE WHEN ${isOpen} AND n % 3 <> 1 THEN NULL WHEN ${isOld} = 1 THEN 'piotr' WHEN n % 150 = 5 THEN 'zoe'
        ELSE ${answeredBy} END,
      CASE WHEN n % 5 = 0 OR ${isOpen} AND n % 3 = 2 THEN 'faq' END, CASE WHEN ${isOpen} THEN 1 ELSE 0 END,
      CASE WHEN ${isOpen} AND n % 3 = 0 THEN ${openedAt} END,
      CASE WHEN n > ${chats - 10_000} AND n % 100 = 7 THEN 1 ELSE 0 END, CASE WHEN n % 10 = 1 THEN '{"rate":5}' END,
      ${openedAt}, ${openedAt} + 60000, CASE WHEN NOT (${isOpen}) THEN ${openedAt} + 120000 END, 2 * n,
      ${answeredBy}, 30000 + n % 1000, CASE WHEN n % 5 = 0 THEN 2000 END
    FROM ${numbers(chats)}`;
  yield sql`
    INSERT INTO messages (id, chat_id, author, type, text, operator_id, author_name, at)
    SELECT id, n, CASE WHEN id % 2 = 1 THEN 'customer' ELSE 'operator' END, 'text',
      'the ' || ${syllable('one')} || ' ' || ${syllable('two')} || CASE WHEN id % 2 = 1 THEN ' message ' ELSE ' evening ' END
        || CASE WHEN n % 3 = 0 THEN 'lampost ' ELSE '' END || 10000000 + id,
      CASE WHEN id % 2 = 0 THEN ${answeredBy} END, CASE WHEN id % 2 = 0 THEN 'Olga' END, ${openedAt} + id % 2 * 60000
    FROM ${numbers(chats)}, LATERAL (VALUES (2 * n - 1), (2 * n)) AS two (id)`;
  yield sql`
    INSERT INTO ratings (digest, chat_id, customer_id, channel_id, operator_id, bot_id, asked_name, asked_at, rate,
      first_rated_at, rated_at)
    SELECT 'digest ' || id, id, customer_id, channel_id, CASE WHEN id % 30 > 1 THEN answered_by END,
      CASE WHEN id % 30 = 1 THEN 'faq' END, 'Olga', opened_at, 1 + id / 10 % 5, opened_at, opened_at
    FROM chats WHERE rating IS NOT NULL`;
  yield sql`INSERT INTO tags (name, key) VALUES ('vip', 'VIP'), ('rare', 'RARE'), ('old', 'OLD')`;
  yield sql`INSERT INTO chat_tags (tag_id, chat_id) SELECT id, n FROM tags, ${numbers(chats)} WHERE ${isTagged}`;
  yield sql`INSERT INTO customer_tags (tag_id, customer_id) SELECT id, n FROM tags, ${numbers(customers)} WHERE ${isTagged}`;
  yield sql`
    INSERT INTO message_counts (quarter, channel_id, author, who, count)
    SELECT messages.at / 900000, chats.channel_id, author, coalesce(messages.operator_id, ''), count(*)
    FROM messages JOIN chats ON chats.id = messages.chat_id GROUP BY 1, 2, 3, 4`;
  yield sql`UPDATE messages_counted SET up_to = ${2 * chats}`;
  for (const table of ['customers', 'chats', 'messages'])
    yield sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${new Sql(table)}))`;
}

/** Texts with words between spaces, and further tokens, by table. */
const SEARCHED: Readonly<Record<Indexed, { readonly from: Sql; readonly text: Sql; readonly tokens: Sql }>> = {
  messages: {
    from: sql`messages AS row JOIN chats ON chats.id = row.chat_id`,
    text: sql`text`,
    tokens: sql`ARRAY['a' || encode(CAST(author AS BYTEA), 'hex'), 'c' || encode(CAST(channel_id AS BYTEA), 'hex')]
      || CASE WHEN row.operator_id IS NULL THEN '{}' ELSE ARRAY['o' || encode(CAST(row.operator_id AS BYTEA), 'hex')] END`,
  },
  customers: {
    from: sql`customers AS row`,
    text: sql`concat_ws(' ', name_key, phone, translate(email, '@.', '  '), 'customer', id)`,
    tokens: sql`ARRAY['c' || encode(CAST(channel_id AS BYTEA), 'hex')]
      || ARRAY(SELECT 'p' || substr(replace(phone, ' ', ''), at) FROM generate_series(1, 8) AS at)`,
  },
};

/** What `messageTokens` and `customerTokens` make of these texts. */
async function indexWords(db: PostgresConnection, table: Indexed, last: number): Promise<void> {
  const { from, text, tokens } = SEARCHED[table];
  const [index, size] = [`search_${table}_words`, BLOCK_SIZES[table]];
  const definition = await db.value<string>`SELECT pg_get_indexdef(CAST(${index} AS regclass))`;
  await db.exec(`DROP INDEX ${index}`);
  for (let block = 0; block * size <= last; block += 1)
    await db.run`
      INSERT INTO ${new Sql(`search_${table}`)} (id, words)
      SELECT row.id, array_to_tsvector(ARRAY(SELECT DISTINCT CAST(${inBlock([''], block)[0]} AS TEXT) || token FROM unnest(
        ARRAY(SELECT 'w' || word FROM unnest(string_to_array(${text}, ' ')) AS word) || ${tokens}) AS token))
      FROM ${from} WHERE row.id >= ${block * size} AND row.id < ${(block + 1) * size}`;
  await db.exec(`SET maintenance_work_mem = '512MB'; ${definition}`);
}
