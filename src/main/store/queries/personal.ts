import { ContractError } from '#shared/contract/errors.ts';
import type { Chat, Customer, Message, Rating } from '#shared/domain/entities.ts';
import { cardOf, customersOfCard } from '../contact-rows.ts';
import type { Connection } from '../connection.ts';
import { readChat, readCustomer, rowId, SELECT_MESSAGE, toMessage } from '../rows.ts';
import { listRatings } from './ratings.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** One person: a customer, or several merged into one. */
export interface Person {
  /** the one that was asked for first */
  readonly customers: readonly Customer[];
  /** what operators wrote on the card */
  readonly notes: string;
  readonly chatIds: readonly string[];
  readonly messages: number;
  /** of them, how many are still on their way */
  readonly underWay: number;
  readonly openChatIds: readonly string[];
  /** of files and pictures, theirs and those sent to them */
  readonly digests: readonly string[];
}

/** Coded error: not_found. */
export function getPerson(connection: Connection, { customerId }: { readonly customerId: string }): Person {
  const id = rowId(customerId) ?? 0;
  const card = cardOf(connection, id);
  if (card === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  const ids = [id, ...customersOfCard(connection, card).filter((other) => other !== id)];
  const these = JSON.stringify(ids);
  const chats = connection.all(
    'SELECT id, state FROM chats WHERE customer_id IN (SELECT value FROM json_each(?)) ORDER BY id',
    these,
  );
  const chatIds = JSON.stringify(chats.map((row) => Number(row['id'])));
  const count = (sql: string): number => Number(connection.get(sql, chatIds)?.['rows']);
  const inChats = 'chat_id IN (SELECT value FROM json_each(?))';
  return {
    customers: ids.map((each) => readCustomer(connection, each)).filter((customer) => customer !== undefined),
    notes: String(connection.get('SELECT notes FROM customers WHERE id = ?', card)?.['notes'] ?? ''),
    chatIds: chats.map((row) => String(row['id'])),
    messages: count(`SELECT count(*) AS rows FROM messages WHERE ${inChats}`),
    underWay:
      count(`SELECT count(*) AS rows FROM deliveries WHERE state = 'sending' AND ${inChats}`) +
      count(`SELECT count(*) AS rows FROM bot_events WHERE state = 'sending' AND ${inChats}`),
    openChatIds: chats.filter((row) => row['state'] !== 'closed').map((row) => String(row['id'])),
    digests: digestsOf(connection, these, chatIds),
  };
}

/** Files and pictures of these customers and chats, given as JSON lists of ids. */
export function digestsOf(connection: Connection, customers: string, chats: string): string[] {
  const messages = 'SELECT id FROM messages WHERE chat_id IN (SELECT value FROM json_each(?2))';
  const rows = connection.all(
    `SELECT digest FROM media_links WHERE part <> 'avatar' AND digest IS NOT NULL AND owner_id IN (${messages})
     UNION SELECT digest FROM media_links WHERE part = 'avatar' AND digest IS NOT NULL AND owner_id IN (SELECT value FROM json_each(?1))
     UNION SELECT digest FROM hosted_files WHERE message_id IN (${messages})`,
    ...[customers, chats],
  );
  return rows.map((row) => String(row['digest']));
}

/** Those of the files that no message, customer or sticker has any more. */
export function unusedFiles(
  connection: Connection,
  { digests }: { readonly digests: readonly string[] },
): readonly string[] {
  const uses = ['media_links', 'hosted_files', 'stickers'];
  return digests.filter((digest) =>
    uses.every((table) => connection.get(`SELECT 1 FROM ${table} WHERE digest = ?`, digest) === undefined),
  );
}

export interface ChatFile {
  readonly messageId: string;
  readonly digest: string;
}

/** A chat as its customer may ask for it: what was said, from after a message on, and which files of it are kept. */
export function exportChat(
  connection: Connection,
  page: { readonly chatId: string; readonly after: string; readonly limit: number },
): { readonly messages: readonly Message[]; readonly files: readonly ChatFile[] } {
  const rows = connection.all(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id > ? ORDER BY messages.id LIMIT ?`,
    rowId(page.chatId) ?? 0,
    rowId(page.after) ?? 0,
    page.limit,
  );
  const messages = rows.map(toMessage);
  const files = messages.flatMap(({ id }) =>
    connection
      .all(
        "SELECT digest FROM media_links WHERE owner_id = ?1 AND part = 'file' AND digest IS NOT NULL UNION SELECT digest FROM hosted_files WHERE message_id = ?1 AND part = 'file'",
        Number(id),
      )
      .map((row) => ({ messageId: id, digest: String(row['digest']) })),
  );
  return { messages, files };
}

export function exportChatHead(
  connection: Connection,
  { chatId }: { readonly chatId: string },
): { readonly chat: Chat | undefined; readonly ratings: readonly Rating[] } {
  return {
    chat: readChat(connection, rowId(chatId) ?? 0),
    ratings: listRatings(connection, { chatId, limit: 200 }).ratings,
  };
}
