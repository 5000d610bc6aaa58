import type { ChatEvent, Message } from '#shared/domain/entities.ts';
import type { MediaFields } from '#shared/protocol/chat-channel.ts';
import type { Connection } from '../connection.ts';

export interface NewMessage {
  readonly chatId: number;
  readonly from: Message['from'];
  readonly type: Message['type'];
  readonly text?: string | undefined;
  readonly fields?: MediaFields;
  readonly externalId?: string | undefined;
  readonly operatorId?: string;
  readonly authorName?: string;
  readonly event?: ChatEvent;
  readonly digest?: string | undefined;
  readonly at: number;
}

/** Inserts a message and returns it as the console sees it; the chat's row is the caller's to update. */
export function insertMessage(connection: Connection, message: NewMessage): Message {
  const { chatId, from, type, text, fields, externalId, operatorId, authorName, event, digest, at } = message;
  const hasFields = fields !== undefined && Object.keys(fields).length > 0;
  const id = connection.insert(
    `INSERT INTO messages (chat_id, author, type, text, fields, external_id, operator_id, author_name, event, digest, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    chatId,
    from,
    type,
    text ?? null,
    hasFields ? JSON.stringify(fields) : null,
    externalId ?? null,
    operatorId ?? null,
    authorName ?? null,
    event === undefined ? null : JSON.stringify(event),
    digest ?? null,
    at,
  );
  return {
    ...fields,
    id: String(id),
    chatId: String(chatId),
    from,
    type,
    text,
    externalId,
    operatorId,
    authorName,
    event,
    at,
  };
}

/** A line in the middle of the conversation that says what happened. */
export function insertSystemLine(connection: Connection, chatId: number, event: ChatEvent, at: number): Message {
  const line = insertMessage(connection, { chatId, from: 'system', type: 'text', text: sentence(event), event, at });
  connection.run('UPDATE chats SET last_activity_at = ? WHERE id = ?', at, chatId);
  return line;
}

function sentence(event: ChatEvent): string {
  switch (event.kind) {
    case 'taken':
      return event.fromOperatorName === undefined ? `${event.operatorName} took the chat` : `${event.operatorName} took the chat over from ${event.fromOperatorName}`;
    case 'closed':
      return `${event.operatorName} closed the chat`;
    case 'reopened':
      return `${event.operatorName} opened the chat again`;
    case 'channel_removed':
      return `The channel ${event.channelName} was removed, so this chat is closed`;
  }
}
