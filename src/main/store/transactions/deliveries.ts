import { ContractError } from '#shared/contract/errors.ts';
import type { Chat, Delivery, DeliveryError, Message } from '#shared/domain/entities.ts';
import { agentContentOf } from '#shared/protocol/agent-content.ts';
import { renderAgentMessage } from '#shared/protocol/agent-message.ts';
import type { AgentMessage, ContentType } from '#shared/protocol/chat-channel.ts';
import type { Connection, Row } from '../connection.ts';
import { readChat, readMessage, rowId } from '../rows.ts';
import { rehostFiles } from './hosted-files.ts';

/** A reply that waits for its verdict. Ids are decimal strings; `body` is the JSON to post. */
export interface SendingDelivery {
  readonly messageId: string;
  readonly chatId: string;
  readonly channelId: string;
  readonly body: string;
  /** attempts begun so far */
  readonly attempts: number;
}

export interface DeliveryChange {
  readonly message: Message;
  readonly chat: Chat;
}

/** How it stands with a reply that was queued just now, as it is read afterwards. */
export const QUEUED: Delivery = { state: 'sending', attempts: 0, error: undefined, deliveredAt: undefined };

/** Queues a new reply behind all others. */
export function enqueueDelivery(connection: Connection, delivery: Omit<SendingDelivery, 'attempts'>): SendingDelivery {
  connection.run(
    `INSERT INTO deliveries (message_id, chat_id, channel_id, place, body, state)
     VALUES (?, ?, ?, (SELECT ifnull(max(place), 0) + 1 FROM deliveries), ?, 'sending')`,
    Number(delivery.messageId),
    Number(delivery.chatId),
    delivery.channelId,
    delivery.body,
  );
  return { ...delivery, attempts: 0 };
}

/** Counts an attempt before it goes out, so that a crash cannot make one more of it. */
export function beginAttempt(connection: Connection, { messageId }: { readonly messageId: string }): number {
  const row = connection.get(
    'UPDATE deliveries SET attempts = attempts + 1 WHERE message_id = ? RETURNING attempts',
    Number(messageId),
  );
  return Number(row?.['attempts'] ?? 0);
}

/** The integrator answered with an error of its own; attempts go on. */
export function noteDeliveryError(
  connection: Connection,
  note: { readonly messageId: string; readonly error: DeliveryError },
): DeliveryChange {
  connection.run(
    'UPDATE deliveries SET error = ? WHERE message_id = ?',
    JSON.stringify(note.error),
    Number(note.messageId),
  );
  return changeOf(connection, Number(note.messageId));
}

export function endDelivery(
  connection: Connection,
  verdict: { readonly messageId: string; readonly at: number; readonly error: DeliveryError | undefined },
): DeliveryChange {
  const messageId = Number(verdict.messageId);
  if (verdict.error === undefined) {
    connection.run(
      "UPDATE deliveries SET state = 'delivered', error = NULL, delivered_at = ? WHERE message_id = ?",
      verdict.at,
      messageId,
    );
  } else {
    connection.run(
      "UPDATE deliveries SET state = 'failed', error = ? WHERE message_id = ?",
      JSON.stringify(verdict.error),
      messageId,
    );
    connection.run(
      'UPDATE chats SET failed = failed + 1 WHERE id = (SELECT chat_id FROM deliveries WHERE message_id = ?)',
      messageId,
    );
  }
  return changeOf(connection, messageId);
}

/** How a reply that is sent again is written now: its links and what its channel takes may have changed. */
export interface Rendering {
  /** where customers reach the listener; without a slash at the end */
  readonly publicUrl: string;
  readonly takes: readonly ContentType[];
  /** until when its files can be fetched; milliseconds, wall clock */
  readonly expiresAt: number;
}

/** Puts a failed reply at the end of the queue again. Coded errors: not_found, not_failed. */
export function resendMessage(
  connection: Connection,
  { messageId: id, rendering }: { readonly messageId: string; readonly rendering?: Rendering | undefined },
): DeliveryChange & { readonly sending: SendingDelivery } {
  const messageId = rowId(id);
  const row =
    messageId === undefined ? undefined : connection.get('SELECT * FROM deliveries WHERE message_id = ?', messageId);
  if (row === undefined || messageId === undefined) throw new ContractError('not_found', 'There is no such reply');
  if (row['state'] !== 'failed')
    throw new ContractError('not_failed', 'Only a reply that was not delivered can be sent again');
  connection.run(
    `UPDATE deliveries SET state = 'sending', attempts = 0, error = NULL, place = (SELECT max(place) + 1 FROM deliveries) WHERE message_id = ?`,
    messageId,
  );
  connection.run('UPDATE chats SET failed = max(0, failed - 1) WHERE id = ?', Number(row['chat_id']));
  const body =
    rendering === undefined ? String(row['body']) : renderedAnew(connection, messageId, String(row['body']), rendering);
  return { ...changeOf(connection, messageId), sending: { ...toSending(row), body, attempts: 0 } };
}

/** The body as it is written now; what is stored follows. */
function renderedAnew(
  connection: Connection,
  messageId: number,
  before: string,
  { publicUrl, takes, expiresAt }: Rendering,
): string {
  const message = readMessage(connection, messageId);
  const recipient = connection.get(
    'SELECT customers.external_id FROM messages JOIN chats ON chats.id = messages.chat_id JOIN customers ON customers.id = chats.customer_id WHERE messages.id = ?',
    messageId,
  );
  if (message === undefined || recipient === undefined || message.type === 'text') return before;
  const links = rehostFiles(connection, messageId, publicUrl, expiresAt);
  connection.run('UPDATE messages SET fields = json_patch(fields, ?) WHERE id = ?', JSON.stringify(links), messageId);
  const { sender } = JSON.parse(before) as Pick<AgentMessage, 'sender'>;
  const body = renderAgentMessage(
    String(recipient['external_id']),
    sender,
    agentContentOf({ ...message, ...links }, takes),
  );
  connection.run('UPDATE deliveries SET body = ? WHERE message_id = ?', body, messageId);
  return body;
}

export function toSending(row: Row): SendingDelivery {
  return {
    messageId: String(row['message_id']),
    chatId: String(row['chat_id']),
    channelId: String(row['channel_id']),
    body: String(row['body']),
    attempts: Number(row['attempts']),
  };
}

function changeOf(connection: Connection, messageId: number): DeliveryChange {
  const message = readMessage(connection, messageId);
  const chat = message && readChat(connection, Number(message.chatId));
  if (message === undefined || chat === undefined) throw new ContractError('not_found', 'There is no such reply');
  return { message, chat };
}
