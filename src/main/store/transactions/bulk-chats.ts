import { close } from '#shared/domain/chat-rules.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Connection, SqliteConnection } from '../connection.ts';
import { goesWithChats } from '../queries/bulk-chats.ts';
import { digestsOf } from '../queries/personal.ts';
import { allowed, finish, lookUpChat, type ChatChange } from './chat-change.ts';
import { closedEvents, noteClosed, reopenChat } from './chats.ts';
import { deleteChats } from './erase-customer.ts';
import { insertSystemLine } from './messages.ts';
import { operatorName } from './people.ts';

interface ManyChats {
  readonly chatIds: readonly string[];
  readonly operatorId: string;
  readonly at: number;
}

/** Closes those of the chats that are open, each as an operator closes one. */
export async function closeChats(
  connection: Connection,
  { chatIds, operatorId, at }: ManyChats,
): Promise<readonly ChatChange[]> {
  // What was begun goes on, also where they work here no more.
  const name = (await operatorName(connection, operatorId)) ?? '';
  return (
    await Array.fromAsync(chatIds, async (id) => {
      const found = await lookUpChat(connection, id);
      if (found === undefined) return [];
      const move = await allowed(connection, found, close(found.standing));
      if (!move.changed) return [];
      await noteClosed(connection, found, at);
      const change = await finish(connection, found, move, () =>
        insertSystemLine(connection, found.chatId, { kind: 'closed', operatorId, operatorName: name }, at),
      );
      return { ...change, events: await closedEvents(connection, found, at) };
    })
  ).flat();
}

/** Undoes the closing of those that can be opened again: not of a customer who has a newer chat, or is blocked. */
export async function reopenChats(
  connection: Connection,
  { chatIds, ...act }: ManyChats,
): Promise<readonly ChatChange[]> {
  return (
    await Array.fromAsync(chatIds, async (chatId) => {
      try {
        return await reopenChat(connection, { ...act, chatId });
      } catch (error) {
        // Nothing was written before it refused.
        if (error instanceof ContractError) return [];
        throw error;
      }
    })
  ).flat();
}

/** Deletes those of the chats that are closed, and customers of whom nothing else is left. What is deleted is overwritten. */
export async function eraseChats(
  connection: SqliteConnection,
  { chatIds }: { readonly chatIds: readonly string[] },
): Promise<{
  readonly chatIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly digests: readonly string[];
}> {
  const named = JSON.stringify(chatIds.map(Number));
  const rows = await connection.all(
    "SELECT id, customer_id FROM chats WHERE id IN (SELECT value FROM json_each(?)) AND state = 'closed'",
    named,
  );
  const chats = rows.map((row) => Number(row['id']));
  const owners = JSON.stringify([...new Set(rows.map((row) => Number(row['customer_id'])))]);
  const customers = (
    await connection.all(
      `SELECT id FROM customers WHERE id IN (SELECT value FROM json_each(?1)) AND ${goesWithChats('SELECT value FROM json_each(?2)')}`,
      owners,
      JSON.stringify(chats),
    )
  ).map((row) => Number(row['id']));
  const digests = await digestsOf(connection, JSON.stringify(customers), JSON.stringify(chats));
  await deleteChats(connection, { chats, customers, digests });
  return { chatIds: chats.map(String), customerIds: customers.map(String), digests };
}
