import { ContractError } from '#shared/contract/errors.ts';
import type { SqliteConnection } from '../connection.ts';
import { unusedFiles } from '../queries/personal.ts';
import { forgetMessages } from './search-index.ts';
import { phrase } from '#shared/locales/phrase.ts';

/**
 * Deletes these customers and everything about them: chats, messages, pending replies, ratings, bot events, tags, and
 * file links. Deleted content is overwritten. Repeating it does nothing. Coded error: chat_taken if a chat of theirs is
 * open.
 */
export async function eraseCustomers(
  connection: SqliteConnection,
  { customerIds, digests }: { readonly customerIds: readonly string[]; readonly digests: readonly string[] },
): Promise<void> {
  const customers = customerIds.map(Number);
  const chats = await connection.all<{ id: string; state: string }>(
    'SELECT id, state FROM chats WHERE customer_id IN (SELECT value FROM json_each(?))',
    customers,
  );
  if (chats.some(({ state }) => state !== 'closed'))
    throw new ContractError('chat_taken', phrase('errors:refusals.erase.wrote'));
  await deleteChats(connection, { chats: chats.map(({ id }) => Number(id)), customers, digests });
}

/** Deletes chats, customers who have no others, and uploads used only by them. Deleted content is overwritten. */
export async function deleteChats(
  connection: SqliteConnection,
  gone: {
    readonly chats: readonly number[];
    readonly customers: readonly number[];
    readonly digests: readonly string[];
  },
): Promise<void> {
  const { chats, customers } = gone;
  const listed = (column: string): string => `${column} IN (SELECT value FROM json_each(?1))`;
  const ofMessages = (column: string): string => `${column} IN (SELECT id FROM messages WHERE ${listed('chat_id')})`;

  connection.sqlite.exec('PRAGMA secure_delete = ON');
  try {
    for (const chatId of chats) forgetMessages(connection.sqlite, chatId);
    await connection.run(`DELETE FROM media_links WHERE part <> 'avatar' AND ${ofMessages('owner_id')}`, chats);
    await connection.run(`DELETE FROM media_links WHERE part = 'avatar' AND ${listed('owner_id')}`, customers);
    await connection.run(`DELETE FROM hosted_files WHERE ${ofMessages('message_id')}`, chats);
    for (const table of ['deliveries', 'scheduled_replies', 'bot_events', 'ratings', 'messages'])
      await connection.run(`DELETE FROM ${table} WHERE ${listed('chat_id')}`, chats);
    await connection.run(`DELETE FROM chats WHERE ${listed('id')}`, chats);
    await connection.run(`DELETE FROM customers WHERE ${listed('id')}`, customers);
    const unused = await unusedFiles(connection, gone);
    await connection.run('DELETE FROM uploads WHERE digest IN (SELECT value FROM json_each(?))', unused);
    // The newest ids are reused, and their new rows have to be counted too.
    await connection.run('UPDATE messages_counted SET up_to = min(up_to, (SELECT ifnull(max(id), 0) FROM messages))');
  } finally {
    connection.sqlite.exec('PRAGMA secure_delete = OFF');
  }
}

/** Rewrites the file, so that nothing deleted remains in its free space or log. Not within a transaction. */
export async function rewriteFile(connection: SqliteConnection): Promise<void> {
  connection.sqlite.exec('VACUUM');
  connection.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
