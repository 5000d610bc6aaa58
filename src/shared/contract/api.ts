import { z } from 'zod';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import { bot } from '#shared/domain/bots.ts';
import { author, channel, chat, contentType, customer, instant, operator, rate } from '#shared/domain/entities.ts';
import { kinds } from '#shared/domain/kinds/kinds.ts';
import type { Kind } from '#shared/domain/kinds/kind.ts';
import { delivery } from '#shared/domain/message.ts';
import { reportFigures, times } from './reports.ts';
import type { RouteName } from './routes.ts';

const contact = z.object({
  id: z.string(),
  ...mapContactFields(() => z.string().optional()),
  notes: z.string(),
  tags: z.array(z.string()),
  customers: z.array(
    z.object({
      customerId: z.string(),
      channelId: z.string(),
      externalId: z.string(),
      ...mapContactFields(() => z.string().optional()),
      firstSeenAt: instant,
    }),
  ),
});
/** A message with what is in it, by whomever; lines about the chat have an English `text`. */
const message = z.object({
  ...Object.assign({}, ...(kinds as readonly Kind[]).map(({ fields }) => z.object(fields).partial().shape)),
  id: z.string(),
  chatId: z.string(),
  from: author,
  type: contentType,
  text: z.string().optional(),
  at: instant,
  operatorId: z.string().optional(),
  botId: z.string().optional(),
  authorName: z.string().optional(),
  clientId: z.string().optional(),
  delivery: delivery.pick({ state: true, deliveredAt: true, seenAt: true }).optional(),
});
const rating = z.object({
  id: z.string(),
  chatId: z.string(),
  channelId: z.string(),
  customer,
  rate,
  comment: z.string().optional(),
  at: instant,
});
const tag = z.object({ id: z.string(), name: z.string(), chats: z.int(), contacts: z.int() });
/** Schemas in answers, by their name in docs/api.openapi.json. */
export const apiSchemas = {
  Chat: chat,
  Contact: contact,
  Customer: customer,
  Message: message,
  Rating: rating,
  Figures: reportFigures,
  Times: times,
};

const nextCursor = z.string().optional();

interface ApiRoute {
  readonly says: string;
  /** what is promised of the answer; absent: all that the route declares */
  readonly answer?: z.ZodType;
}

/**
 * What programs may ask, with a key of their own (docs/api.md); every other route answers `forbidden`. Fields are only
 * added to their inputs and answers.
 */
export const apiRoutes = {
  'chats.list': { says: 'Lists chats, by latest activity', answer: z.object({ chats: z.array(chat), nextCursor }) },
  'chats.get': { says: 'Reads a chat', answer: chat },
  'messages.list': {
    says: 'Reads the messages of a chat, the newest page first',
    answer: z.object({ messages: z.array(message), hasEarlier: z.boolean(), hasLater: z.boolean().optional() }),
  },
  'chats.reply': {
    says: 'Sends a message to the customer; the chat stays where it is',
    answer: z.object({ chat, messages: z.array(message) }),
  },
  'chats.note': { says: 'Adds a note that only operators see', answer: message },
  'chats.assign': { says: 'Assigns a chat to an operator', answer: chat },
  'chats.close': { says: 'Closes a chat', answer: chat },
  'chats.reopen': { says: 'Reopens a closed chat', answer: chat },
  'chats.setTags': { says: 'Replaces the tags of a chat', answer: chat },
  'tags.list': { says: 'Lists the tags', answer: z.object({ tags: z.array(tag) }) },
  'contacts.list': {
    says: 'Lists and finds customers, each with their latest chat',
    answer: z.object({ contacts: z.array(z.object({ tags: z.array(z.string()), chat })), nextCursor }),
  },
  'contacts.get': { says: 'Reads the card of a customer', answer: contact },
  'contacts.update': { says: 'Changes the notes and tags of a customer', answer: contact },
  'customers.update': { says: 'Changes the contact fields of a customer', answer: customer },
  'customers.chats': { says: 'Lists the chats of a customer', answer: z.object({ chats: z.array(chat) }) },
  'channels.list': {
    says: 'Lists the channels',
    answer: z.object({
      channels: z.array(channel.pick({ id: true, kind: true, name: true, publicId: true, paused: true })),
    }),
  },
  'bots.list': {
    says: 'Lists the bots',
    answer: z.object({ bots: z.array(bot.pick({ id: true, name: true, enabled: true, channelIds: true })) }),
  },
  'operators.list': {
    says: 'Lists the operators, and who is available',
    answer: z.object({
      operators: z.array(operator.pick({ id: true, name: true, role: true, presence: true, available: true })),
    }),
  },
  'ratings.list': {
    says: 'Lists ratings, the newest first',
    answer: z.object({
      ratings: z.array(rating),
      count: z.int(),
      average: z.number().nullable(),
      nextCursor,
    }),
  },
  'reports.get': { says: 'Figures of the last days' },
} as const satisfies Partial<Record<RouteName, ApiRoute>>;

export type ApiRouteName = keyof typeof apiRoutes;
