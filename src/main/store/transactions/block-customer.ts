import { close } from '#shared/domain/chat-rules.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import { cardOf, customersOfCard } from '../contact-rows.ts';
import { readCustomer, rowId } from '../rows.ts';
import { allowed, findChat, finish, type ChatChange } from './chat-change.ts';
import { closedEvents, noteClosed } from './chats.ts';
import { insertSystemLine } from './messages.ts';
import { actingOperator, type ActingOperator } from './people.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface BlockAct {
  readonly customerId: string;
  readonly operatorId: string;
  readonly at: number;
}

/** Blocks a customer and those they are merged with, and closes their open chats. Coded error: not_found. */
export async function blockCustomer(
  connection: Connection,
  act: BlockAct,
): Promise<{ readonly customers: readonly Customer[]; readonly closed: readonly ChatChange[] }> {
  const operator = await actingOperator(connection, act.operatorId);
  const sharing = await mustFind(connection, act.customerId);
  for (const id of sharing)
    await connection.run(
      'UPDATE customers SET blocked_at = ?, blocked_by = ? WHERE id = ? AND blocked_at IS NULL',
      act.at,
      operator.name,
      id,
    );
  const open = (
    await Array.fromAsync(sharing, (id) =>
      connection.all("SELECT id FROM chats WHERE customer_id = ? AND state <> 'closed'", id),
    )
  ).flat();
  const closed = await Array.fromAsync(open, (row) => closeFor(connection, String(row['id']), operator, act.at));
  return {
    customers: (await Array.fromAsync(sharing, async (id) => (await readCustomer(connection, id)) ?? [])).flat(),
    closed,
  };
}

/** They are heard again; how many messages were not stays counted. Coded error: not_found. */
export async function unblockCustomer(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<readonly Customer[]> {
  const sharing = await mustFind(connection, customerId);
  for (const id of sharing)
    await connection.run('UPDATE customers SET blocked_at = NULL, blocked_by = NULL WHERE id = ?', id);
  return (await Array.fromAsync(sharing, async (id) => (await readCustomer(connection, id)) ?? [])).flat();
}

async function closeFor(
  connection: Connection,
  chatId: string,
  operator: ActingOperator,
  at: number,
): Promise<ChatChange> {
  const found = await findChat(connection, chatId);
  await noteClosed(connection, found, at);
  const change = await finish(connection, found, await allowed(connection, found, close(found.standing)), () =>
    insertSystemLine(
      connection,
      found.chatId,
      { kind: 'customer_blocked', operatorId: operator.id, operatorName: operator.name },
      at,
    ),
  );
  return { ...change, events: await closedEvents(connection, found, at) };
}

async function mustFind(connection: Connection, customerId: string): Promise<readonly number[]> {
  const card = await cardOf(connection, rowId(customerId) ?? 0);
  if (card === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  return await customersOfCard(connection, card);
}
