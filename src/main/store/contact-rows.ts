import type { Contact, ContactCustomer } from '#shared/contract/contacts.ts';
import type { Connection, Row } from './connection.ts';

/** The customer whose row is the card of this one: itself, unless merged. undefined: there is no such customer. */
export async function cardOf(connection: Connection, customerId: number): Promise<number | undefined> {
  const row = await connection.get('SELECT coalesce(contact_id, id) AS card FROM customers WHERE id = ?', customerId);
  return row && Number(row['card']);
}

/** All who share a card, its own customer first. */
export async function customersOfCard(connection: Connection, cardId: number): Promise<readonly number[]> {
  return (
    await connection.all(
      'SELECT id FROM customers WHERE id = ?1 OR contact_id = ?1 ORDER BY contact_id IS NOT NULL, id',
      cardId,
    )
  ).map((row) => Number(row['id']));
}

/** The contact of a customer; undefined: there is no such customer. */
export async function readContact(connection: Connection, customerId: number): Promise<Contact | undefined> {
  const cardId = await cardOf(connection, customerId);
  if (cardId === undefined) return undefined;
  const rows = await connection.all(
    `SELECT customers.*, contact_merges.at AS merged_at, contact_merges.operator_name AS merged_by
     FROM customers LEFT JOIN contact_merges ON contact_merges.customer_id = customers.id
     WHERE customers.id = ?1 OR customers.contact_id = ?1 ORDER BY customers.contact_id IS NOT NULL, customers.id`,
    cardId,
  );
  const tags = await connection.all(
    `SELECT DISTINCT tags.name FROM customer_tags JOIN tags ON tags.id = customer_tags.tag_id
     WHERE customer_tags.customer_id IN (SELECT id FROM customers WHERE id = ?1 OR contact_id = ?1) ORDER BY tags.key`,
    cardId,
  );
  const card = rows[0] ?? {};
  return {
    id: String(cardId),
    name: word(card['name']),
    phone: word(card['phone']),
    email: word(card['email']),
    notes: word(card['notes']) ?? '',
    tags: tags.map((row) => String(row['name'])),
    customers: rows.map(toContactCustomer),
  };
}

function toContactCustomer(row: Row): ContactCustomer {
  return {
    customerId: String(row['id']),
    channelId: String(row['channel_id']),
    externalId: String(row['external_id']),
    name: word(row['name']),
    phone: word(row['phone']),
    email: word(row['email']),
    firstSeenAt: Number(row['first_seen_at']),
    blocked: row['blocked_at'] == null ? undefined : toBlocked(row),
    merged: row['merged_at'] == null ? undefined : { at: Number(row['merged_at']), by: String(row['merged_by']) },
  };
}

/** Of a row of a customer who is blocked. */
export function toBlocked(row: Row): NonNullable<ContactCustomer['blocked']> {
  const { blocked_at: at, blocked_by: by, blocked_count: count, blocked_last_at: lastAt } = row;
  return { at: Number(at), by: String(by), count: Number(count), lastAt: lastAt == null ? undefined : Number(lastAt) };
}

function word(value: Row[string] | undefined): string | undefined {
  return value == null ? undefined : String(value);
}
