import { z } from 'zod';
import { importedContact, MOST_IMPORTED, type ImportedContact } from '#shared/contract/contacts.ts';
import { CONTACT_FIELDS, type ContactField, contactKeys } from '#shared/domain/contact-fields.ts';
import { MAX_TAGS, tagKey } from '#shared/domain/tags.ts';
import { findOrAddTag } from '../chats/tags.ts';
import { command, query } from '../command.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { CUSTOMER_COLUMNS, type CustomerRow, JOIN_CARD, readCustomer, rowId, toCustomer } from '../rows.ts';
import { inIds } from '../sql.ts';
import { customersOfCard, FIELD_COLUMNS, stillFilledByBot } from './contacts.ts';
import { withNameKey } from './name-key.ts';

type CardRow = { readonly id: string; readonly filledByBot: string } & { readonly [F in ContactField]?: string };

/** What rows add to the card of a customer: fields that are empty there, and tags that it does not have. */
interface Addition {
  readonly card: CardRow;
  readonly fields: { readonly [F in ContactField]?: string };
  readonly tags: readonly string[];
}

/** What rows of a file would do, counted by row: `unknown` have neither the email nor the phone of any customer. */
async function planImport(db: Connection, rows: readonly ImportedContact[]) {
  const cards = await cardsOf(db, rows);
  const had = await tagsOf(db, [...new Set([...cards.values()].flat().map(({ id }) => id))]);
  const additions = new Map<string, Addition>();
  const counts = { completed: 0, unchanged: 0, unknown: 0 };
  for (const row of rows) {
    const found = new Set(contactKeys(row).flatMap((key) => cards.get(key) ?? []));
    let adds = false;
    for (const card of found) {
      const known = additions.get(card.id);
      const [fields, tags] = [{ ...known?.fields }, [...(known?.tags ?? [])]];
      const added = CONTACT_FIELDS.filter((field) => row[field] && !card[field] && fields[field] === undefined);
      for (const field of added) fields[field] = row[field];
      const keys = new Set([...(had.get(card.id) ?? []), ...tags].map(tagKey));
      const fresh = row.tags.filter((tag) => !keys.has(tagKey(tag))).slice(0, Math.max(0, MAX_TAGS - keys.size));
      if (added.length + fresh.length === 0) continue;
      adds = true;
      additions.set(card.id, { card, fields, tags: [...tags, ...fresh] });
    }
    counts[found.size === 0 ? 'unknown' : adds ? 'completed' : 'unchanged'] += 1;
  }
  return { counts, additions: [...additions.values()] };
}

/** The cards with the email or phone of one of the rows, by that. One pass: neither has an index. */
async function cardsOf(db: Connection, rows: readonly ImportedContact[]): Promise<Map<string, CardRow[]>> {
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

const rows = z.object({ rows: z.array(importedContact).max(MOST_IMPORTED) });

export const importedContactCommands = {
  /**
   * completes the cards of customers with the email or phone of a row: fills what is empty and adds tags, and changes
   * nothing else. Rows of people who never wrote are left out, since a customer is somebody on a channel
   */
  'contacts.import': command({
    for: 'owner',
    audit: 'changed contacts',
    input: rows,
    run: async (db, input) => {
      const { counts, additions } = await planImport(db, input.rows);
      const customers = await mapInOrder(additions, async ({ card, fields, tags }) => {
        const filledByBot = stillFilledByBot(card.filledByBot, Object.keys(fields));
        await db.update('customers', { id: card.id }, { ...withNameKey(fields), filledByBot });
        for (const tag of tags)
          await db.insert('customer_tags', { tagId: (await findOrAddTag(db, tag)).id, customerId: card.id });
        return await mapInOrder(await customersOfCard(db, card.id), (id) => readCustomer(db, id));
      });
      return {
        answer: counts,
        happened: customers
          .flat()
          .flatMap((customer) =>
            customer === undefined ? [] : [{ name: 'customer.changed', data: { customer } } as const],
          ),
        touched: ['contacts', 'tags'],
      };
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
    read: async (db, input) => (await planImport(db, input.rows)).counts,
  }),
} as const;

export const contactRowQueries = { listContactRows } as const;
