import { z } from 'zod';
import type { Past } from '#main/clock/settled-clock.ts';
import { command } from '../command.ts';
import { type Connection, mapInOrder, type WritingConnection } from '../connection.ts';
import { inIds, sql, type Sql } from '../sql.ts';
import { IS_COUNTED, isPast } from '../rows.ts';
import { listDigests, deleteChats } from '../customers/personal-data.ts';
import { lookUpChat, operatorName } from './chat-change.ts';
import { closeFound } from './chats.ts';
import type { ChatSelection } from '#shared/contract/archive.ts';

export const bulkCommands = {
  /** closes those of the chats that are open, each as an operator would; answers which, and whether bots are told */
  'chats.closeMany': command({
    for: 'engine',
    input: z.custom<{ readonly chatIds: readonly string[]; readonly operatorId: string }>(),
    run: async (db, { chatIds, operatorId }, { at }) => {
      // A started job continues even if its operator is removed.
      const event = {
        kind: 'closed',
        operatorId,
        operatorName: (await operatorName(db, operatorId)) ?? '',
      } as const;
      const chats = await mapInOrder(chatIds, async (id) => {
        const found = await lookUpChat(db, id);
        if (found === undefined || found.ownership.state === 'closed') return undefined;
        return await closeFound(db, found, event, at);
      });
      const toldBots = chats.some(({ events = [] }) => events.length > 0);
      return { answer: { closed: chats.map(({ chat }) => chat.id), toldBots }, chats, quietly: true };
    },
  }),
  /**
   * closes chats without a message for this many hours, except those that became active meanwhile or whose customer
   * waits; a bot that had one is told. Answers how many
   */
  'chats.closeSilent': command({
    for: 'engine',
    input: z.custom<Past & { readonly chatIds: readonly string[]; readonly hours: number }>(),
    run: async (db, { chatIds, hours, before }, { at }) => {
      const chats = await mapInOrder(chatIds, async (id) => {
        const found = await lookUpChat(db, id);
        if (found === undefined || found.row.lastActivityAt >= before) return undefined;
        const { state, waitingSince } = found.ownership;
        if (state === 'closed' || waitingSince !== undefined) return undefined;
        return await closeFound(db, found, { kind: 'closed_by_silence', hours }, at);
      });
      return { answer: chats.length, chats };
    },
  }),
} as const;

/** Deletes those of the chats that are closed, and customers without any others. Deleted content is overwritten. */
async function eraseChats(db: WritingConnection, { chatIds }: { readonly chatIds: readonly string[] }) {
  const rows = await db.all<{ id: string; customerId: string }>`
    SELECT id, customer_id FROM chats WHERE id IN ${inIds(chatIds)} AND state = 'closed' ORDER BY id`;
  const chats = rows.map(({ id }) => id);
  const ids = [...new Set(rows.map(({ customerId }) => customerId))];
  const customers = await db.column<string>`
    SELECT id FROM customers WHERE id IN ${inIds(ids)} AND ${hasOnlyTheseChats(inIds(chats))} ORDER BY id`;
  const digests = await listDigests(db, customers, chats);
  await deleteChats(db, { chats, customers });
  return { chatIds: chats, customerIds: customers, digests };
}

/** The same for chats that were closed and without activity since then, the oldest first. */
async function eraseOldChats(db: WritingConnection, { limit, ...past }: Past & { readonly limit: number }) {
  const chatIds = await db.column<string>`
    SELECT id FROM chats WHERE ${isOld(past)} ORDER BY last_activity_at, id LIMIT ${limit}`;
  return await eraseChats(db, { chatIds });
}

const isOld = (past: Past): Sql => sql`state = 'closed' AND ${isPast(sql`last_activity_at`, past)}
  AND id NOT IN (SELECT chat_id FROM deliveries WHERE state = 'sending')
  AND id NOT IN (SELECT chat_id FROM bot_events WHERE state = 'sending' AND chat_id IS NOT NULL)`;

async function countOldChats(db: Connection, past: Past): Promise<number> {
  return (await db.value<number>`SELECT count(*) FROM chats WHERE ${isOld(past)}`) ?? 0;
}

/** Selects customers with nothing beyond these chats: no merged customer, no lasting block, no other chat. */
const hasOnlyTheseChats = (these: Sql): Sql => sql`
  customers.contact_id IS NULL AND customers.blocked_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM customers AS other WHERE other.contact_id = customers.id)
  AND NOT EXISTS (SELECT 1 FROM chats AS rest WHERE rest.customer_id = customers.id AND rest.id NOT IN ${these})`;

async function countSelected(db: Connection, { chatIds }: ChatSelection) {
  const these = sql`WITH these AS MATERIALIZED (SELECT id, customer_id, state FROM chats WHERE id IN ${inIds(chatIds)})`;
  const counts = await db.get<Record<'chats' | 'open' | 'messages' | 'customers', number>>`
    ${these} SELECT (SELECT count(*) FROM these) AS chats,
      (SELECT count(*) FROM these WHERE state <> 'closed') AS open,
      (SELECT count(*) FROM messages WHERE ${IS_COUNTED} AND chat_id IN (SELECT id FROM these)) AS messages,
      (SELECT count(*) FROM customers
       WHERE id IN (SELECT customer_id FROM these) AND ${hasOnlyTheseChats(sql`(SELECT id FROM these)`)}) AS customers`;
  return counts ?? { chats: 0, open: 0, messages: 0, customers: 0 };
}

/** Checks whether anything in these chats is still being sent to a customer or a bot. */
async function isSendingInChats(db: Connection, { chatIds }: { readonly chatIds: readonly string[] }) {
  const isSending = sql`state = 'sending' AND chat_id IN ${inIds(chatIds)}`;
  const sending = await db.get`
    SELECT 1 FROM deliveries WHERE ${isSending} UNION ALL SELECT 1 FROM bot_events WHERE ${isSending} LIMIT 1`;
  return sending !== undefined;
}

/** Open chats without a message since then whose customer does not wait, the longest inactive first. */
async function listSilentChats(db: Connection, { limit, ...past }: Past & { readonly limit: number }) {
  return await db.column<string>`
    SELECT id FROM chats WHERE state <> 'closed' AND snoozed_by IS NULL AND waiting_since IS NULL
    AND ${isPast(sql`last_activity_at`, past)} ORDER BY last_activity_at, id LIMIT ${limit}`;
}

export const bulkQueries = { listSilentChats, countOldChats, countSelected, isSendingInChats } as const;

export const bulkTransactions = { eraseChats, eraseOldChats } as const;
