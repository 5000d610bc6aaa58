import type { Customer } from '#shared/domain/entities.ts';
import type { ClientInfo } from '#shared/protocol/bot-provider.ts';
import type { Connection } from '../connection.ts';
import { cardOf } from '../contact-rows.ts';
import { readCustomer } from '../rows.ts';

const CONTACTS = ['name', 'phone', 'email'] as const;
type Contact = (typeof CONTACTS)[number];

type Filled = { readonly filledByBot: string } & { readonly [C in Contact]?: string };

/** Fills empty contact fields and those that a bot filled before; what anybody else gave stays. */
export async function fillContacts(
  connection: Connection,
  customerId: string,
  info: ClientInfo,
): Promise<{ readonly customer: Customer | undefined; readonly fields: readonly Contact[] }> {
  const cardId = (await cardOf(connection, customerId)) ?? customerId;
  const row = await connection.get<Filled>(
    'SELECT name, phone, email, filled_by_bot FROM customers WHERE id = ?',
    cardId,
  );
  if (row === undefined) return { customer: undefined, fields: [] };
  const filled = JSON.parse(row.filledByBot) as Contact[];
  const fields = CONTACTS.filter(
    (field) =>
      info[field] !== undefined && info[field] !== row[field] && (row[field] === undefined || filled.includes(field)),
  );
  const news = Object.fromEntries(fields.map((field) => [field, info[field]]));
  const filledByBot = [...new Set([...filled, ...fields])];
  if (fields.length > 0) await connection.update('customers', { id: cardId }, { ...news, filledByBot });
  return { customer: await readCustomer(connection, customerId), fields };
}

/** Somebody else gave these fields: a bot may no longer change them. */
export async function noLongerFilledByBot(
  connection: Connection,
  customerId: string,
  given: readonly string[],
): Promise<void> {
  const row = await connection.get<Filled>(
    "SELECT filled_by_bot FROM customers WHERE id = ? AND filled_by_bot <> '[]'",
    customerId,
  );
  if (row === undefined) return;
  const left = (JSON.parse(row.filledByBot) as Contact[]).filter((field) => !given.includes(field));
  await connection.update('customers', { id: customerId }, { filledByBot: left });
}
