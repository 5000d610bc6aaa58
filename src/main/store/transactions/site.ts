import type { Connection } from '../connection.ts';
import { mapInOrder } from '../connection.ts';
import { rowId } from '../rows.ts';
import { type ChatChange, findChats } from './chat-change.ts';
import { closeFound } from './chats.ts';
import { readDeliveryChange, type DeliveryChange } from './deliveries.ts';

/**
 * A visitor's window has everything up to this message; `seen`: it was on the screen. Resolves with the replies whose
 * delivery changed.
 */
export async function recordVisitorReceived(
  connection: Connection,
  got: { readonly customerId: string; readonly upTo: string; readonly seen: boolean; readonly at: number },
): Promise<readonly DeliveryChange[]> {
  const { customerId, upTo, seen, at } = got;
  const waiting = seen ? "(state = 'sending' OR seen_at IS NULL)" : "state = 'sending'";
  const rows = await connection.all<{ messageId: string }>(
    `UPDATE deliveries SET state = 'delivered', attempts = max(attempts, 1), error = NULL,
       delivered_at = ifnull(delivered_at, ?1), seen_at = iif(?2, ifnull(seen_at, ?1), seen_at)
     WHERE message_id IN (SELECT id FROM messages WHERE chat_id IN (SELECT id FROM chats WHERE customer_id = ?4) AND id <= ?3)
       AND state <> 'failed' AND ${waiting}
     RETURNING message_id`,
    ...[at, seen, rowId(upTo), customerId],
  );
  return await mapInOrder(
    rows.toSorted((one, other) => Number(one.messageId) - Number(other.messageId)),
    ({ messageId }) => readDeliveryChange(connection, messageId),
  );
}

/** A visitor ends their open chat; undefined: they have none. */
export async function endVisitorChat(
  connection: Connection,
  { customerId, at }: { readonly customerId: string; readonly at: number },
): Promise<ChatChange | undefined> {
  const [found] = await findChats(connection, "chats.customer_id = ? AND chats.state <> 'closed'", rowId(customerId));
  return found && (await closeFound(connection, found, { kind: 'ended_by_customer' }, at));
}
