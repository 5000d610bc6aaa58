import { mapContactFields } from '#shared/domain/contact-fields.ts';
import type { Contact, ContactCustomer } from '#shared/contract/contacts.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Connection } from './connection.ts';
import { rowId } from './rows.ts';

/** The customer whose row holds the card of this one: itself, unless merged. undefined: unknown customer. */
export async function cardOf(connection: Connection, customerId: string): Promise<string | undefined> {
  const row = await connection.get<{ cardId: string }>(
    'SELECT coalesce(contact_id, id) AS card_id FROM customers WHERE id = ?',
    rowId(customerId),
  );
  return row?.cardId;
}

/** The same. Coded error: not_found. */
export async function findCard(connection: Connection, customerId: string): Promise<string> {
  const card = await cardOf(connection, customerId);
  if (card === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  return card;
}

/** All customers who share a card, its own customer first. */
export async function customersOfCard(connection: Connection, cardId: string): Promise<readonly string[]> {
  const rows = await connection.all<{ id: string }>(
    'SELECT id FROM customers WHERE id = ?1 OR contact_id = ?1 ORDER BY contact_id IS NOT NULL, id',
    cardId,
  );
  return rows.map(({ id }) => id);
}

export interface BlockedRow {
  readonly blockedAt?: number;
  readonly blockedBy?: string;
  readonly blockedCount: number;
  readonly blockedLastAt?: number;
}

interface ContactRow extends Omit<ContactCustomer, 'customerId' | 'blocked' | 'merged'>, BlockedRow {
  readonly id: string;
  readonly notes?: string;
  readonly mergedAt?: number;
  readonly mergedBy?: string;
}

/** The contact of a customer. Coded error: not_found. */
export async function readContact(connection: Connection, customerId: string): Promise<Contact> {
  const cardId = await findCard(connection, customerId);
  const rows = await connection.all<ContactRow>(
    `SELECT customers.*, contact_merges.at AS merged_at, contact_merges.operator_name AS merged_by
     FROM customers LEFT JOIN contact_merges ON contact_merges.customer_id = customers.id
     WHERE customers.id = ?1 OR customers.contact_id = ?1 ORDER BY customers.contact_id IS NOT NULL, customers.id`,
    cardId,
  );
  const tags = await connection.all<{ name: string }>(
    `SELECT DISTINCT tags.name FROM customer_tags JOIN tags ON tags.id = customer_tags.tag_id
     WHERE customer_tags.customer_id IN (SELECT id FROM customers WHERE id = ?1 OR contact_id = ?1) ORDER BY tags.key`,
    cardId,
  );
  const [card] = rows;
  const contacts = mapContactFields((field) => card?.[field]);
  const customers = rows.map(toContactCustomer);
  return { id: cardId, ...contacts, notes: card?.notes ?? '', tags: tags.map((tag) => tag.name), customers };
}

function toContactCustomer(row: ContactRow): ContactCustomer {
  const { id: customerId, channelId, externalId, firstSeenAt, mergedAt, mergedBy = '' } = row;
  const contacts = mapContactFields((field) => row[field]);
  const blocked = row.blockedAt === undefined ? undefined : toBlocked(row);
  const merged = mergedAt === undefined ? undefined : { at: mergedAt, by: mergedBy };
  return { customerId, channelId, externalId, ...contacts, firstSeenAt, blocked, merged };
}

/** Of a blocked customer. */
export function toBlocked(row: BlockedRow): NonNullable<ContactCustomer['blocked']> {
  const { blockedAt: at = 0, blockedBy: by = '', blockedCount: count, blockedLastAt: lastAt } = row;
  return { at, by, count, lastAt };
}
