import { ContractError } from '#shared/contract/errors.ts';
import { type Connection, mapInOrder, type SqliteConnection } from '../connection.ts';
import { hasOnlyTheseChats } from '../queries/bulk-chats.ts';
import { listDigests } from '../queries/personal.ts';
import { type ChatChange, lookUpChat, operatorName } from './chat-change.ts';
import { closeFound, reopenChat } from './chats.ts';
import { deleteChats } from './erase-customer.ts';

interface ChatBatch {
  readonly chatIds: readonly string[];
  readonly operatorId: string;
  readonly at: number;
}

/** Closes those of the chats that are open, each as an operator would. */
export async function closeChats(
  connection: Connection,
  { chatIds, operatorId, at }: ChatBatch,
): Promise<readonly ChatChange[]> {
  // A started job continues even if its operator is removed.
  const event = {
    kind: 'closed',
    operatorId,
    operatorName: (await operatorName(connection, operatorId)) ?? '',
  } as const;
  return await mapInOrder(chatIds, async (id) => {
    const found = await lookUpChat(connection, id);
    if (found === undefined || found.ownership.state === 'closed') return undefined;
    return await closeFound(connection, found, event, at);
  });
}

/** Reopens closed chats if possible: not of a customer who has a newer chat or is blocked, nor of a removed channel. */
export async function reopenChats(
  connection: Connection,
  { chatIds, ...act }: ChatBatch,
): Promise<readonly ChatChange[]> {
  return await mapInOrder(chatIds, (chatId) =>
    reopenChat(connection, { ...act, chatId }).catch((error: unknown) => {
      // It refused before writing anything.
      if (error instanceof ContractError) return undefined;
      throw error;
    }),
  );
}

/** Deletes those of the chats that are closed, and customers without any others. Deleted content is overwritten. */
export async function eraseChats(
  connection: SqliteConnection,
  { chatIds }: { readonly chatIds: readonly string[] },
): Promise<{
  readonly chatIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly digests: readonly string[];
}> {
  const rows = await connection.all<{ id: string; customerId: string }>(
    "SELECT id, customer_id FROM chats WHERE id IN (SELECT value FROM json_each(?)) AND state = 'closed'",
    chatIds.map(Number),
  );
  const chats = rows.map(({ id }) => Number(id));
  const gone = await connection.all<{ id: string }>(
    `SELECT id FROM customers WHERE id IN (SELECT value FROM json_each(?1)) AND ${hasOnlyTheseChats('SELECT value FROM json_each(?2)')}`,
    [...new Set(rows.map((row) => Number(row.customerId)))],
    chats,
  );
  const customers = gone.map(({ id }) => Number(id));
  const digests = await listDigests(connection, customers, chats);
  await deleteChats(connection, { chats, customers, digests });
  return { chatIds: chats.map(String), customerIds: customers.map(String), digests };
}

export interface SilentChats {
  /** no messages in them after this time */
  readonly before: number;
  /** also those whose customer waits for an answer */
  readonly unanswered: boolean;
}

/** Closes chats inactive for this many hours, except those that became active meanwhile. A bot that had one is told. */
export async function closeSilentChats(
  connection: Connection,
  act: SilentChats & { readonly chatIds: readonly string[]; readonly hours: number; readonly at: number },
): Promise<readonly ChatChange[]> {
  return await mapInOrder(act.chatIds, async (id) => {
    const found = await lookUpChat(connection, id);
    if (found === undefined || found.row.lastActivityAt >= act.before) return undefined;
    const { state, waitingSince } = found.ownership;
    if (state === 'closed' || (!act.unanswered && waitingSince !== undefined)) return undefined;
    return await closeFound(connection, found, { kind: 'closed_by_silence', hours: act.hours }, act.at);
  });
}
