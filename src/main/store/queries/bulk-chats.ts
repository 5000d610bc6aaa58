import type { ChatSelection } from '#shared/contract/bulk.ts';
import type { Connection } from '../connection.ts';
import type { SilentChats } from '../transactions/bulk-chats.ts';

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

/** The selection. */
export async function countSelected(
  connection: Connection,
  selection: ChatSelection,
): Promise<{ readonly chats: number; readonly open: number; readonly messages: number; readonly customers: number }> {
  const { sql: selected, values } = selectedBy(selection);
  const count = async (sql: string): Promise<number> => Number((await connection.get(sql, ...values))?.['rows']);
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
export async function listSelected(connection: Connection, selection: ChatSelection): Promise<readonly string[]> {
  const { sql: selected, values } = selectedBy(selection);
  const rows = await connection.all<{ id: string }>(`SELECT id FROM chats WHERE ${selected} ORDER BY id`, ...values);
  return rows.map(({ id }) => id);
}

/** Whether anything in these chats is still being sent to a customer or a bot. */
export async function isSendingInChats(
  connection: Connection,
  { chatIds }: { readonly chatIds: readonly string[] },
): Promise<boolean> {
  const sendingIn = (table: string): string =>
    `SELECT 1 FROM ${table} WHERE state = 'sending' AND chat_id IN (SELECT value FROM json_each(?1))`;
  const row = await connection.get(
    `${sendingIn('deliveries')} UNION ALL ${sendingIn('bot_events')} LIMIT 1`,
    chatIds.map(Number),
  );
  return row !== undefined;
}

/** Open inactive chats, the longest inactive first. */
export async function listSilentChats(
  connection: Connection,
  { before, unanswered, limit }: SilentChats & { readonly limit: number },
): Promise<readonly string[]> {
  const rows = await connection.all<{ id: string }>(
    "SELECT id FROM chats WHERE state <> 'closed' AND snoozed_by IS NULL AND last_activity_at < ? AND (? OR waiting_since IS NULL) ORDER BY last_activity_at LIMIT ?",
    before,
    unanswered,
    limit,
  );
  return rows.map(({ id }) => id);
}
