import { z } from 'zod';
import { everyone } from './fields.ts';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import { author, chat, contentType, instant } from '#shared/domain/entities.ts';

/** The query: words, prefixes, or phrases in quotes; case and diacritics are ignored. */
const searchQuery = z.string().max(500);

/** A text split at the ends of each match; the parts joined are the text. */
export const markedText = z.array(z.object({ text: z.string(), isFound: z.boolean() }));
export type MarkedText = z.infer<typeof markedText>;

export const messageHit = z.object({
  messageId: z.string(),
  at: instant,
  from: author,
  /** the name of an author who is an operator or bot */
  operatorId: z.string().optional(),
  authorName: z.string().optional(),
  type: contentType,
  /** the part of the message around the match */
  words: markedText,
});
export type MessageHit = z.infer<typeof messageHit>;

/** Matches in one chat: the newest, and how many more on this page. */
export const chatHits = z.object({ chat, hits: z.array(messageHit), more: z.int() });
export type ChatHits = z.infer<typeof chatHits>;

/** Contact fields of a customer that match. */
const customerHit = z.object({
  /** the customer's latest chat */
  chat,
  ...mapContactFields(() => markedText.optional()),
  externalId: markedText.optional(),
});
export type CustomerHit = z.infer<typeof customerHit>;

export const searchRoutes = {
  /**
   * Messages of anyone, including notes, captions and file names; newest first. A page ends when it is full or after a
   * time limit, perhaps empty: as long as there is a `nextCursor` there may be more. A chat may appear on several
   * pages. Coded error: invalid_input, for a foreign cursor.
   */
  'search.messages': everyone(
    {
      text: searchQuery,
      channelId: z.string().max(100).optional(),
      /** only in this chat: each match separately */
      chatId: z.string().optional(),
      from: author.exclude(['system']).optional(),
      /** only by this operator */
      operatorId: z.string().max(100).optional(),
      since: instant.optional(),
      until: instant.optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(100).default(20),
    },
    {
      chats: z.array(chatHits),
      nextCursor: z.string().optional(),
      /** share (0 to 1) of the messages that is indexed, while a large history is read for the first time */
      indexed: z.number(),
    },
  ),
  /** customers by a contact field (the end of a phone number matches too), or by id; newest first */
  'search.customers': everyone(
    {
      text: searchQuery,
      channelId: z.string().max(100).optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(100).default(20),
    },
    { customers: z.array(customerHit), nextCursor: z.string().optional() },
  ),
} as const;
