import type { Standing } from '#shared/domain/chat-rules.ts';
import type { HandOverReason } from '#shared/domain/message.ts';
import { needsAnew } from '#shared/domain/needs-person.ts';
import type { Connection } from '../connection.ts';
import { leftBot } from './report-facts.ts';

export interface StandingRow extends Omit<Standing, 'askedForPerson' | 'botMaySpeak'> {
  readonly asked: number;
  readonly botMaySpeak: number;
}

/** Who has the chat of a row of `chats`. */
export function standingOf({ state, operatorId, botId, waitingSince, asked, botMaySpeak }: StandingRow): Standing {
  return { state, operatorId, botId, waitingSince, askedForPerson: asked > 0, botMaySpeak: botMaySpeak > 0 };
}

/** Which bots have held a chat is known for good: each is told of its end, and what it says later is kept back there. */
export async function noteBotHolds(connection: Connection, chatId: string, { state, botId }: Standing): Promise<void> {
  if (state === 'bot' && botId !== undefined)
    await connection.run('INSERT OR IGNORE INTO chat_bots (chat_id, bot_id) VALUES (?, ?)', chatId, botId);
}

/** Writes who has a chat now. What a bot was still to be told of a chat that it loses is told no more. */
export async function writeStanding(
  connection: Connection,
  chatId: string,
  before: Standing,
  standing: Standing,
  reason?: HandOverReason,
): Promise<void> {
  const { state, operatorId, botId, waitingSince, askedForPerson = false, botMaySpeak = false } = standing;
  const now = { state, operatorId, botId, waitingSince, asked: askedForPerson, botMaySpeak };
  await connection.update('chats', { id: chatId }, now);
  const left = leftBot(before, standing, reason);
  if (left !== null)
    await connection.run('UPDATE chats SET left_bot = ? WHERE id = ? AND left_bot IS NULL', left, chatId);
  await noteBotHolds(connection, chatId, standing);
  if (needsAnew(before, standing)) await connection.update('chats', { id: chatId }, { seen: undefined });
  if (before.state !== 'bot' || (standing.state === 'bot' && standing.botId === before.botId)) return;
  await connection.run(
    "UPDATE bot_events SET state = 'dropped' WHERE chat_id = ? AND state = 'sending' AND kind IN ('CLIENT_MESSAGE', 'AGENT_UNAVAILABLE')",
    chatId,
  );
}
