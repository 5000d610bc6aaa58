import type { Customer } from '#shared/domain/entities.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { customersOfCard, findCard } from '../contact-rows.ts';
import { readCustomer } from '../rows.ts';
import { actingOperator, type ChatChange, findChats } from './chat-change.ts';
import { closeFound } from './chats.ts';

export interface BlockInput {
  readonly customerId: string;
  readonly operatorId: string;
  readonly at: number;
}

/** Blocks a customer and those merged with them, and closes their open chats. Coded error: not_found. */
export async function blockCustomer(
  connection: Connection,
  { customerId, operatorId, at }: BlockInput,
): Promise<{ readonly customers: readonly Customer[]; readonly closed: readonly ChatChange[] }> {
  const { name } = await actingOperator(connection, operatorId);
  const sharing = await customersOfCard(connection, await findCard(connection, customerId));
  await connection.run(
    'UPDATE customers SET blocked_at = ?, blocked_by = ? WHERE id IN (SELECT value FROM json_each(?)) AND blocked_at IS NULL',
    ...[at, name, sharing.map(Number)],
  );
  const open = await findChats(
    connection,
    "chats.customer_id IN (SELECT value FROM json_each(?)) AND chats.state <> 'closed'",
    sharing.map(Number),
  );
  const event = { kind: 'customer_blocked', operatorId, operatorName: name } as const;
  const closed = await mapInOrder(open, (found) => closeFound(connection, found, event, at));
  return { customers: await mapInOrder(sharing, (id) => readCustomer(connection, id)), closed };
}

/** Unblocks them; the count of discarded messages stays. Coded error: not_found. */
export async function unblockCustomer(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<readonly Customer[]> {
  const sharing = await customersOfCard(connection, await findCard(connection, customerId));
  for (const id of sharing)
    await connection.update('customers', { id }, { blockedAt: undefined, blockedBy: undefined });
  return await mapInOrder(sharing, (id) => readCustomer(connection, id));
}
