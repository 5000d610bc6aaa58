import { ContractError } from '#shared/contract/errors.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Connection } from '../connection.ts';
import { SENDING_DELIVERY, type SendingDelivery } from '../transactions/deliveries.ts';
import { rowId, SELECT_MESSAGE, toMessage, type MessageRow } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

interface MessagePlace {
  readonly chatId: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
  readonly limit: number;
}

interface MessageList {
  readonly messages: Message[];
  readonly hasEarlier: boolean;
  /** asked for after or around a message */
  readonly hasLater?: boolean;
}

/** The newest messages of a chat, or those before, after or around one; oldest first. Coded error: not_found. */
export async function listMessages(connection: Connection, page: MessagePlace): Promise<MessageList> {
  const chatId = rowId(page.chatId);
  if (chatId === undefined || (await connection.get('SELECT 1 FROM chats WHERE id = ?', chatId)) === undefined) {
    throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  }
  const { before, after, around, limit } = page;
  if (after !== undefined) return { ...(await later(connection, chatId, placeOf(after), limit)), hasEarlier: true };
  if (around === undefined)
    return await earlier(connection, chatId, before === undefined ? Number.MAX_SAFE_INTEGER : placeOf(before), limit);
  const place = placeOf(around);
  if ((await connection.get('SELECT 1 FROM messages WHERE id = ? AND chat_id = ?', place, chatId)) === undefined)
    throw noSuchMessage();
  const back = await earlier(connection, chatId, place + 1, Math.ceil(limit / 2));
  const on = await later(connection, chatId, place, limit - Math.ceil(limit / 2));
  return { messages: [...back.messages, ...on.messages], hasEarlier: back.hasEarlier, hasLater: on.hasLater };
}

async function earlier(
  connection: Connection,
  chatId: number,
  before: number,
  limit: number,
): Promise<{ readonly messages: Message[]; readonly hasEarlier: boolean }> {
  const rows = await connection.all<MessageRow>(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id < ? ORDER BY messages.id DESC LIMIT ?`,
    chatId,
    before,
    limit + 1,
  );
  return { messages: rows.slice(0, limit).map(toMessage).reverse(), hasEarlier: rows.length > limit };
}

async function later(
  connection: Connection,
  chatId: number,
  after: number,
  limit: number,
): Promise<{ readonly messages: Message[]; readonly hasLater: boolean }> {
  const rows = await connection.all<MessageRow>(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id > ? ORDER BY messages.id LIMIT ?`,
    chatId,
    after,
    limit + 1,
  );
  return { messages: rows.slice(0, limit).map(toMessage), hasLater: rows.length > limit };
}

/** Coded error: not_found. */
function placeOf(messageId: string): number {
  const id = rowId(messageId);
  if (id === undefined) throw noSuchMessage();
  return id;
}

function noSuchMessage(): ContractError {
  return new ContractError('not_found', phrase('errors:refusals.no.message'));
}

/** All replies without a verdict, in the order in which they go out. */
export async function listSending(connection: Connection): Promise<readonly SendingDelivery[]> {
  return await connection.all<SendingDelivery>(
    `SELECT ${SENDING_DELIVERY} FROM deliveries WHERE state = 'sending' ORDER BY place`,
  );
}

/** Whether a customer is blocked, and the chat that they have open. */
export async function findSender(
  connection: Connection,
  customer: { readonly channelId: string; readonly externalId: string },
): Promise<{ readonly isBlocked: boolean; readonly chatId?: string }> {
  const row = await connection.get<{ blockedAt?: number; id?: string }>(
    `SELECT customers.blocked_at, chats.id FROM customers LEFT JOIN chats ON chats.customer_id = customers.id AND chats.state <> 'closed'
     WHERE customers.channel_id = ? AND customers.external_id = ?`,
    customer.channelId,
    customer.externalId,
  );
  return { isBlocked: row?.blockedAt !== undefined, ...(row?.id !== undefined && { chatId: row.id }) };
}

/** To whom something said in a chat goes. Coded error: not_found. */
export async function customerOfChat(
  connection: Connection,
  { chatId }: { readonly chatId: string },
): Promise<{ readonly channelId: string; readonly externalId: string; readonly state: string }> {
  const row = await connection.get<{ channelId: string; externalId: string; state: string }>(
    'SELECT chats.channel_id, chats.state, customers.external_id FROM chats JOIN customers ON customers.id = chats.customer_id WHERE chats.id = ?',
    rowId(chatId),
  );
  if (row === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  return row;
}

/** An operator's reply that was stored already, in its parts. */
export async function findReply(
  connection: Connection,
  { chatId, clientId }: { readonly chatId: string; readonly clientId: string },
): Promise<Message[]> {
  const rows = await connection.all<MessageRow>(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.author = 'operator' AND messages.client_id = ?
     ORDER BY messages.part`,
    rowId(chatId),
    clientId,
  );
  return rows.map(toMessage);
}
