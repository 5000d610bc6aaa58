import type { ScheduledReply } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows.ts';

/** The columns of a scheduled reply for windows. */
export const SCHEDULED_REPLY = 'id, chat_id, operator_id, text, send_at';

/** Of a chat, the next one first. */
export async function listScheduledReplies(
  connection: Connection,
  { chatId }: { readonly chatId: string },
): Promise<{ readonly replies: ScheduledReply[] }> {
  const replies = await connection.all<ScheduledReply>(
    `SELECT ${SCHEDULED_REPLY} FROM scheduled_replies WHERE chat_id = ? ORDER BY send_at, id`,
    rowId(chatId),
  );
  return { replies };
}

/** Time of the next scheduled reply or end of a snooze (Unix ms); undefined: none. */
export async function nextDue(connection: Connection): Promise<number | undefined> {
  const row = await connection.get<{ at?: number }>(
    `SELECT min(at) AS at FROM (SELECT min(send_at) AS at FROM scheduled_replies
       UNION ALL SELECT min(snoozed_until) FROM chats WHERE snoozed_until IS NOT NULL)`,
  );
  return row?.at;
}
