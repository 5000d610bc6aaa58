import type { ChatEvent, HeldBackReason, Message, MessageFields } from '#shared/domain/message.ts';
import type { Connection } from '../connection.ts';
import { toMessage } from '../rows.ts';

export interface NewMessage {
  readonly chatId: number;
  readonly from: Message['from'];
  readonly type: Message['type'];
  readonly text?: string | undefined;
  readonly fields?: MessageFields;
  readonly externalId?: string | undefined;
  /** what an operator's words were called when they were sent, and which part of them this is */
  readonly clientId?: string | undefined;
  readonly part?: number;
  readonly operatorId?: string;
  readonly botId?: string | undefined;
  readonly heldBack?: HeldBackReason | undefined;
  readonly authorName?: string;
  readonly event?: ChatEvent;
  readonly digest?: string | undefined;
  readonly at: number;
}

/** Inserts a message and returns it as every later question shows it; the chat's row is the caller's to update. */
export async function insertMessage(connection: Connection, message: NewMessage): Promise<Message> {
  const { chatId, from, type, text, fields, externalId, clientId, part } = message;
  const { operatorId, botId, heldBack, authorName, event, digest, at } = message;
  const hasFields = fields !== undefined && Object.keys(fields).length > 0;
  const row = {
    chat_id: chatId,
    author: from,
    type,
    text: text ?? null,
    fields: hasFields ? JSON.stringify(fields) : null,
    external_id: externalId ?? null,
    client_id: clientId ?? null,
    part: clientId === undefined ? null : (part ?? 0),
    operator_id: operatorId ?? null,
    bot_id: botId ?? null,
    held_back: heldBack ?? null,
    author_name: authorName ?? null,
    event: event === undefined ? null : JSON.stringify(event),
    digest: digest ?? null,
    at,
  };
  const id = await connection.insert(
    `INSERT INTO messages (chat_id, author, type, text, fields, external_id, client_id, part, operator_id, bot_id, held_back, author_name, event, digest, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  );
  return toMessage({ ...row, id });
}

/** A line in the middle of the conversation that says what happened. */
export async function insertSystemLine(
  connection: Connection,
  chatId: number,
  event: ChatEvent,
  at: number,
): Promise<Message> {
  const line = await insertMessage(connection, { chatId, from: 'system', type: 'text', event, at });
  await connection.run('UPDATE chats SET last_activity_at = ? WHERE id = ?', at, chatId);
  return line;
}
