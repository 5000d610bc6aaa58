import type { ChatEvent, HeldBackReason, Message, MessageFields } from '#shared/domain/message.ts';
import type { Connection } from '../connection.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { toMessage, type MessageRow } from '../rows.ts';

export interface NewMessage {
  readonly chatId: string;
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
  const { from, part, fields, digest, ...said } = message;
  const hasFields = fields !== undefined && Object.keys(fields).length > 0;
  const row = omitUndefined({
    ...said,
    author: from,
    // As it will be read: JSON knows no negative zero.
    fields: hasFields ? (JSON.parse(JSON.stringify(fields)) as MessageFields) : undefined,
    part: said.clientId === undefined ? undefined : (part ?? 0),
  }) as Omit<MessageRow, 'id'>;
  return toMessage({ ...row, id: await connection.insert('messages', { ...row, digest }) });
}

/** A line in the middle of the conversation that says what happened. */
export async function insertSystemLine(
  connection: Connection,
  chatId: string,
  event: ChatEvent,
  at: number,
): Promise<Message> {
  const line = await insertMessage(connection, { chatId, from: 'system', type: 'text', event, at });
  await connection.update('chats', { id: chatId }, { lastActivityAt: at });
  return line;
}
