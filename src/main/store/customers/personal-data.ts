import { customersOfCard, findCard, readContact } from './contacts.ts';
import { mapInOrder, NON_TRANSACTIONAL, type Connection, type WritingConnection } from '../connection.ts';
import { IS_COUNTED, readChat, readCustomer, rowId, SELECT_MESSAGE, toMessage, type MessageRow } from '../rows.ts';
import { inIds, sql, Sql } from '../sql.ts';
import { listRatings } from '../reports/ratings.ts';
import { uncountMessages } from '../reports/reports.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** One person: a customer, or several merged into one. */
export type Person = Awaited<ReturnType<typeof getPerson>>;

/** Coded error: not_found. */
async function getPerson(db: Connection, { customerId }: { readonly customerId: string }) {
  const sharing = await customersOfCard(db, await findCard(db, customerId));
  const ids = [customerId, ...sharing.filter((other) => other !== customerId)];
  const chats = await chatsOf(db, ids);
  const chatIds = chats.map(({ id }) => id);
  const inChats = sql`chat_id IN ${inIds(chatIds)}`;
  const counts = await db.get<{ messages: number; underWay: number }>`
    SELECT (SELECT count(*) FROM messages WHERE ${inChats} AND ${IS_COUNTED}) AS messages,
      (SELECT count(*) FROM deliveries WHERE state = 'sending' AND ${inChats})
        + (SELECT count(*) FROM bot_events WHERE state = 'sending' AND ${inChats}) AS under_way`;
  const { notes, customers: known } = await readContact(db, customerId);
  const customers = await mapInOrder(ids, (id) => readCustomer(db, id));
  const websiteOf = (id: string) => known.find((each) => each.customerId === id)?.website;
  return {
    /** the one that was requested first */
    customers: customers.map((customer) => ({ ...customer, website: websiteOf(customer.id) })),
    /** operators' notes on the card */
    notes,
    chatIds,
    /** `underWay`: deliveries and bot events that are being sent */
    ...(counts ?? { messages: 0, underWay: 0 }),
    openChatIds: chats.filter(({ state }) => state !== 'closed').map(({ id }) => id),
    /** of files and pictures, theirs and those sent to them */
    digests: await listDigests(db, ids, chatIds),
  };
}

function chatsOf(db: Connection, customers: readonly string[]) {
  return db.all<{ id: string; state: string }>`
    SELECT id, state FROM chats WHERE customer_id IN ${inIds(customers)} ORDER BY id`;
}

/** Files and pictures of these customers and chats. */
export async function listDigests(
  db: Connection,
  customers: readonly string[],
  chats: readonly string[],
): Promise<string[]> {
  const messages = sql`(SELECT id FROM messages WHERE chat_id IN ${inIds(chats)})`;
  return await db.column<string>`
    SELECT digest FROM media_links WHERE part <> 'avatar' AND digest IS NOT NULL AND owner_id IN ${messages}
    UNION SELECT digest FROM media_links
      WHERE part = 'avatar' AND digest IS NOT NULL AND owner_id IN ${inIds(customers)}
    UNION SELECT digest FROM hosted_files WHERE message_id IN ${messages} ORDER BY digest`;
}

export interface ChatFile {
  readonly messageId: string;
  readonly digest: string;
}

/** A chat as its customer may request it: messages after a given one, and which of its files are stored. */
async function exportChat(
  db: Connection,
  page: { readonly chatId: string; readonly after: string; readonly limit: number },
) {
  const rows = await db.all<MessageRow>`
    ${SELECT_MESSAGE} WHERE messages.chat_id = ${rowId(page.chatId)} AND messages.id > ${rowId(page.after) ?? 0}
    ORDER BY messages.id LIMIT ${page.limit}`;
  const these = inIds(rows.map(({ id }) => id));
  const files = await db.all<ChatFile>`
    SELECT owner_id AS message_id, digest FROM media_links
      WHERE owner_id IN ${these} AND part = 'file' AND digest IS NOT NULL
    UNION SELECT message_id, digest FROM hosted_files WHERE message_id IN ${these} AND part = 'file'
    ORDER BY message_id`;
  return { messages: rows.map(toMessage), files };
}

async function exportChatHead(db: Connection, { chatId }: { readonly chatId: string }) {
  return {
    chat: await readChat(db, chatId),
    ratings: (await listRatings(db, { chatId, limit: 200 })).ratings,
  };
}

/**
 * Deletes these customers and everything about them: chats, messages, pending replies, ratings, bot events, tags, and
 * file links. Deleted content is overwritten. Repeating it does nothing. Coded error: chat_taken if a chat of theirs is
 * open.
 */
async function eraseCustomers(db: WritingConnection, { customerIds }: { readonly customerIds: readonly string[] }) {
  const chats = await chatsOf(db, customerIds);
  if (chats.some(({ state }) => state !== 'closed'))
    throw new ContractError('chat_busy', phrase('errors:refusals.erase.wrote'));
  await deleteChats(db, { chats: chats.map(({ id }) => id), customers: customerIds });
}

/** Deletes chats, and customers who have no others. Deleted content is overwritten. */
export async function deleteChats(
  db: WritingConnection,
  gone: { readonly chats: readonly string[]; readonly customers: readonly string[] },
): Promise<void> {
  const [chats, customers] = [inIds(gone.chats), inIds(gone.customers)];
  const messages = sql`(SELECT id FROM messages WHERE chat_id IN ${chats})`;
  await db.erasing(async () => {
    await db.search.forgetMessages(gone.chats);
    await uncountMessages(db, chats);
    await db.run`DELETE FROM media_links WHERE part <> 'avatar' AND owner_id IN ${messages}`;
    await db.run`DELETE FROM media_links WHERE part = 'avatar' AND owner_id IN ${customers}`;
    // What operators prepared for them and then sent; another’s upload may have the same bytes as what they sent.
    await db.run`
      DELETE FROM uploads WHERE digest IN (SELECT hosted_files.digest FROM hosted_files JOIN messages ON messages.id = hosted_files.message_id
        WHERE messages.chat_id IN ${chats} AND messages.author = 'operator')`;
    await db.run`DELETE FROM hosted_files WHERE message_id IN ${messages}`;
    await db.run`DELETE FROM mailed_messages WHERE message_id IN ${messages}`;
    for (const table of [
      'deliveries',
      'scheduled_replies',
      'bot_events',
      'webhook_events',
      'ratings',
      'mails',
      'messages',
    ])
      await db.run`DELETE FROM ${new Sql(table)} WHERE chat_id IN ${chats}`;
    await db.run`DELETE FROM chats WHERE id IN ${chats}`;
    await db.run`DELETE FROM customers WHERE id IN ${customers}`;
  });
}

/** Nothing deleted remains in free space or logs. Not within a transaction. */
async function rewriteFile(db: WritingConnection) {
  await db.rewrite();
}

export const personalQueries = { getPerson, exportChat, exportChatHead } as const;

export const erasingTransactions = { eraseCustomers, [NON_TRANSACTIONAL]: rewriteFile } as const;
