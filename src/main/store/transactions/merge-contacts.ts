import { CONTACT_FIELDS, type ContactField, mapContactFields } from '#shared/domain/contact-fields.ts';
import type { Contact, MergeChoices } from '#shared/contract/contacts.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Customer } from '#shared/domain/entities.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { customersOfCard, findCard, readContact } from '../contact-rows.ts';
import { readCustomer, rowId } from '../rows.ts';
import { actingOperator } from './chat-change.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Fields of a card that a merge may change; null and absent are the same. */
const FIELDS = [...CONTACT_FIELDS, 'notes', 'filledByBot'] as const;
type Card = Partial<Record<(typeof FIELDS)[number], string | null | undefined>>;

/** A contact after its customers changed, with these as they are now. */
export interface ContactChange {
  readonly contact: Contact;
  readonly customers: readonly Customer[];
}

export interface MergeInput {
  /** the contact that stays */
  readonly customerId: string;
  readonly otherId: string;
  readonly keep: MergeChoices;
  readonly operatorId: string;
  readonly at: number;
}

/**
 * Merges the contact of `otherId` into that of `customerId`: one card, and one list of chats. Every customer keeps
 * their own row with their system's data; only the remaining card changes, and the merge's changes to it are recorded.
 * Coded errors: not_found, invalid_input if they already are one contact.
 */
export async function mergeContacts(
  connection: Connection,
  act: MergeInput,
): Promise<ContactChange & { readonly mergedId: string }> {
  const operator = await actingOperator(connection, act.operatorId);
  const [into, other] = [await findCard(connection, act.customerId), await findCard(connection, act.otherId)];
  if (into === other)
    throw new ContractError('invalid_input', phrase('errors:refusals.merge.one'), [
      { path: 'otherId', reason: phrase('errors:refusals.merge.same') },
    ]);
  const [card, joining] = [await readCard(connection, into), await readCard(connection, other)];
  const wanted = mergedCard(card, joining, act.keep);
  const changed = FIELDS.filter((field) => wanted[field] !== card[field]);
  const only = (from: Card): Card => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  await writeCard(connection, into, only(wanted));
  await connection.run('UPDATE customers SET contact_id = ?1 WHERE id = ?2 OR contact_id = ?2', into, other);
  const merge = { customerId: other, intoId: into, before: only(card), after: only(wanted) };
  await connection.insert('contact_merges', { ...merge, operatorName: operator.name, at: act.at });
  return { ...(await readChange(connection, into, await customersOfCard(connection, into))), mergedId: other };
}

/** Undoes a merge and its changes to the card; later changes and earlier merges stay. Coded error: not_found. */
export async function separateContact(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<ContactChange> {
  const id = rowId(customerId);
  const merge = await connection.get<Merge>('SELECT * FROM contact_merges WHERE customer_id = ?', id);
  if (merge === undefined) throw new ContractError('not_found', phrase('errors:refusals.merge.not'));
  const all = await customersOfCard(connection, await findCard(connection, customerId));
  await restoreCard(connection, merge);
  await connection.run('DELETE FROM contact_merges WHERE customer_id = ?', id);
  await connection.run(
    `WITH RECURSIVE joined (id) AS (VALUES (?1) UNION SELECT customer_id FROM contact_merges JOIN joined ON into_id = joined.id)
     UPDATE customers SET contact_id = iif(id = ?1, NULL, ?1) WHERE id IN joined`,
    id,
  );
  return await readChange(connection, merge.intoId, all);
}

interface Merge {
  readonly id: string;
  readonly intoId: string;
  readonly before: Card;
  readonly after: Card;
}

/** Each field is restored if it still has the value from the merge; otherwise undoing a later merge passes it on. */
async function restoreCard(connection: Connection, { id, intoId, before, after }: Merge): Promise<void> {
  const now = await readCard(connection, intoId);
  for (const field of FIELDS.filter((each) => each in after)) {
    const later = await connection.all<Merge>(
      'SELECT id, before FROM contact_merges WHERE into_id = ? AND id > ? ORDER BY id',
      intoId,
      id,
    );
    const was = { [field]: before[field] ?? null };
    const heir = later.find((merge) => field in merge.before);
    if (heir === undefined) {
      if ((now[field] ?? null) === after[field]) await writeCard(connection, intoId, was);
    } else if (heir.before[field] === after[field])
      await connection.update('contact_merges', { id: heir.id }, { before: { ...heir.before, ...was } });
  }
}

function mergedCard(card: Card, joining: Card, keep: MergeChoices): Card {
  const contacts = mapContactFields((field) => (keep[field] === 'into' ? card : joining)[field]);
  const notes = [card.notes, joining.notes].filter((text) => text != null && text !== '').join('\n\n');
  const filled = JSON.parse(card.filledByBot ?? '[]') as ContactField[];
  // A bot may no longer change what an operator chose.
  const left = filled.filter((field) => contacts[field] === card[field]);
  const filledByBot = left.length === filled.length ? card.filledByBot : JSON.stringify(left);
  return { ...contacts, notes: notes === '' ? undefined : notes, filledByBot };
}

async function readCard(connection: Connection, id: string): Promise<Card> {
  const sql = `SELECT ${CONTACT_FIELDS.join(', ')}, notes, filled_by_bot FROM customers WHERE id = ?`;
  return (await connection.get<Card>(sql, id)) ?? {};
}

async function writeCard(connection: Connection, id: string, card: Card): Promise<void> {
  if (Object.keys(card).length > 0) await connection.update('customers', { id }, card);
}

async function readChange(
  connection: Connection,
  contactId: string,
  customerIds: readonly string[],
): Promise<ContactChange> {
  const contact = await readContact(connection, contactId);
  return { contact, customers: await mapInOrder(customerIds, (id) => readCustomer(connection, id)) };
}
