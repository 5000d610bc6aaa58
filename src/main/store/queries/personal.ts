import type { Chat, Customer, Rating } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { customersOfCard, findCard, readContact } from '../contact-rows.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import { readChat, readCustomer, rowId, SELECT_MESSAGE, toMessage, type MessageRow } from '../rows.ts';
import { listRatings } from './ratings.ts';

/** One person: a customer, or several merged into one. */
export interface Person {
  /** the one that was requested */
  readonly customers: readonly Customer[];
  /** operators' notes on the card */
  readonly notes: string;
  readonly chatIds: readonly string[];
  readonly messages: number;
  /** of them, how many are still being sent */
  readonly underWay: number;
  readonly openChatIds: readonly string[];
  /** of files and pictures, theirs and those sent to them */
  readonly digests: readonly string[];
}

/** Coded error: not_found. */
export async function getPerson(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<Person> {
  const sharing = await customersOfCard(connection, await findCard(connection, customerId));
  const ids = [customerId, ...sharing.filter((other) => other !== customerId)];
  const these = ids.map(Number);
  const chats = await connection.all<{ id: string; state: string }>(
    'SELECT id, state FROM chats WHERE customer_id IN (SELECT value FROM json_each(?)) ORDER BY id',
    these,
  );
  const chatIds = chats.map(({ id }) => id);
  const inChats = 'chat_id IN (SELECT value FROM json_each(?1))';
  const counts = await connection.get<{ messages: number; underWay: number }>(
    `SELECT (SELECT count(*) FROM messages WHERE ${inChats}) AS messages,
       (SELECT count(*) FROM deliveries WHERE state = 'sending' AND ${inChats})
         + (SELECT count(*) FROM bot_events WHERE state = 'sending' AND ${inChats}) AS under_way`,
    chatIds.map(Number),
  );
  const { notes } = await readContact(connection, customerId);
  return {
    customers: await mapInOrder(ids, (each) => readCustomer(connection, each)),
    notes,
    chatIds,
    ...(counts ?? { messages: 0, underWay: 0 }),
    openChatIds: chats.filter(({ state }) => state !== 'closed').map(({ id }) => id),
    digests: await listDigests(connection, these, chatIds.map(Number)),
  };
}

/** Files and pictures of these customers and chats. */
export async function listDigests(
  connection: Connection,
  customers: readonly number[],
  chats: readonly number[],
): Promise<string[]> {
  const messages = 'SELECT id FROM messages WHERE chat_id IN (SELECT value FROM json_each(?2))';
  const rows = await connection.all<{ digest: string }>(
    `SELECT digest FROM media_links WHERE part <> 'avatar' AND digest IS NOT NULL AND owner_id IN (${messages})
     UNION SELECT digest FROM media_links WHERE part = 'avatar' AND digest IS NOT NULL AND owner_id IN (SELECT value FROM json_each(?1))
     UNION SELECT digest FROM hosted_files WHERE message_id IN (${messages})`,
    customers,
    chats,
  );
  return rows.map(({ digest }) => digest);
}

/** Those of the files that no message, customer or sticker uses any more. */
export async function unusedFiles(
  connection: Connection,
  { digests }: { readonly digests: readonly string[] },
): Promise<readonly string[]> {
  const uses = ['media_links', 'hosted_files', 'stickers'];
  const isUnused = uses.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE digest = value)`).join(' AND ');
  const rows = await connection.all<{ digest: string }>(
    `SELECT value AS digest FROM json_each(?) WHERE ${isUnused}`,
    digests,
  );
  return rows.map(({ digest }) => digest);
}

export interface ChatFile {
  readonly messageId: string;
  readonly digest: string;
}

/** A chat as its customer may request it: messages after a given one, and which of its files are stored. */
export async function exportChat(
  connection: Connection,
  page: { readonly chatId: string; readonly after: string; readonly limit: number },
): Promise<{ readonly messages: readonly Message[]; readonly files: readonly ChatFile[] }> {
  const rows = await connection.all<MessageRow>(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id > ? ORDER BY messages.id LIMIT ?`,
    rowId(page.chatId),
    rowId(page.after) ?? 0,
    page.limit,
  );
  const files = await connection.all<ChatFile>(
    `SELECT owner_id AS message_id, digest FROM media_links
       WHERE owner_id IN (SELECT value FROM json_each(?1)) AND part = 'file' AND digest IS NOT NULL
     UNION SELECT message_id, digest FROM hosted_files WHERE message_id IN (SELECT value FROM json_each(?1)) AND part = 'file'
     ORDER BY message_id`,
    rows.map(({ id }) => Number(id)),
  );
  return { messages: rows.map(toMessage), files };
}

export async function exportChatHead(
  connection: Connection,
  { chatId }: { readonly chatId: string },
): Promise<{ readonly chat: Chat | undefined; readonly ratings: readonly Rating[] }> {
  return {
    chat: await readChat(connection, chatId),
    ratings: (await listRatings(connection, { chatId, limit: 200 })).ratings,
  };
}
