import type { Message } from '#shared/domain/message.ts';
import type { Span } from '#shared/domain/report-span.ts';
import type { Connection } from '../connection.ts';
import { rowId, SELECT_MESSAGE, selectChat, toChat, type ChatRow, toMessage, type MessageRow } from '../rows.ts';
import type { ChatPage } from './chats.ts';
import { pageOf, parseCursor } from './cursor.ts';

export interface TranscriptSelection extends Span {
  readonly channelId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Chats that began in a period, oldest first. Coded error: invalid_input, for an invalid cursor. */
export async function listTranscriptChats(
  connection: Connection,
  { from, to, channelId, cursor, limit }: TranscriptSelection,
): Promise<ChatPage> {
  const after = parseCursor(cursor);
  const rows = await connection.all<ChatRow>(
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
  const { page: chats, ...next } = pageOf(rows.map(toChat), limit, ({ openedAt: value, id }) => ({ value, id }));
  return { chats, ...next };
}

/** Messages of a chat after one of them, oldest first. */
export async function listTranscriptMessages(
  connection: Connection,
  page: { readonly chatId: string; readonly after: string; readonly notes: boolean; readonly limit: number },
): Promise<readonly Message[]> {
  const rows = await connection.all<MessageRow>(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id > ?${page.notes ? '' : " AND messages.author <> 'note'"} ORDER BY messages.id LIMIT ?`,
    rowId(page.chatId),
    Number(page.after),
    page.limit,
  );
  return rows.map(toMessage);
}
