import { ContractError } from '#shared/contract/errors.ts';
import { type Connection, mapInOrder, type SqliteConnection } from '../connection.ts';
import { listDigests, deleteChats } from './personal-data.ts';
import { lookUpChat, operatorName } from './chat-change.ts';
import { closeFound, reopenChat } from './chats.ts';
import type { ChatSelection } from '#shared/contract/archive.ts';

export interface ChatBatch {
  readonly chatIds: readonly string[];
  readonly operatorId: string;
  readonly at: number;
}

/** Closes those of the chats that are open, each as an operator would. */
async function closeChats(db: Connection, { chatIds, operatorId, at }: ChatBatch) {
  // A started job continues even if its operator is removed.
  const event = {
    kind: 'closed',
    operatorId,
    operatorName: (await operatorName(db, operatorId)) ?? '',
  } as const;
  return await mapInOrder(chatIds, async (id) => {
    const found = await lookUpChat(db, id);
    if (found === undefined || found.ownership.state === 'closed') return undefined;
    return await closeFound(db, found, event, at);
  });
}

/** Reopens closed chats if possible: not of a customer who has a newer chat or is blocked, nor of a removed channel. */
async function reopenChats(db: Connection, { chatIds, ...act }: ChatBatch) {
  return await mapInOrder(chatIds, (chatId) =>
    reopenChat(db, { ...act, chatId }).catch((error: unknown) => {
      // It refused before writing anything.
      if (error instanceof ContractError) return undefined;
      throw error;
    }),
  );
}

/** Deletes those of the chats that are closed, and customers without any others. Deleted content is overwritten. */
async function eraseChats(db: SqliteConnection, { chatIds }: { readonly chatIds: readonly string[] }) {
  const rows = await db.all<{ id: string; customerId: string }>(
    "SELECT id, customer_id FROM chats WHERE id IN (SELECT value FROM json_each(?)) AND state = 'closed'",
    chatIds.map(Number),
  );
  const chats = rows.map(({ id }) => Number(id));
  const customerIds = await db.column<string>(
    `SELECT id FROM customers WHERE id IN (SELECT value FROM json_each(?1)) AND ${hasOnlyTheseChats('SELECT value FROM json_each(?2)')}`,
    [...new Set(rows.map((row) => Number(row.customerId)))],
    chats,
  );
  const customers = customerIds.map(Number);
  const digests = await listDigests(db, customers, chats);
  await deleteChats(db, { chats, customers, digests });
  return { chatIds: chats.map(String), customerIds, digests };
}

export interface SilentChats {
  /** no messages in them after this time */
  readonly before: number;
  /** also those whose customer waits for an answer */
  readonly unanswered: boolean;
}

/** Closes chats inactive for this many hours, except those that became active meanwhile. A bot that had one is told. */
async function closeSilentChats(
  db: Connection,
  act: SilentChats & { readonly chatIds: readonly string[]; readonly hours: number; readonly at: number },
) {
  return await mapInOrder(act.chatIds, async (id) => {
    const found = await lookUpChat(db, id);
    if (found === undefined || found.row.lastActivityAt >= act.before) return undefined;
    const { state, waitingSince } = found.ownership;
    if (state === 'closed' || (!act.unanswered && waitingSince !== undefined)) return undefined;
    return await closeFound(db, found, { kind: 'closed_by_silence', hours: act.hours }, act.at);
  });
}

const IN_RANGE = `chats.opened_at >= ?1 AND chats.opened_at < ?2 AND (?3 IS NULL OR chats.channel_id = ?3)
  AND (?4 = 'all' OR (?4 = 'open' AND chats.state <> 'closed') OR chats.state = ?4)`;

function selectedBy(selection: ChatSelection): { readonly sql: string; readonly values: readonly unknown[] } {
  if ('chatIds' in selection)
    return { sql: 'chats.id IN (SELECT value FROM json_each(?1))', values: [selection.chatIds.map(Number)] };
  const { from, to, channelId, which } = selection;
  return { sql: IN_RANGE, values: [from, to, channelId ?? null, which] };
}

/** Whether a customer has nothing beyond these chats: no merged customer, no lasting block, no other chat. */
export const hasOnlyTheseChats = (these: string): string => `
  customers.contact_id IS NULL AND customers.blocked_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM customers AS other WHERE other.contact_id = customers.id)
  AND NOT EXISTS (SELECT 1 FROM chats AS rest WHERE rest.customer_id = customers.id AND rest.id NOT IN (${these}))`;

async function countSelected(db: Connection, selection: ChatSelection) {
  const { sql: selected, values } = selectedBy(selection);
  const count = async (sql: string): Promise<number> => Number((await db.get(sql, ...values))?.['rows']);
  return {
    chats: await count(`SELECT count(*) AS rows FROM chats WHERE ${selected}`),
    open: await count(`SELECT count(*) AS rows FROM chats WHERE ${selected} AND chats.state <> 'closed'`),
    messages: await count(
      `SELECT count(*) AS rows FROM messages WHERE author <> 'system' AND chat_id IN (SELECT id FROM chats WHERE ${selected})`,
    ),
    customers: await count(`
      WITH these AS MATERIALIZED (SELECT id, customer_id FROM chats WHERE ${selected})
      SELECT count(*) AS rows FROM customers WHERE id IN (SELECT customer_id FROM these) AND ${hasOnlyTheseChats('SELECT id FROM these')}`),
  };
}

/** The ids of the selected chats, oldest first. */
async function listSelected(db: Connection, selection: ChatSelection) {
  const { sql: selected, values } = selectedBy(selection);
  return await db.column<string>(`SELECT id FROM chats WHERE ${selected} ORDER BY id`, ...values);
}

/** Whether anything in these chats is still being sent to a customer or a bot. */
async function isSendingInChats(db: Connection, { chatIds }: { readonly chatIds: readonly string[] }) {
  const sendingIn = (table: string): string =>
    `SELECT 1 FROM ${table} WHERE state = 'sending' AND chat_id IN (SELECT value FROM json_each(?1))`;
  const either = `${sendingIn('deliveries')} UNION ALL ${sendingIn('bot_events')} LIMIT 1`;
  return (await db.get(either, chatIds.map(Number))) !== undefined;
}

/** Open inactive chats, the longest inactive first. */
async function listSilentChats(
  db: Connection,
  { before, unanswered, limit }: SilentChats & { readonly limit: number },
) {
  return await db.column<string>(
    "SELECT id FROM chats WHERE state <> 'closed' AND snoozed_by IS NULL AND last_activity_at < ? AND (? OR waiting_since IS NULL) ORDER BY last_activity_at LIMIT ?",
    before,
    unanswered,
    limit,
  );
}

export const bulkQueries = { listSilentChats, countSelected, listSelected, isSendingInChats } as const;

export const bulkTransactions = { closeSilentChats, closeChats, reopenChats, eraseChats } as const;
