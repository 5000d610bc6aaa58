import { ContractError } from '#shared/contract/errors.ts';
import type { BotTurn } from '#shared/domain/bots.ts';
import { heldBackReason, type ChatEvent, type HeldBackReason } from '#shared/domain/message.ts';
import { readPhrase } from '#shared/domain/phrase.ts';
import type { Connection, Row } from '../connection.ts';
import { rowId } from '../rows.ts';
import { SILENT_BOT, toSendingEvent, type SendingEvent } from '../transactions/bot-events.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** All events to providers without a verdict, in the order in which they go out. */
export async function listSendingEvents(connection: Connection): Promise<readonly SendingEvent[]> {
  return (await connection.all("SELECT * FROM bot_events WHERE state = 'sending' ORDER BY id")).map(toSendingEvent);
}

/** Chats, or this one, whose bot took a message and has done nothing there since, however long ago that is. */
export async function listSilentBotChats(
  connection: Connection,
  { chatId }: { readonly chatId?: string | undefined },
): Promise<readonly { readonly chatId: string; readonly botId: string }[]> {
  const rows = await connection.all(
    `SELECT id, bot_id FROM chats WHERE ${SILENT_BOT} AND (?1 IS NULL OR id = ?1)`,
    chatId === undefined ? null : (rowId(chatId) ?? 0),
  );
  return rows.map((row) => ({ chatId: String(row['id']), botId: String(row['bot_id']) }));
}

/** Events accepted from each bot after a time, counted by whole seconds; and until when bots are blocked. */
export async function countHeard(
  connection: Connection,
  { since }: { readonly since: number },
): Promise<{
  readonly heard: readonly { readonly botId: string; readonly second: number; readonly count: number }[];
  readonly blocks: readonly { readonly botId: string; readonly until: number }[];
}> {
  const rows = await connection.all(
    "SELECT bot_id, at / 1000 AS second, count(*) AS count FROM bot_events WHERE direction = 'in' AND at > ? GROUP BY bot_id, second ORDER BY second",
    since,
  );
  return {
    heard: rows.map((row) => ({
      botId: String(row['bot_id']),
      second: Number(row['second']),
      count: Number(row['count']),
    })),
    blocks: (await connection.all('SELECT bot_id, until FROM bot_blocks')).map((row) => ({
      botId: String(row['bot_id']),
      until: Number(row['until']),
    })),
  };
}

/** A page of a chat's inspector: events both ways and the lines that say why control moved, oldest first. Coded error: not_found. */
export async function listBotTurns(
  connection: Connection,
  page: { readonly chatId: string; readonly before?: string | undefined; readonly limit: number },
): Promise<{ readonly turns: BotTurn[]; readonly hasEarlier: boolean }> {
  const chatId = rowId(page.chatId);
  if (chatId === undefined || (await connection.get('SELECT 1 FROM chats WHERE id = ?', chatId)) === undefined)
    throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  const before =
    page.before === undefined
      ? { at: Number.MAX_SAFE_INTEGER, kind: 0, id: 0 }
      : await placeOf(connection, chatId, page.before);
  const rows = await connection.all(
    `SELECT kind, id, at FROM (
       SELECT 1 AS kind, id, at FROM bot_events WHERE chat_id = ?1
       UNION ALL SELECT 2 AS kind, id, at FROM messages WHERE chat_id = ?1 AND author = 'system' AND event IS NOT NULL)
     WHERE (at, kind, id) < (?2, ?3, ?4) ORDER BY at DESC, kind DESC, id DESC LIMIT ?5`,
    ...[chatId, before.at, before.kind, before.id, page.limit + 1],
  );
  const turns = await Array.fromAsync(rows.slice(0, page.limit), (row) => readTurn(connection, row));
  return { turns: turns.reverse(), hasEarlier: rows.length > page.limit };
}

/** A turn's id is its table's letter and its number there. */
async function placeOf(
  connection: Connection,
  chatId: number,
  turnId: string,
): Promise<{ readonly at: number; readonly kind: number; readonly id: number }> {
  const id = rowId(turnId.slice(1)) ?? 0;
  const isEvent = turnId.startsWith('e');
  const row = await connection.get(
    `SELECT at FROM ${isEvent ? 'bot_events' : 'messages'} WHERE id = ? AND chat_id = ?`,
    id,
    chatId,
  );
  if (row === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.line'));
  return { at: Number(row['at']), kind: isEvent ? 1 : 2, id };
}

async function readTurn(connection: Connection, { kind, id }: Row): Promise<BotTurn> {
  if (Number(kind) === 2) {
    const row = (await connection.get('SELECT id, event, at FROM messages WHERE id = ?', Number(id))) ?? {};
    return {
      direction: 'move',
      id: `m${String(row['id'])}`,
      at: Number(row['at']),
      move: JSON.parse(String(row['event'])) as ChatEvent,
    };
  }
  const row = (await connection.get('SELECT * FROM bot_events WHERE id = ?', Number(id))) ?? {};
  const common = {
    direction: row['direction'],
    id: `e${String(row['id'])}`,
    botId: row['bot_id'],
    event: row['kind'],
    at: row['at'],
    body: row['body'],
  };
  if (row['direction'] === 'out')
    return { ...common, state: row['state'], attempts: JSON.parse(String(row['log'] ?? '[]')) as unknown } as BotTurn;
  const message = row['message_id'] == null ? {} : { messageId: String(row['message_id']) };
  return {
    ...common,
    outcome: row['state'],
    status: row['status'],
    ...message,
    ...(row['note'] != null && { note: noteOf(String(row['note'])) }),
  } as BotTurn;
}

function noteOf(text: string): HeldBackReason | Phrase {
  return heldBackReason.safeParse(text).data ?? readPhrase(text);
}
