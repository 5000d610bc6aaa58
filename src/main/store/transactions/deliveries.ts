import { ContractError } from '#shared/contract/errors.ts';
import type { Chat, DeliveryError, Message } from '#shared/domain/entities.ts';
import type { Connection, Row } from '../connection.ts';
import { readChat, readMessage, rowId } from '../rows.ts';

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
  const row = connection.get('UPDATE deliveries SET attempts = attempts + 1 WHERE message_id = ? RETURNING attempts', Number(messageId));
  return Number(row?.['attempts'] ?? 0);
}

/** The integrator answered with an error of its own; attempts go on. */
export function noteDeliveryError(connection: Connection, note: { readonly messageId: string; readonly error: DeliveryError }): DeliveryChange {
  connection.run('UPDATE deliveries SET error = ? WHERE message_id = ?', JSON.stringify(note.error), Number(note.messageId));
  return changeOf(connection, Number(note.messageId));
}

export function endDelivery(
  connection: Connection,
  verdict: { readonly messageId: string; readonly at: number; readonly error: DeliveryError | undefined },
): DeliveryChange {
  const messageId = Number(verdict.messageId);
  if (verdict.error === undefined) {
    connection.run("UPDATE deliveries SET state = 'delivered', error = NULL, delivered_at = ? WHERE message_id = ?", verdict.at, messageId);
  } else {
    connection.run("UPDATE deliveries SET state = 'failed', error = ? WHERE message_id = ?", JSON.stringify(verdict.error), messageId);
    connection.run('UPDATE chats SET failed = failed + 1 WHERE id = (SELECT chat_id FROM deliveries WHERE message_id = ?)', messageId);
  }
  return changeOf(connection, messageId);
}

/** Puts a failed reply at the end of the queue again. Coded errors: not_found, not_failed. */
export function resendMessage(connection: Connection, { messageId: id }: { readonly messageId: string }): DeliveryChange & { readonly sending: SendingDelivery } {
  const messageId = rowId(id);
  const row = messageId === undefined ? undefined : connection.get('SELECT * FROM deliveries WHERE message_id = ?', messageId);
  if (row === undefined || messageId === undefined) throw new ContractError('not_found', 'There is no such reply');
  if (row['state'] !== 'failed') throw new ContractError('not_failed', 'Only a reply that was not delivered can be sent again');
  connection.run(
    `UPDATE deliveries SET state = 'sending', attempts = 0, error = NULL, place = (SELECT max(place) + 1 FROM deliveries) WHERE message_id = ?`,
    messageId,
  );
  connection.run('UPDATE chats SET failed = max(0, failed - 1) WHERE id = ?', Number(row['chat_id']));
  return { ...changeOf(connection, messageId), sending: { ...toSending(row), attempts: 0 } };
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
