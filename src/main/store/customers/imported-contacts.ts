import { z } from 'zod';
import { importedContact, MOST_IMPORTED, type ImportedContact } from '#shared/contract/contacts.ts';
import { CONTACT_FIELDS, type ContactField, contactKeys } from '#shared/domain/contact-fields.ts';
import { MAX_TAGS, tagKey } from '#shared/domain/tags.ts';
import { findOrAddTag } from '../chats/tags.ts';
import { command, DONE, query } from '../command.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { CUSTOMER_COLUMNS, type CustomerRow, JOIN_CARD, readCustomer, rowId, toCustomer } from '../rows.ts';
import { inIds, inTexts } from '../sql.ts';
import { cardOf, customersOfCard, FIELD_COLUMNS, stillFilledByBot } from './contacts.ts';
import { countExpected, expectingContacts, readExpected } from './expected-contacts.ts';
import { withNameKey } from './name-key.ts';

type CardRow = { readonly id: string; readonly filledByBot: string } & { readonly [F in ContactField]?: string };

/** What rows add to the card of a customer: fields that are empty there, and tags that it does not have. */
interface Addition {
  readonly card: CardRow;
  readonly fields: { readonly [F in ContactField]?: string };
  readonly tags: readonly string[];
}

/**
 * What rows of a file would do, counted by row, to the cards with a key of theirs. `expected` are people who have not
 * written yet: what is known of them waits until they do.
 */
async function planImport(db: Connection, rows: readonly ImportedContact[], cards: Map<string, readonly CardRow[]>) {
  const had = await tagsOf(db, [...new Set([...cards.values()].flat().map(({ id }) => id))]);
  const additions = new Map<string, Addition>();
  const cardsOfRow = (row: ImportedContact): ReadonlySet<CardRow> =>
    new Set(contactKeys(row).flatMap((key) => cards.get(key) ?? []));
  const strangers = rows.filter((row) => cardsOfRow(row).size === 0);
  const expected = await expectingContacts(db, strangers.flatMap(contactKeys));
  const counts = { completed: 0, unchanged: 0, expected: 0 };
  const completes = (row: ImportedContact, card: CardRow): boolean => {
    const known = additions.get(card.id);
    const [fields, tags] = [{ ...known?.fields }, [...(known?.tags ?? [])]];
    const added = CONTACT_FIELDS.filter((field) => row[field] && !card[field] && fields[field] === undefined);
    for (const field of added) fields[field] = row[field];
    const keys = new Set([...(had.get(card.id) ?? []), ...tags].map(tagKey));
    const fresh = row.tags.filter((tag) => !keys.has(tagKey(tag))).slice(0, Math.max(0, MAX_TAGS - keys.size));
    if (added.length + fresh.length === 0) return false;
    additions.set(card.id, { card, fields, tags: [...tags, ...fresh] });
    return true;
  };
  for (const row of rows) {
    const found = cardsOfRow(row);
    const adds = found.size === 0 ? expected.add(row) : [...found].map((card) => completes(row, card)).includes(true);
    counts[!adds ? 'unchanged' : found.size === 0 ? 'expected' : 'completed'] += 1;
  }
  return { counts, additions: [...additions.values()], expected: expected.added() };
}

/** The cards with the email or phone of one of the rows, by that. One pass: neither has an index. */
async function cardsOf(db: Connection, rows: readonly ImportedContact[]): Promise<Map<string, readonly CardRow[]>> {
  const cards = new Map(rows.flatMap(contactKeys).map((key) => [key, [] as CardRow[]]));
  const all = db.each<CardRow>`
    SELECT id, filled_by_bot, ${FIELD_COLUMNS} FROM customers
    WHERE contact_id IS NULL AND (email IS NOT NULL OR phone IS NOT NULL) ORDER BY id`;
  for await (const card of all) for (const key of contactKeys(card)) cards.get(key)?.push(card);
  return cards;
}

/** The tags of contacts, by card. */
async function tagsOf(db: Connection, cardIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await db.all<{ cardId: string; name: string }>`
    SELECT DISTINCT coalesce(customers.contact_id, customers.id) AS card_id, tags.key, tags.name
    FROM customers JOIN customer_tags ON customer_tags.customer_id = customers.id JOIN tags ON tags.id = tag_id
    WHERE customers.id IN ${inIds(cardIds)} OR customers.contact_id IN ${inIds(cardIds)} ORDER BY tags.key`;
  const tags = new Map<string, string[]>();
  for (const { cardId, name } of found) tags.set(cardId, [...(tags.get(cardId) ?? []), name]);
  return tags;
}

/** Completes cards; returns what happened to their customers. */
async function complete(db: Connection, additions: readonly Addition[]) {
  const customers = await mapInOrder(additions, async ({ card, fields, tags }) => {
    const filledByBot = stillFilledByBot(card.filledByBot, Object.keys(fields));
    await db.update('customers', { id: card.id }, { ...withNameKey(fields), filledByBot });
    for (const tag of tags)
      await db.insert('customer_tags', { tagId: (await findOrAddTag(db, tag)).id, customerId: card.id });
    return await mapInOrder(await customersOfCard(db, card.id), (id) => readCustomer(db, id));
  });
  return customers
    .flat()
    .flatMap((customer) => (customer === undefined ? [] : [{ name: 'customer.changed', data: { customer } } as const]));
}

const TOUCHED = ['contacts', 'tags', 'expectedContacts'] as const;
const rows = z.object({ rows: z.array(importedContact).max(MOST_IMPORTED) });

export const importedContactCommands = {
  /**
   * completes the cards of customers with the email or phone of a row: fills what is empty and adds tags, and changes
   * nothing else. What it says of people who have not written yet waits until they do, since a customer is somebody on
   * a channel
   */
  'contacts.import': command({
    for: 'owner',
    audit: 'changed contacts',
    input: rows,
    run: async (db, input) => {
      const { counts, additions, expected } = await planImport(db, input.rows, await cardsOf(db, input.rows));
      for (const [key, contact] of expected) await db.put('expected_contacts', { key }, { contact });
      return { answer: counts, happened: await complete(db, additions), touched: TOUCHED };
    },
  }),
  /** forgets what files said of people who have not written yet */
  'contacts.removeExpected': command({
    for: 'owner',
    audit: 'removed contacts',
    input: {},
    run: async (db) => {
      await db.erasing(async () => void (await db.run`DELETE FROM expected_contacts`));
      return { answer: DONE, touched: ['expectedContacts'] };
    },
  }),
  /** gives a customer what was expected of whoever has their email or phone */
  'contacts.meet': command({
    for: 'engine',
    input: z.custom<{ readonly customerId: string }>(),
    run: async (db, { customerId }) => {
      const card = await db.get<CardRow>`
        SELECT id, filled_by_bot, ${FIELD_COLUMNS} FROM customers WHERE id = ${await cardOf(db, customerId)}`;
      const keys = card === undefined ? [] : contactKeys(card);
      const met = await readExpected(db, keys);
      if (card === undefined || met.length === 0) return { answer: DONE };
      const cards = new Map(keys.map((key) => [key, [card]]));
      const { additions } = await planImport(db, met, cards);
      await db.run`DELETE FROM expected_contacts WHERE key IN ${inTexts([...keys, ...met.flatMap(contactKeys)])}`;
      return { answer: DONE, happened: await complete(db, additions), touched: TOUCHED };
    },
  }),
} as const;

/** Contacts with a name, a phone or an email, for a file. */
async function listContactRows(
  db: Connection,
  { cursor, limit }: { readonly cursor?: string; readonly limit: number },
) {
  const found = await db.all<CustomerRow & { readonly id: string; readonly channel: string }>`
    SELECT customers.id, customers.channel_id, channels.name AS channel, ${CUSTOMER_COLUMNS}
    FROM customers JOIN channels ON channels.id = customers.channel_id ${JOIN_CARD}
    WHERE customers.contact_id IS NULL AND customers.id > ${rowId(cursor ?? '') ?? 0}
      AND (customers.name IS NOT NULL OR customers.phone IS NOT NULL OR customers.email IS NOT NULL)
    ORDER BY customers.id LIMIT ${limit}`;
  const tags = await tagsOf(
    db,
    found.map(({ id }) => id),
  );
  return found.map((row) => ({ customer: toCustomer(row), channel: row.channel, tags: tags.get(row.id) ?? [] }));
}

export const importedContactQueries = {
  /** what `contacts.import` would do with these rows */
  'contacts.previewImport': query({
    for: 'owner',
    input: rows,
    topics: [],
    read: async (db, input) => (await planImport(db, input.rows, await cardsOf(db, input.rows))).counts,
  }),
  /** how many people files have said something of who have not written yet */
  'contacts.expected': query({
    for: 'owner',
    input: {},
    topics: ['expectedContacts'],
    read: async (db) => ({ people: await countExpected(db) }),
  }),
} as const;

/** Whether something waits for whoever has one of these keys. */
async function isExpected(db: Connection, { keys }: { readonly keys: readonly string[] }): Promise<boolean> {
  return (await readExpected(db, keys)).length > 0;
}

export const contactRowQueries = { listContactRows, countExpected, isExpected } as const;
