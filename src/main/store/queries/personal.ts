import { ContractError } from '#shared/contract/errors.ts';
import type { Chat, Customer, Rating } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
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
export async function getPerson(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<Person> {
  const id = rowId(customerId) ?? 0;
  const card = await cardOf(connection, id);
  if (card === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  const ids = [id, ...(await customersOfCard(connection, card)).filter((other) => other !== id)];
  const these = JSON.stringify(ids);
  const chats = await connection.all(
    'SELECT id, state FROM chats WHERE customer_id IN (SELECT value FROM json_each(?)) ORDER BY id',
    these,
  );
  const chatIds = JSON.stringify(chats.map((row) => Number(row['id'])));
  const count = async (sql: string): Promise<number> => Number((await connection.get(sql, chatIds))?.['rows']);
  const inChats = 'chat_id IN (SELECT value FROM json_each(?))';
  return {
    customers: (await Array.fromAsync(ids, (each) => readCustomer(connection, each))).filter(
      (customer) => customer !== undefined,
    ),
    notes: String((await connection.get('SELECT notes FROM customers WHERE id = ?', card))?.['notes'] ?? ''),
    chatIds: chats.map((row) => String(row['id'])),
    messages: await count(`SELECT count(*) AS rows FROM messages WHERE ${inChats}`),
    underWay:
      (await count(`SELECT count(*) AS rows FROM deliveries WHERE state = 'sending' AND ${inChats}`)) +
      (await count(`SELECT count(*) AS rows FROM bot_events WHERE state = 'sending' AND ${inChats}`)),
    openChatIds: chats.filter((row) => row['state'] !== 'closed').map((row) => String(row['id'])),
    digests: await digestsOf(connection, these, chatIds),
  };
}

/** Files and pictures of these customers and chats, given as JSON lists of ids. */
export async function digestsOf(connection: Connection, customers: string, chats: string): Promise<string[]> {
  const messages = 'SELECT id FROM messages WHERE chat_id IN (SELECT value FROM json_each(?2))';
  const rows = await connection.all(
    `SELECT digest FROM media_links WHERE part <> 'avatar' AND digest IS NOT NULL AND owner_id IN (${messages})
     UNION SELECT digest FROM media_links WHERE part = 'avatar' AND digest IS NOT NULL AND owner_id IN (SELECT value FROM json_each(?1))
     UNION SELECT digest FROM hosted_files WHERE message_id IN (${messages})`,
    ...[customers, chats],
  );
  return rows.map((row) => String(row['digest']));
}

/** Those of the files that no message, customer or sticker has any more. */
export async function unusedFiles(
  connection: Connection,
  { digests }: { readonly digests: readonly string[] },
): Promise<readonly string[]> {
  const uses = ['media_links', 'hosted_files', 'stickers'];
  const isUnused = uses.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE digest = value)`).join(' AND ');
  return (await connection.all(`SELECT value FROM json_each(?) WHERE ${isUnused}`, JSON.stringify(digests))).map(
    (row) => String(row['value']),
  );
}

export interface ChatFile {
  readonly messageId: string;
  readonly digest: string;
}

/** A chat as its customer may ask for it: what was said, from after a message on, and which files of it are kept. */
export async function exportChat(
  connection: Connection,
  page: { readonly chatId: string; readonly after: string; readonly limit: number },
): Promise<{ readonly messages: readonly Message[]; readonly files: readonly ChatFile[] }> {
  const rows = await connection.all(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ? AND messages.id > ? ORDER BY messages.id LIMIT ?`,
    rowId(page.chatId) ?? 0,
    rowId(page.after) ?? 0,
    page.limit,
  );
  const messages = rows.map(toMessage);
  const files = (
    await Array.fromAsync(messages, async ({ id }) =>
      (
        await connection.all(
          "SELECT digest FROM media_links WHERE owner_id = ?1 AND part = 'file' AND digest IS NOT NULL UNION SELECT digest FROM hosted_files WHERE message_id = ?1 AND part = 'file'",
          Number(id),
        )
      ).map((row) => ({ messageId: id, digest: String(row['digest']) })),
    )
  ).flat();
  return { messages, files };
}

export async function exportChatHead(
  connection: Connection,
  { chatId }: { readonly chatId: string },
): Promise<{ readonly chat: Chat | undefined; readonly ratings: readonly Rating[] }> {
  return {
    chat: await readChat(connection, rowId(chatId) ?? 0),
    ratings: (await listRatings(connection, { chatId, limit: 200 })).ratings,
  };
}
