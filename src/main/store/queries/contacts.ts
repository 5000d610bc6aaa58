import { CONTACT_FIELDS, ofContactFields } from '#shared/domain/contact-fields.ts';
import type { Contact } from '#shared/contract/contacts.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Connection, Row } from '../connection.ts';
import { readContact, toBlocked, type BlockedRow } from '../contact-rows.ts';
import { CUSTOMER_COLUMNS, JOIN_CARD, toCustomer, type CustomerRow } from '../rows.ts';
import { pageOf, parseCursor } from './cursor.ts';

/** How many a search offers; who has more types on. */
const FOUND = 20;

/** So many customers are looked through, the latest first: it takes a fraction of a second. */
const LOOKED_THROUGH = 200_000;

/** Coded error: not_found. */
export async function getContact(
  connection: Connection,
  { customerId }: { readonly customerId: string },
): Promise<Contact> {
  return await readContact(connection, customerId);
}

/**
 * Contacts other than this customer's: those whose contact fields and id have every word of the query; without one, those
 * who have a contact field in common. Letters' case and accents aside. Coded error: not_found.
 */
export async function findContacts(
  connection: Connection,
  { customerId, query }: { readonly customerId: string; readonly query: string },
): Promise<readonly Contact[]> {
  const own = await getContact(connection, { customerId });
  const fits = query.trim() === '' ? inCommon(own) : named(query);
  const found = new Map<string, Contact>();
  for await (const row of connection.each(
    `SELECT id, contact_id, external_id, ${CONTACT_FIELDS.join(', ')} FROM customers ORDER BY id DESC LIMIT ${LOOKED_THROUGH}`,
  )) {
    const contactId = String(row['contactId'] ?? row['id']);
    if (contactId === own.id || found.has(contactId) || !fits(row)) continue;
    found.set(contactId, await readContact(connection, contactId));
    if (found.size === FOUND) break;
  }
  return [...found.values()];
}

function named(query: string): (row: Row) => boolean {
  const wanted = folded(query).split(' ');
  return (row) => {
    const text = folded([...CONTACT_FIELDS, 'externalId'].map((field) => row[field] ?? '').join(' '));
    return wanted.every((word) => text.includes(word));
  };
}

function inCommon(own: Contact): (row: Row) => boolean {
  const wanted = ofContactFields((field) => folded(own[field] ?? ''));
  return (row) =>
    CONTACT_FIELDS.some((field) => wanted[field] !== '' && folded(String(row[field] ?? '')) === wanted[field]);
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/** Latest first. Coded error: invalid_input, for a foreign cursor. */
export async function listBlocked(
  connection: Connection,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{
  readonly blocked: { readonly customer: Customer; readonly blocked: ReturnType<typeof toBlocked> }[];
  readonly nextCursor?: string;
}> {
  const after = parseCursor(cursor);
  const rows = await connection.all<CustomerRow & BlockedRow & { blockedAt: number }>(
    `SELECT customers.channel_id, customers.blocked_by, customers.blocked_count, customers.blocked_last_at, ${CUSTOMER_COLUMNS} FROM customers ${JOIN_CARD}
     WHERE customers.blocked_at IS NOT NULL${after === undefined ? '' : ' AND (customers.blocked_at, customers.id) < (?, ?)'} ORDER BY customers.blocked_at DESC, customers.id DESC LIMIT ?`,
    ...[...(after === undefined ? [] : [after.value, after.id]), limit + 1],
  );
  const found = rows.map((row) => ({ customer: toCustomer(row), blocked: toBlocked(row) }));
  const { page: blocked, ...next } = pageOf(found, limit, (each) => ({ value: each.blocked.at, id: each.customer.id }));
  return { blocked, ...next };
}
