import type { Customer } from '#shared/domain/entities.ts';
import type { ClientInfo } from '#shared/protocol/bot-provider.ts';
import type { Connection } from '../connection.ts';
import { cardOf } from '../contact-rows.ts';
import { readCustomer } from '../rows.ts';

const CONTACTS = ['name', 'phone', 'email'] as const;
type Contact = (typeof CONTACTS)[number];

/** Fills empty contact fields and those that a bot filled before; what anybody else gave stays. */
export async function fillContacts(
  connection: Connection,
  customerId: number,
  info: ClientInfo,
): Promise<{ readonly customer: Customer | undefined; readonly fields: readonly Contact[] }> {
  const cardId = (await cardOf(connection, customerId)) ?? customerId;
  const row = await connection.get('SELECT name, phone, email, filled_by_bot FROM customers WHERE id = ?', cardId);
  if (row === undefined) return { customer: undefined, fields: [] };
  const filled = JSON.parse(String(row['filled_by_bot'])) as Contact[];
  const fields = CONTACTS.filter(
    (field) =>
      info[field] !== undefined && info[field] !== row[field] && (row[field] == null || filled.includes(field)),
  );
  for (const field of fields)
    await connection.run(`UPDATE customers SET ${field} = ? WHERE id = ?`, info[field] ?? null, cardId);
  if (fields.length > 0)
    await connection.run(
      'UPDATE customers SET filled_by_bot = ? WHERE id = ?',
      JSON.stringify([...new Set([...filled, ...fields])]),
      cardId,
    );
  return { customer: await readCustomer(connection, customerId), fields };
}

/** Somebody else gave these fields: a bot may no longer change them. */
export async function noLongerFilledByBot(
  connection: Connection,
  customerId: number,
  given: readonly string[],
): Promise<void> {
  const row = await connection.get(
    "SELECT filled_by_bot FROM customers WHERE id = ? AND filled_by_bot <> '[]'",
    customerId,
  );
  if (row === undefined) return;
  const left = (JSON.parse(String(row['filled_by_bot'])) as Contact[]).filter((field) => !given.includes(field));
  await connection.run('UPDATE customers SET filled_by_bot = ? WHERE id = ?', JSON.stringify(left), customerId);
}
