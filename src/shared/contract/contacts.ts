import { z } from 'zod';
import { everyone, pageFields } from './fields.ts';
import { contactFields, mapContactFields } from '#shared/domain/contact-fields.ts';
import { chat, customer, instant } from '#shared/domain/entities.ts';
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag } from '#shared/domain/tags.ts';
import { rule } from '#shared/domain/phrase.ts';

/** A single line of text; tags that differ only in case are the same. */
export const tagName = z
  .string()
  .transform(normalizeTag)
  .pipe(
    z
      .string()
      .min(1, rule('errors:rules.word.needed'))
      .max(MAX_TAG_LENGTH, rule('errors:rules.most.characters', { most: MAX_TAG_LENGTH })),
  );

export const tagNames = z.array(tagName).max(MAX_TAGS, rule('errors:rules.most.tags', { most: MAX_TAGS }));

/** A word to find chats and contacts by; it exists as long as one of them has it. */
export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly chats: number;
  readonly contacts: number;
}

const customerId = z.object({ customerId: z.string() });

const contactFieldMask = mapContactFields(() => true as const);

const blocked = z.object({
  at: instant,
  /** the operator's name */
  by: z.string(),
  /** messages received since then */
  count: z.int(),
  lastAt: instant.optional(),
});

/** A single customer of a contact, with what belongs to them alone. */
const contactCustomer = customer
  .pick({ channelId: true, externalId: true, ...contactFieldMask, firstSeenAt: true })
  .extend({
    customerId: z.string(),
    blocked: blocked.optional(),
    /** merged into another customer's contact */
    merged: z.object({ at: instant, by: z.string() }).optional(),
  });

/** A person as operators see them: one customer, or several merged customers that share one card. */
const contact = customer.pick(contactFieldMask).extend({
  /** id of the customer whose card it was originally */
  id: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  /** the original customer of the card, then those merged into it */
  customers: z.array(contactCustomer),
});
export type Contact = z.infer<typeof contact>;
export type ContactCustomer = z.infer<typeof contactCustomer>;

/** For each contact field, the customer whose value the shared card gets. */
const keep = z.object(mapContactFields(() => z.enum(['into', 'other'])));
export type MergeChoices = Readonly<z.infer<typeof keep>>;

/** Contacts, merging and blocking. */
export const contactRoutes = {
  /** an empty text clears the field */
  'customers.update': everyone(
    customerId.extend(mapContactFields((field) => z.string().trim().max(contactFields[field].most).optional())),
    customer,
  ),
  /** a customer's chats, newest first */
  'customers.chats': everyone(customerId.extend({ limit: pageFields.limit }), { chats: z.array(chat) }),
  /**
   * Every contact with a chat, by latest activity or by name. A query is matched among the 200 newest customers that
   * the search finds. Coded error: invalid_input, for a foreign cursor
   */
  'contacts.list': everyone(
    {
      sort: z.enum(['activity', 'name']),
      query: z.string().max(200).optional(),
      /** of the contact */
      tag: tagName.optional(),
      /** channels they have written on */
      channelId: z.string().max(100).optional(),
      ...pageFields,
    },
    {
      contacts: z.array(z.object({ /** of the contact */ tags: z.array(z.string()), /** their latest chat */ chat })),
      nextCursor: z.string().optional(),
    },
  ),
  'contacts.get': everyone(customerId, contact),
  /** contact fields are changed with `customers.update`. Coded error: not_found */
  'contacts.update': everyone(
    customerId.extend({ notes: z.string().max(20_000).optional(), tags: tagNames.optional() }),
    contact,
  ),
  /** candidates for a merge: by contact fields or id; without a query, those who share one of these */
  'contacts.find': everyone(customerId.extend({ query: z.string().max(200) }), { contacts: z.array(contact) }),
  /** Merges the contact of `otherId` into that of `customerId`. Coded errors: not_found, invalid_input if already merged */
  'contacts.merge': everyone(customerId.extend({ otherId: z.string(), keep }), {
    contact,
    /** the merge that `contacts.separate` undoes */
    mergedId: z.string(),
  }),
  /** Undoes a merge; changes made to the card since then remain. Coded error: not_found */
  'contacts.separate': everyone(customerId, contact),
  /** Their messages are no longer stored or shown, only counted; their open chats are closed. Coded error: not_found */
  'customers.block': everyone(customerId, { customer, closedChatIds: z.array(z.string()) }),
  'customers.unblock': everyone(customerId, customer),
  /** newest first */
  'customers.blocked': everyone(
    { ...pageFields },
    { blocked: z.array(z.object({ customer, blocked })), nextCursor: z.string().optional() },
  ),
} as const;
