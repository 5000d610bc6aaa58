import type { Contact } from '#shared/contract/contacts.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Connection } from '../connection.ts';
import { cardOf, customersOfCard, readContact } from '../contact-rows.ts';
import { rowId } from '../rows.ts';
import { forgetUnused, keepTag } from './tags.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Sets notes or tags of a customer's contact; tags of those merged with them are of the same card. Coded error: not_found. */
export async function updateContact(
  connection: Connection,
  change: {
    readonly customerId: string;
    readonly notes?: string | undefined;
    readonly tags?: readonly string[] | undefined;
  },
): Promise<{ readonly contact: Contact; readonly customerIds: readonly string[]; readonly tagsChanged: boolean }> {
  const cardId = await cardOf(connection, rowId(change.customerId) ?? 0);
  if (cardId === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  if (change.notes !== undefined)
    await connection.run(
      'UPDATE customers SET notes = ? WHERE id = ?',
      change.notes === '' ? null : change.notes,
      cardId,
    );
  const sharing = await customersOfCard(connection, cardId);
  if (change.tags !== undefined) await setTags(connection, cardId, sharing, change.tags);
  const contact = await readContact(connection, cardId);
  if (contact === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  return { contact, customerIds: sharing.map(String), tagsChanged: change.tags !== undefined };
}

/** What is taken away goes from all who share the card; what is new is of the card. */
async function setTags(
  connection: Connection,
  cardId: number,
  sharing: readonly number[],
  names: readonly string[],
): Promise<void> {
  const wanted = await Array.fromAsync(names, async (name) => (await keepTag(connection, name)).id);
  const rows = (
    await Array.fromAsync(sharing, (customerId) =>
      connection.all('SELECT tag_id, customer_id FROM customer_tags WHERE customer_id = ?', customerId),
    )
  ).flat();
  const had = new Set(rows.map((row) => Number(row['tag_id'])));
  for (const row of rows.filter((each) => !wanted.includes(Number(each['tag_id'])))) {
    await connection.run(
      'DELETE FROM customer_tags WHERE tag_id = ? AND customer_id = ?',
      Number(row['tag_id']),
      Number(row['customer_id']),
    );
  }
  for (const tagId of wanted.filter((id) => !had.has(id)))
    await connection.run('INSERT OR IGNORE INTO customer_tags (tag_id, customer_id) VALUES (?, ?)', tagId, cardId);
  await forgetUnused(connection, [...had]);
}
