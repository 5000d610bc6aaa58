import type { Contact } from '#shared/contract/contacts.ts';
import { inOrder, type Connection } from '../connection.ts';
import { customersOfCard, findCard, readContact } from '../contact-rows.ts';
import { forgetUnused, keepTag } from './tags.ts';

/** Sets notes or tags of a customer's contact; tags of those merged with them are of the same card. Coded error: not_found. */
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

/** What is taken away goes from all who share the card; what is new is of the card. */
async function setTags(
  connection: Connection,
  cardId: string,
  sharing: readonly string[],
  names: readonly string[],
): Promise<void> {
  const wanted = await inOrder(names, async (name) => (await keepTag(connection, name)).id);
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
  await forgetUnused(connection, [...had]);
}
