import { CONTACT_FIELDS, type ContactField } from '#shared/domain/contact-fields.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { ClientInfo } from '#shared/protocol/bot-provider.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { cardOf, customersOfCard, findCard, readContact } from '../contact-rows.ts';
import { readCustomer } from '../rows.ts';
import type { Contact } from '#shared/contract/contacts.ts';
import { deleteUnused, findOrAddTag } from './tags.ts';

type FilledFields = { readonly filledByBot: string } & { readonly [F in ContactField]?: string };

/** Fills contact fields that are empty or came from a bot; all others stay. */
export async function fillContacts(
  connection: Connection,
  customerId: string,
  info: ClientInfo,
): Promise<{ readonly customer: Customer | undefined; readonly fields: readonly (keyof ClientInfo)[] }> {
  const cardId = (await cardOf(connection, customerId)) ?? customerId;
  const row = await connection.get<FilledFields>(
    `SELECT ${CONTACT_FIELDS.join(', ')}, filled_by_bot FROM customers WHERE id = ?`,
    cardId,
  );
  if (row === undefined) return { customer: undefined, fields: [] };
  const filled = JSON.parse(row.filledByBot) as ContactField[];
  const fields = (Object.keys(info) as (keyof ClientInfo)[]).filter(
    (field) =>
      info[field] !== undefined && info[field] !== row[field] && (row[field] === undefined || filled.includes(field)),
  );
  const news = Object.fromEntries(fields.map((field) => [field, info[field]]));
  const filledByBot = [...new Set([...filled, ...fields])];
  if (fields.length > 0) await connection.update('customers', { id: cardId }, { ...news, filledByBot });
  return { customer: await readCustomer(connection, customerId), fields };
}

/** Marks these fields as set by somebody else: a bot may no longer change them. */
export async function clearFilledByBot(
  connection: Connection,
  customerId: string,
  wanted: readonly string[],
): Promise<void> {
  const row = await connection.get<FilledFields>(
    "SELECT filled_by_bot FROM customers WHERE id = ? AND filled_by_bot <> '[]'",
    customerId,
  );
  if (row === undefined) return;
  const left = (JSON.parse(row.filledByBot) as ContactField[]).filter((field) => !wanted.includes(field));
  await connection.update('customers', { id: customerId }, { filledByBot: left });
}

/** Sets notes or tags of a customer's contact, which merged customers share. Coded error: not_found. */
export async function updateContact(
  connection: Connection,
  change: {
    readonly customerId: string;
    readonly notes?: string | undefined;
    readonly tags?: readonly string[] | undefined;
  },
): Promise<{ readonly contact: Contact; readonly customerIds: readonly string[]; readonly tagsChanged: boolean }> {
  const cardId = await findCard(connection, change.customerId);
  const { notes, tags } = change;
  if (notes !== undefined)
    await connection.update('customers', { id: cardId }, { notes: notes === '' ? undefined : notes });
  const customerIds = await customersOfCard(connection, cardId);
  if (tags !== undefined) await setTags(connection, cardId, customerIds, tags);
  return { contact: await readContact(connection, cardId), customerIds, tagsChanged: tags !== undefined };
}

/** Removed tags are removed from all who share the card; new ones belong to the card. */
async function setTags(
  connection: Connection,
  cardId: string,
  sharing: readonly string[],
  names: readonly string[],
): Promise<void> {
  // Spellings that differ only in case are one tag.
  const wanted = [...new Set(await mapInOrder(names, async (name) => (await findOrAddTag(connection, name)).id))];
  const rows = await connection.all<{ tagId: string; customerId: string }>(
    'SELECT tag_id, customer_id FROM customer_tags WHERE customer_id IN (SELECT value FROM json_each(?))',
    sharing.map(Number),
  );
  const had = new Set(rows.map(({ tagId }) => tagId));
  for (const { tagId, customerId } of rows)
    if (!wanted.includes(tagId))
      await connection.run('DELETE FROM customer_tags WHERE tag_id = ? AND customer_id = ?', tagId, customerId);
  for (const tagId of wanted)
    if (!had.has(tagId)) await connection.insert('customer_tags', { tagId, customerId: cardId });
  await deleteUnused(connection, [...had]);
}
