import { z } from 'zod';
import { contactFields, mapContactFields, CONTACT_FIELDS, type ContactField } from '#shared/domain/contact-fields.ts';
import {
  mergeChoices,
  tagNames,
  type Contact,
  type ContactCustomer,
  type MergeChoices,
} from '#shared/contract/contacts.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { rowId, readCustomer } from '../rows.ts';
import { inIds, sql, Sql } from '../sql.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { ClientInfo } from '#shared/protocol/bot-provider.ts';
import { deleteUnused, findOrAddTag } from '../chats/tags.ts';
import { actingOperator, findChats } from '../chats/chat-change.ts';
import { closeFound } from '../chats/chats.ts';
import { command } from '../command.ts';
import { withNameKey } from './name-key.ts';

/** The customer whose row holds the card of this one: itself, unless merged. undefined: unknown customer. */
export async function cardOf(db: Connection, customerId: string): Promise<string | undefined> {
  return await db.value`SELECT coalesce(contact_id, id) AS card_id FROM customers WHERE id = ${rowId(customerId)}`;
}

/** The same. Coded error: not_found. */
export async function findCard(db: Connection, customerId: string): Promise<string> {
  return required(await cardOf(db, customerId), 'customer');
}

/** All customers who share a card, its own customer first. */
export async function customersOfCard(db: Connection, cardId: string): Promise<readonly string[]> {
  return await db.column`
    SELECT id FROM customers WHERE id = ${cardId} OR contact_id = ${cardId} ORDER BY contact_id IS NOT NULL, id`;
}

export interface BlockedRow {
  readonly blockedAt?: number;
  readonly blockedBy?: string;
  readonly blockedCount: number;
  readonly blockedLastAt?: number;
}

interface ContactRow extends Omit<ContactCustomer, 'customerId' | 'blocked' | 'merged' | 'website'>, BlockedRow {
  readonly id: string;
  readonly given: string;
  readonly notes?: string;
  readonly mergedAt?: number;
  readonly mergedBy?: string;
}

/** The contact of a customer. Coded error: not_found. */
export async function readContact(db: Connection, customerId: string): Promise<Contact> {
  const cardId = await findCard(db, customerId);
  const rows = await db.all<ContactRow>`
    SELECT customers.*, contact_merges.at AS merged_at, contact_merges.operator_name AS merged_by
    FROM customers LEFT JOIN contact_merges ON contact_merges.customer_id = customers.id
    WHERE customers.id = ${cardId} OR customers.contact_id = ${cardId}
    ORDER BY customers.contact_id IS NOT NULL, customers.id`;
  const tags = await db.column<string>`
    SELECT name FROM tags WHERE id IN (
      SELECT tag_id FROM customer_tags
      WHERE customer_id IN (SELECT id FROM customers WHERE id = ${cardId} OR contact_id = ${cardId}))
    ORDER BY key`;
  const [card] = rows;
  const contacts = mapContactFields((field) => card?.[field]);
  const customers = rows.map(toContactCustomer);
  return { id: cardId, ...contacts, notes: card?.notes ?? '', tags, customers };
}

function toContactCustomer(row: ContactRow): ContactCustomer {
  const { id: customerId, channelId, externalId, firstSeenAt, mergedAt, mergedBy = '' } = row;
  const contacts = mapContactFields((field) => row[field]);
  const blocked = row.blockedAt === undefined ? undefined : toBlocked(row);
  const merged = mergedAt === undefined ? undefined : { at: mergedAt, by: mergedBy };
  const { website } = JSON.parse(row.given) as Pick<ContactCustomer, 'website'>;
  return { customerId, channelId, externalId, ...contacts, firstSeenAt, blocked, merged, website };
}

/** Block of a blocked customer. */
export function toBlocked(row: BlockedRow): NonNullable<ContactCustomer['blocked']> {
  const { blockedAt: at = 0, blockedBy: by = '', blockedCount: count, blockedLastAt: lastAt } = row;
  return { at, by, count, lastAt };
}

export const FIELD_COLUMNS = new Sql(CONTACT_FIELDS.join(', '));

type FilledFields = { readonly filledByBot: string } & { readonly [F in ContactField]?: string };

/** Fills contact fields that are empty or came from a bot; all others stay. */
export async function fillContacts(
  db: Connection,
  customerId: string,
  info: ClientInfo,
): Promise<{ readonly customer: Customer | undefined; readonly fields: readonly (keyof ClientInfo)[] }> {
  const cardId = (await cardOf(db, customerId)) ?? customerId;
  const row = await db.get<FilledFields>`
    SELECT ${FIELD_COLUMNS}, filled_by_bot FROM customers WHERE id = ${cardId}`;
  if (row === undefined) return { customer: undefined, fields: [] };
  const filled = JSON.parse(row.filledByBot) as ContactField[];
  const fields = (Object.keys(info) as (keyof ClientInfo)[]).filter(
    (field) =>
      info[field] !== undefined && info[field] !== row[field] && (row[field] === undefined || filled.includes(field)),
  );
  const news = Object.fromEntries(fields.map((field) => [field, info[field]]));
  const filledByBot = [...new Set([...filled, ...fields])];
  if (fields.length > 0) await db.update('customers', { id: cardId }, { ...withNameKey(news), filledByBot });
  return { customer: await readCustomer(db, customerId), fields };
}

/** Marks these fields as set by somebody else: a bot may no longer change them. */
async function clearFilledByBot(db: Connection, customerId: string, wanted: readonly string[]): Promise<void> {
  const filled = await db.value<string>`SELECT filled_by_bot FROM customers WHERE id = ${customerId}`;
  await db.update('customers', { id: customerId }, { filledByBot: stillFilledByBot(filled, wanted) });
}

/** The fields that a bot filled and may change, without these, which somebody else set. */
export function stillFilledByBot(filled = '[]', wanted: readonly string[]): readonly string[] {
  return (JSON.parse(filled) as readonly string[]).filter((field) => !wanted.includes(field));
}

const ofCustomer = z.object({ customerId: z.string() });

/** Customers of contacts changed: their lists and cards did too. */
const told = (customers: readonly Customer[]) =>
  ({
    happened: customers.map((customer) => ({ name: 'customer.changed', data: { customer } }) as const),
    touched: ['contacts'],
  }) as const;

/** The customer that this is about, among those who share their card. */
function thisOne(customers: readonly Customer[], customerId: string): Customer {
  return required(
    customers.find(({ id }) => id === customerId),
    'customer',
  );
}

/** Cards of customers, which merged ones share; and blocking. */
export const contactCommands = {
  /** sets an operator's input on the card; an empty text removes the field. Coded error: not_found */
  'customers.update': command({
    for: 'everyone',
    input: ofCustomer.extend(mapContactFields((field) => z.string().trim().max(contactFields[field].most).optional())),
    run: async (db, change) => {
      const fields = CONTACT_FIELDS.filter((field) => change[field] !== undefined);
      const cardId = await cardOf(db, change.customerId);
      if (cardId !== undefined && fields.length > 0) {
        const given = fields.map((field) => [field, change[field] === '' ? undefined : change[field]] as const);
        await db.update('customers', { id: cardId }, withNameKey(Object.fromEntries(given)));
        await clearFilledByBot(db, cardId, fields);
      }
      const customer = required(await readCustomer(db, change.customerId), 'customer');
      return { answer: customer, happened: [{ name: 'customer.changed', data: { customer } }] };
    },
  }),
  /** sets notes or tags; contact fields are changed with `customers.update`. Coded error: not_found */
  'contacts.update': command({
    for: 'everyone',
    input: ofCustomer.extend({ notes: z.string().max(20_000).optional(), tags: tagNames.optional() }),
    run: async (db, { customerId, tags, ...change }) => {
      const cardId = await findCard(db, customerId);
      const notes = change.notes?.toWellFormed();
      if (notes !== undefined)
        await db.update('customers', { id: cardId }, { notes: notes === '' ? undefined : notes });
      if (tags !== undefined) await setTags(db, cardId, await customersOfCard(db, cardId), tags);
      return {
        answer: await readContact(db, cardId),
        touched: tags === undefined ? ['contacts'] : ['contacts', 'tags'],
      };
    },
  }),
  /**
   * Merges the contact of `otherId` into that of `customerId`: one card, and one list of chats. Every customer keeps
   * their own row with their system's data; only the remaining card changes, and the merge's changes to it are recorded
   * under `mergedId`, which `contacts.separate` undoes. Coded errors: not_found, invalid_input if they already are one
   * contact
   */
  'contacts.merge': command({
    for: 'everyone',
    input: ofCustomer.extend({ otherId: z.string(), keep: mergeChoices }),
    run: async (db, { customerId, otherId, keep }, { operatorId, at }) => {
      const operator = await actingOperator(db, operatorId);
      const [into, other] = [await findCard(db, customerId), await findCard(db, otherId)];
      if (into === other)
        throw new ContractError('invalid_input', phrase('errors:refusals.merge.one'), [
          { path: 'otherId', reason: phrase('errors:refusals.merge.same') },
        ]);
      const [card, joining] = [await readCard(db, into), await readCard(db, other)];
      const wanted = mergedCard(card, joining, keep);
      const changed = FIELDS.filter((field) => wanted[field] !== card[field]);
      const only = (from: Card): Card => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
      await writeCard(db, into, only(wanted));
      await db.run`UPDATE customers SET contact_id = ${into} WHERE id = ${other} OR contact_id = ${other}`;
      // One that stayed when its card was erased.
      await db.run`DELETE FROM contact_merges WHERE customer_id = ${other}`;
      const merge = { customerId: other, intoId: into, before: only(card), after: only(wanted) };
      await db.insert('contact_merges', { ...merge, operatorName: operator.name, at });
      const { contact, customers } = await readChange(db, into, await customersOfCard(db, into));
      return { answer: { contact, mergedId: other }, ...told(customers) };
    },
  }),
  /** undoes a merge and its changes to the card; later changes and earlier merges stay. Coded error: not_found */
  'contacts.separate': command({
    for: 'everyone',
    input: ofCustomer,
    run: async (db, { customerId }) => {
      const id = rowId(customerId);
      const merge = await db.get<Merge>`SELECT * FROM contact_merges WHERE customer_id = ${id}`;
      if (merge === undefined) throw new ContractError('not_found', phrase('errors:refusals.merge.not'));
      const all = await customersOfCard(db, await findCard(db, customerId));
      await restoreCard(db, merge);
      await db.run`DELETE FROM contact_merges WHERE customer_id = ${id}`;
      await db.run`
        WITH RECURSIVE joined (id) AS (
          SELECT customer_id FROM contact_merges WHERE into_id = ${id}
          UNION SELECT customer_id FROM contact_merges JOIN joined ON into_id = joined.id)
        UPDATE customers SET contact_id = ${id} WHERE id IN (SELECT id FROM joined)`;
      await db.run`UPDATE customers SET contact_id = NULL WHERE id = ${id}`;
      const { contact, customers } = await readChange(db, merge.intoId, all);
      return { answer: contact, ...told(customers) };
    },
  }),
  /**
   * Blocks a customer and those merged with them, and closes their open chats: their messages are no longer stored or
   * shown, only counted. Coded error: not_found
   */
  'customers.block': command({
    for: 'everyone',
    input: ofCustomer,
    run: async (db, { customerId }, { operatorId, at }) => {
      const { name } = await actingOperator(db, operatorId);
      const sharing = await customersOfCard(db, await findCard(db, customerId));
      const theirs = inIds(sharing);
      await db.run`
        UPDATE customers SET blocked_at = ${at}, blocked_by = ${name} WHERE id IN ${theirs} AND blocked_at IS NULL`;
      const open = await findChats(db, sql`chats.customer_id IN ${theirs} AND chats.state <> 'closed'`);
      const event = { kind: 'customer_blocked', operatorId, operatorName: name } as const;
      const chats = await mapInOrder(open, (found) => closeFound(db, found, event, at));
      const customers = await mapInOrder(sharing, (id) => readCustomer(db, id));
      const answer = { customer: thisOne(customers, customerId), closedChatIds: chats.map(({ chat }) => chat.id) };
      return { ...told(customers), answer, chats, touched: ['contacts', 'blocked'] };
    },
  }),
  /** the count of discarded messages stays. Coded error: not_found */
  'customers.unblock': command({
    for: 'everyone',
    input: ofCustomer,
    run: async (db, { customerId }) => {
      const sharing = await customersOfCard(db, await findCard(db, customerId));
      for (const id of sharing) await db.update('customers', { id }, { blockedAt: undefined, blockedBy: undefined });
      const customers = await mapInOrder(sharing, (id) => readCustomer(db, id));
      return { ...told(customers), answer: thisOne(customers, customerId), touched: ['contacts', 'blocked'] };
    },
  }),
} as const;

/** Removed tags are removed from all who share the card; new ones belong to the card. */
async function setTags(db: Connection, cardId: string, sharing: readonly string[], names: readonly string[]) {
  // Spellings that differ only in case are one tag.
  const wanted = [...new Set(await mapInOrder(names, async (name) => (await findOrAddTag(db, name)).id))];
  const rows = await db.all<{ tagId: string; customerId: string }>`
    SELECT tag_id, customer_id FROM customer_tags WHERE customer_id IN ${inIds(sharing)}`;
  const had = new Set(rows.map(({ tagId }) => tagId));
  for (const { tagId, customerId } of rows)
    if (!wanted.includes(tagId))
      await db.run`DELETE FROM customer_tags WHERE tag_id = ${tagId} AND customer_id = ${customerId}`;
  for (const tagId of wanted) if (!had.has(tagId)) await db.insert('customer_tags', { tagId, customerId: cardId });
  await deleteUnused(db, [...had]);
}

/** Fields of a card that a merge may change; null and absent are the same. */
const FIELDS = [...CONTACT_FIELDS, 'notes', 'filledByBot'] as const;
type Card = Partial<Record<(typeof FIELDS)[number], string | null | undefined>>;

interface Merge {
  readonly id: string;
  readonly intoId: string;
  readonly before: Card;
  readonly after: Card;
}

/** Each field is restored if it still has the value from the merge; otherwise undoing a later merge passes it on. */
async function restoreCard(db: Connection, { id, intoId, before, after }: Merge) {
  const now = await readCard(db, intoId);
  for (const field of FIELDS.filter((name) => name in after)) {
    const later = await db.all<Merge>`
      SELECT id, before FROM contact_merges WHERE into_id = ${intoId} AND id > ${id} ORDER BY id`;
    const was = { [field]: before[field] ?? null };
    const heir = later.find((merge) => field in merge.before);
    if (heir === undefined) {
      if ((now[field] ?? null) === after[field]) await writeCard(db, intoId, was);
    } else if (heir.before[field] === after[field])
      await db.update('contact_merges', { id: heir.id }, { before: { ...heir.before, ...was } });
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

async function readCard(db: Connection, id: string) {
  return (await db.get<Card>`SELECT ${FIELD_COLUMNS}, notes, filled_by_bot FROM customers WHERE id = ${id}`) ?? {};
}

async function writeCard(db: Connection, id: string, card: Card) {
  if (Object.keys(card).length > 0) await db.update('customers', { id }, withNameKey(card));
}

async function readChange(db: Connection, contactId: string, customerIds: readonly string[]) {
  const contact = await readContact(db, contactId);
  return { contact, customers: await mapInOrder(customerIds, (id) => readCustomer(db, id)) };
}
