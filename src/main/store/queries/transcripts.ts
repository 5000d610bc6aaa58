import type { Message } from '#shared/domain/message.ts';
import type { Span } from '#shared/domain/report-span.ts';
import type { Connection } from '../connection.ts';
import { rowId, SELECT_MESSAGE, selectChat, toChat, toMessage } from '../rows.ts';
import type { ChatPage } from './chats.ts';
import { cursorOf, parseCursor } from './cursor.ts';

export interface TranscriptSelection extends Span {
  readonly channelId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Chats that began in a span, oldest first. Coded error: invalid_input, for a foreign cursor. */
export async function listTranscriptChats(
  connection: Connection,
  { from, to, channelId, cursor, limit }: TranscriptSelection,
): Promise<ChatPage> {
  const after = parseCursor(cursor);
  const rows = await connection.all(
    `${selectChat(`(SELECT * FROM chats WHERE opened_at >= ? AND opened_at < ?${channelId === undefined ? '' : ' AND channel_id = ?'}${after === undefined ? '' : ' AND (opened_at, id) > (?, ?)'}
      ORDER BY opened_at, id LIMIT ?)`)} ORDER BY chats.opened_at, chats.id`,
    ...[
      from,
      to,
      ...(channelId === undefined ? [] : [channelId]),
      ...(after === undefined ? [] : [after.value, after.id]),
      limit + 1,
    ],
  );
  const chats = rows.slice(0, limit).map(toChat);
  const last = chats.at(-1);
  return rows.length > limit && last !== undefined
    ? { chats, nextCursor: cursorOf(last.openedAt, last.id) }
    : { chats };
}

/** Messages of a chat after one of them, oldest first. */
export async function listTranscriptMessages(
  connection: Connection,
  {
    chatId,
    after,
    notes,
    limit,
  }: { readonly chatId: string; readonly after: string; readonly notes: boolean; readonly limit: number },
): Promise<readonly Message[]> {
  return (
    await connection.all(
      `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id > ?${notes ? '' : " AND messages.author <> 'note'"} ORDER BY messages.id LIMIT ?`,
      ...[rowId(chatId) ?? 0, Number(after), limit],
    )
  ).map(toMessage);
}
