import type { Connection } from '../connection.ts';

/** Messages counted per step: a few milliseconds of the writing thread. */
const STEP = 2000;

/** Counts new messages by quarter of an hour, one step at a time. `done`: nothing is left. */
export async function countMessages(connection: Connection): Promise<{ readonly done: boolean }> {
  const counted = await connection.get<{ upTo: number }>('SELECT up_to FROM messages_counted');
  const from = counted?.upTo ?? 0;
  const last = await connection.get<{ upTo?: number; count: number }>(
    'SELECT max(id) AS up_to, count(*) AS count FROM (SELECT id FROM messages WHERE id > ? ORDER BY id LIMIT ?)',
    from,
    STEP,
  );
  if (last?.upTo === undefined) return { done: true };
  const { upTo, count } = last;
  await connection.run(
    `INSERT INTO message_counts (quarter, channel_id, author, who, count)
     SELECT messages.at / 900000, chats.channel_id, messages.author, coalesce(messages.operator_id, messages.bot_id, ''), count(*)
     FROM messages JOIN chats ON chats.id = messages.chat_id
     WHERE messages.id > ? AND messages.id <= ? AND messages.author IN ('customer', 'operator', 'bot') AND messages.held_back IS NULL
     GROUP BY 1, 2, 3, 4
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    from,
    upTo,
  );
  await connection.run('UPDATE messages_counted SET up_to = ?', upTo);
  return { done: count < STEP };
}
