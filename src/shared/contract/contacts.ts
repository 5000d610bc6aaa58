import { z } from 'zod';
import { ofContactFields } from '#shared/domain/contact-fields.ts';
import { chat, customer, instant } from '#shared/domain/entities.ts';
import { tagName, tagNames } from './tags.ts';

const customerId = z.object({ customerId: z.string() });

const shared = ofContactFields(() => true as const);

const blocked = z.object({
  at: instant,
  /** name of the operator */
  by: z.string(),
  /** messages that came since, ever */
  count: z.number().int(),
  lastAt: instant.optional(),
});

/** A customer of a contact, with what is known of them alone. */
const contactCustomer = customer.pick({ channelId: true, externalId: true, ...shared, firstSeenAt: true }).extend({
  customerId: z.string(),
  blocked: blocked.optional(),
  /** they were merged into the contact of another customer */
  merged: z.object({ at: instant, by: z.string() }).optional(),
});

/** A person as operators know them: one customer, or several that were merged and share one card. */
export const contact = customer.pick(shared).extend({
  /** of the customer whose card it was first */
  id: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  /** the one whose card it was first, then those that were merged into it */
  customers: z.array(contactCustomer),
});
export type Contact = z.infer<typeof contact>;
export type ContactCustomer = z.infer<typeof contactCustomer>;

/** Whose of each contact field the shared card gets. */
const keep = z.object(ofContactFields(() => z.enum(['into', 'other'])));
export type Keep = Readonly<z.infer<typeof keep>>;

/** What is known of customers beside their chats, and who of them is not heard. */
export const contactRoutes = {
  /**
   * Every contact who has a chat, by its latest activity or by name. With a query those of the newest 200 customers whom
   * the search finds by it. Coded error: invalid_input, for a foreign cursor
   */
  'contacts.list': {
    input: z.object({
      sort: z.enum(['activity', 'name']),
      query: z.string().max(200).optional(),
      /** of the contact */
      tag: tagName.optional(),
      /** on which they have written */
      channelId: z.string().max(100).optional(),
      cursor: z.string().optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    output: z.object({
      contacts: z.array(z.object({ /** of the contact */ tags: z.array(z.string()), /** their latest */ chat })),
      nextCursor: z.string().optional(),
    }),
  },
  'contacts.get': { input: customerId, output: contact },
  /** the contact fields: `customers.update`. Coded error: not_found */
  'contacts.update': {
    input: customerId.extend({ notes: z.string().max(20_000).optional(), tags: tagNames.optional() }),
    output: contact,
  },
  /** whom to merge a customer with: by contact fields or id; without a query those who have one of these in common */
  'contacts.find': {
    input: customerId.extend({ query: z.string().max(200) }),
    output: z.object({ contacts: z.array(contact) }),
  },
  /** The contact of `otherId` joins that of `customerId`. Coded errors: not_found, invalid_input where they are one already */
  'contacts.merge': {
    input: customerId.extend({ otherId: z.string(), keep }),
    output: z.object({ contact, /** what `contacts.separate` takes back */ mergedId: z.string() }),
  },
  /** Takes a merge back: both are as they were, but for what was changed on the card since. Coded error: not_found */
  'contacts.separate': { input: customerId, output: contact },
  /** Nothing of them is stored or shown any more, only counted; their open chats are closed. Coded error: not_found */
  'customers.block': { input: customerId, output: z.object({ customer, closedChatIds: z.array(z.string()) }) },
  'customers.unblock': { input: customerId, output: customer },
  /** latest first */
  'customers.blocked': {
    input: z.object({ cursor: z.string().optional(), limit: z.number().int().min(1).max(200).optional() }),
    output: z.object({ blocked: z.array(z.object({ customer, blocked })), nextCursor: z.string().optional() }),
  },
} as const;
