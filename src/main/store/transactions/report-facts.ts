import type { Standing } from '#shared/domain/chat-rules.ts';
import type { HandOverReason } from '#shared/domain/message.ts';
import type { Connection } from '../connection.ts';
import type { FoundChat } from './chat-change.ts';

/** Notes an operator's first answer in a chat, and how long its customer had waited for it. */
export async function noteAnswer(
  connection: Connection,
  { row, chatId, standing }: FoundChat,
  operatorId: string,
  at: number,
): Promise<void> {
  if (row.answeredBy !== undefined) return;
  const waited = standing.waitingSince === undefined ? null : Math.max(0, at - standing.waitingSince);
  await connection.update('chats', { id: chatId }, { answeredBy: operatorId, answerWaited: waited });
}

/** Notes a bot's first answer in a chat. */
export async function noteBotAnswer(
  connection: Connection,
  { row, chatId, standing }: FoundChat,
  at: number,
): Promise<void> {
  if (row.botAnswerWaited !== undefined) return;
  const botAnswerWaited = Math.max(0, at - (standing.waitingSince ?? at));
  await connection.update('chats', { id: chatId }, { botAnswerWaited });
}

/** Why a chat needs a person now that its bot had until now; null where it does not. Of a chat, the first reason counts. */
export function leftBot(
  before: Standing,
  after: Standing,
  reason: HandOverReason | undefined,
): 'asked' | 'taken' | HandOverReason | null {
  if (after.askedForPerson === true) return 'asked';
  if (before.state !== 'bot' || after.state === 'bot' || after.state === 'closed') return null;
  return after.state === 'active' ? 'taken' : (reason ?? null);
}

/** So many messages are counted at a time: a few milliseconds of the writing thread. */
const STEP = 2000;

/** Counts what was said since the last time, by quarter of an hour, a step at a time. `done`: nothing is left. */
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
