import type { Standing } from '#shared/domain/chat-rules.ts';
import type { HandOverReason } from '#shared/domain/message.ts';
import { needsAnew } from '#shared/domain/needs-person.ts';
import type { Connection, Row } from '../connection.ts';
import { leftBot } from './report-facts.ts';

/** Who has the chat of a row of `chats`. */
export function standingOf(row: Row): Standing {
  return {
    state: row['state'] as Standing['state'],
    operatorId: row['operator_id'] == null ? undefined : String(row['operator_id']),
    botId: row['bot_id'] == null ? undefined : String(row['bot_id']),
    waitingSince: row['waiting_since'] == null ? undefined : Number(row['waiting_since']),
    askedForPerson: Number(row['asked']) > 0,
    botMaySpeak: Number(row['bot_may_speak']) > 0,
  };
}

/** Which bots have held a chat is known for good: each is told of its end, and what it says later is kept back there. */
export async function noteBotHolds(connection: Connection, chatId: number, { state, botId }: Standing): Promise<void> {
  if (state === 'bot' && botId !== undefined)
    await connection.run('INSERT OR IGNORE INTO chat_bots (chat_id, bot_id) VALUES (?, ?)', chatId, botId);
}

/** Writes who has a chat now. What a bot was still to be told of a chat that it loses is told no more. */
export async function writeStanding(
  connection: Connection,
  chatId: number,
  before: Standing,
  standing: Standing,
  reason?: HandOverReason,
): Promise<void> {
  await connection.run(
    'UPDATE chats SET state = ?, operator_id = ?, bot_id = ?, waiting_since = ?, asked = ?, bot_may_speak = ?, left_bot = ifnull(left_bot, ?) WHERE id = ?',
    standing.state,
    standing.operatorId ?? null,
    standing.botId ?? null,
    standing.waitingSince ?? null,
    standing.askedForPerson === true ? 1 : 0,
    standing.botMaySpeak === true ? 1 : 0,
    leftBot(before, standing, reason),
    chatId,
  );
  await noteBotHolds(connection, chatId, standing);
  if (needsAnew(before, standing)) await connection.run('UPDATE chats SET seen = NULL WHERE id = ?', chatId);
  if (before.state !== 'bot' || (standing.state === 'bot' && standing.botId === before.botId)) return;
  await connection.run(
    "UPDATE bot_events SET state = 'dropped' WHERE chat_id = ? AND state = 'sending' AND kind IN ('CLIENT_MESSAGE', 'AGENT_UNAVAILABLE')",
    chatId,
  );
}
