import { ContractError } from '#shared/contract/errors.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import { toSending, type SendingDelivery } from '../transactions/deliveries.ts';
import { rowId, SELECT_MESSAGE, toMessage } from '../rows.ts';

/** The newest messages of a chat, or those before one; oldest first. Coded error: not_found. */
export function listMessages(
  connection: Connection,
  page: { readonly chatId: string; readonly before?: string | undefined; readonly limit: number },
): { readonly messages: Message[]; readonly hasEarlier: boolean } {
  const chatId = rowId(page.chatId);
  if (chatId === undefined || connection.get('SELECT 1 FROM chats WHERE id = ?', chatId) === undefined) {
    throw new ContractError('not_found', 'There is no such chat');
  }
  const before = page.before === undefined ? Number.MAX_SAFE_INTEGER : rowId(page.before);
  if (before === undefined) throw new ContractError('not_found', 'There is no such message');
  const rows = connection.all(`${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id < ? ORDER BY messages.id DESC LIMIT ?`, chatId, before, page.limit + 1);
  return { messages: rows.slice(0, page.limit).map(toMessage).reverse(), hasEarlier: rows.length > page.limit };
}

/** All replies without a verdict, in the order in which they go out. */
export function listSending(connection: Connection): readonly SendingDelivery[] {
  return connection.all("SELECT * FROM deliveries WHERE state = 'sending' ORDER BY place").map(toSending);
}

/** The chat that a customer has open. */
export function openChatOf(connection: Connection, customer: { readonly channelId: string; readonly externalId: string }): string | undefined {
  const row = connection.get(
    `SELECT chats.id FROM chats JOIN customers ON customers.id = chats.customer_id
     WHERE customers.channel_id = ? AND customers.external_id = ? AND chats.state <> 'closed'`,
    customer.channelId,
    customer.externalId,
  );
  return row && String(row['id']);
}

/** To whom something said in a chat goes. Coded error: not_found. */
export function customerOfChat(
  connection: Connection,
  { chatId }: { readonly chatId: string },
): { readonly channelId: string; readonly externalId: string; readonly state: string } {
  const row = connection.get(
    'SELECT chats.channel_id, chats.state, customers.external_id FROM chats JOIN customers ON customers.id = chats.customer_id WHERE chats.id = ?',
    rowId(chatId) ?? 0,
  );
  if (row === undefined) throw new ContractError('not_found', 'There is no such chat');
  return { channelId: String(row['channel_id']), externalId: String(row['external_id']), state: String(row['state']) };
}

/** An operator's reply that was stored already; looked for among the latest messages only. */
export function findReply(connection: Connection, { chatId, clientId }: { readonly chatId: string; readonly clientId: string }): Message[] {
  const rows = connection.all(
    `${SELECT_MESSAGE} WHERE messages.id IN (SELECT id FROM messages WHERE chat_id = ? ORDER BY id DESC LIMIT 500)
     AND messages.author = 'operator' AND messages.external_id = ? ORDER BY messages.id`,
    rowId(chatId) ?? 0,
    clientId,
  );
  return rows.map(toMessage);
}
