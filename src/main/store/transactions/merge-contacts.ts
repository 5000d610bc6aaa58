import type { Contact, Keep } from '#shared/contract/contacts.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Connection, Row } from '../connection.ts';
import { cardOf, customersOfCard, readContact } from '../contact-rows.ts';
import { readCustomer, rowId } from '../rows.ts';
import { actingOperator } from './people.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What a merge may change on a card, by column. */
const COLUMNS = ['name', 'phone', 'email', 'notes', 'filled_by_bot'] as const;
type Card = Partial<Record<(typeof COLUMNS)[number], string | null>>;

/** A contact after its customers changed, and these as they are now. */
export interface ContactChange {
  readonly contact: Contact;
  readonly customers: readonly Customer[];
}

export interface MergeAct {
  /** whose contact stays */
  readonly customerId: string;
  readonly otherId: string;
  readonly keep: Keep;
  readonly operatorId: string;
  readonly at: number;
}

/**
 * The contact of `otherId` joins that of `customerId`: one card, and one list of chats. Every customer keeps the own row
 * with what its system said; only the card that stays is changed, and what the merge changed on it is written down.
 * Coded errors: not_found, invalid_input where they are one contact already.
 */
export async function mergeContacts(
  connection: Connection,
  act: MergeAct,
): Promise<ContactChange & { readonly mergedId: string }> {
  const operator = await actingOperator(connection, act.operatorId);
  const [into, other] = [await mustFind(connection, act.customerId), await mustFind(connection, act.otherId)];
  if (into === other)
    throw new ContractError('invalid_input', phrase('errors:refusals.merge.one'), [
      { path: 'otherId', reason: phrase('errors:refusals.merge.same') },
    ]);
  const [card, joining] = [await readCard(connection, into), await readCard(connection, other)];
  const wanted = mergedCard(card, joining, act.keep);
  const changed = COLUMNS.filter((column) => wanted[column] !== card[column]);
  const only = (from: Card): string =>
    JSON.stringify(Object.fromEntries(changed.map((column) => [column, from[column] ?? null])));
  await writeCard(connection, into, Object.fromEntries(changed.map((column) => [column, wanted[column]])));
  await connection.run('UPDATE customers SET contact_id = ?1 WHERE id = ?2 OR contact_id = ?2', into, other);
  await connection.run(
    'INSERT INTO contact_merges (customer_id, into_id, before, after, operator_name, at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[other, into, only(card), only(wanted), operator.name, act.at],
  );
  return { ...(await changeOf(connection, into, await customersOfCard(connection, into))), mergedId: String(other) };
}

/**
 * Takes a merge back. The card gets back what the merge changed on it; what somebody changed since stays there.
 * Customers who were merged before stay with whom they were. Coded error: not_found.
 */
export async function separateContact(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<ContactChange> {
  const id = rowId(customerId) ?? 0;
  const merge = await connection.get('SELECT * FROM contact_merges WHERE customer_id = ?', id);
  if (merge === undefined) throw new ContractError('not_found', phrase('errors:refusals.merge.not'));
  const all = await customersOfCard(connection, (await cardOf(connection, id)) ?? id);
  await restoreCard(connection, merge);
  await connection.run('DELETE FROM contact_merges WHERE customer_id = ?', id);
  await connection.run(
    `WITH RECURSIVE joined (id) AS (VALUES (?1) UNION SELECT customer_id FROM contact_merges JOIN joined ON into_id = joined.id)
     UPDATE customers SET contact_id = iif(id = ?1, NULL, ?1) WHERE id IN joined`,
    id,
  );
  return await changeOf(connection, Number(merge['into_id']), all);
}

/** Each column goes back where it still says what the merge made of it; else a later merge hands it on when that is taken back. */
async function restoreCard(connection: Connection, merge: Row): Promise<void> {
  const into = Number(merge['into_id']);
  const [before, after] = [JSON.parse(String(merge['before'])) as Card, JSON.parse(String(merge['after'])) as Card];
  const now = await readCard(connection, into);
  for (const column of COLUMNS.filter((each) => each in after)) {
    const later = await connection.all(
      'SELECT id, before FROM contact_merges WHERE into_id = ? AND id > ? ORDER BY id',
      into,
      Number(merge['id']),
    );
    const heir = later.find((row) => column in (JSON.parse(String(row['before'])) as Card));
    const inherited = heir && (JSON.parse(String(heir['before'])) as Card);
    if (heir === undefined && now[column] === after[column])
      await writeCard(connection, into, { [column]: before[column] });
    if (heir !== undefined && inherited?.[column] === after[column]) {
      await connection.run(
        'UPDATE contact_merges SET before = ? WHERE id = ?',
        JSON.stringify({ ...inherited, [column]: before[column] ?? null }),
        Number(heir['id']),
      );
    }
  }
}

function mergedCard(card: Card, joining: Card, keep: Keep): Card {
  const contacts = Object.fromEntries(
    (['name', 'phone', 'email'] as const).map((field) => [
      field,
      (keep[field] === 'into' ? card : joining)[field] ?? null,
    ]),
  );
  const notes = [card.notes, joining.notes].filter((text) => text != null && text !== '').join('\n\n');
  const filled = JSON.parse(card.filled_by_bot ?? '[]') as (keyof Keep)[];
  // What an operator chose, a bot may no longer change.
  const left = filled.filter((field) => contacts[field] === card[field]);
  return {
    ...contacts,
    notes: notes === '' ? null : notes,
    filled_by_bot: left.length === filled.length ? card.filled_by_bot : JSON.stringify(left),
  };
}

async function readCard(connection: Connection, id: number): Promise<Card> {
  return {
    ...(await connection.get('SELECT name, phone, email, notes, filled_by_bot FROM customers WHERE id = ?', id)),
  };
}

async function writeCard(connection: Connection, id: number, card: Card): Promise<void> {
  for (const column of COLUMNS.filter((each) => each in card))
    await connection.run(`UPDATE customers SET ${column} = ? WHERE id = ?`, card[column] ?? null, id);
}

async function mustFind(connection: Connection, customerId: string): Promise<number> {
  const card = await cardOf(connection, rowId(customerId) ?? 0);
  if (card === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  return card;
}

async function changeOf(
  connection: Connection,
  contactId: number,
  customerIds: readonly number[],
): Promise<ContactChange> {
  const contact = await readContact(connection, contactId);
  if (contact === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  return {
    contact,
    customers: (await Array.fromAsync(customerIds, async (id) => (await readCustomer(connection, id)) ?? [])).flat(),
  };
}
