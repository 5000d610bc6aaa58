import { z } from 'zod';
import { ofContactFields } from '#shared/domain/contact-fields.ts';
import { author, chat, contentType, instant } from '#shared/domain/entities.ts';

/** What is asked for: words, their beginnings, or phrases in quotes; letters' case and diacritics do not count. */
const question = z.string().max(500);

/** A text cut where the words found begin and end: shown one after the other they are the text again. */
export const markedText = z.array(z.object({ text: z.string(), isFound: z.boolean() }));
export type MarkedText = z.infer<typeof markedText>;

export const messageHit = z.object({
  messageId: z.string(),
  at: instant,
  from: author,
  /** who wrote it, of an operator or bot */
  operatorId: z.string().optional(),
  authorName: z.string().optional(),
  type: contentType,
  /** the part of the message around what was found */
  words: markedText,
});
export type MessageHit = z.infer<typeof messageHit>;

/** What was found in one chat: the newest of it, and how much more there was on this page. */
export const chatHits = z.object({ chat, hits: z.array(messageHit), more: z.number().int() });
export type ChatHits = z.infer<typeof chatHits>;

/** Which contact fields of a customer hold what was asked for. */
const customerHit = z.object({
  /** the customer's latest chat */
  chat,
  ...ofContactFields(() => markedText.optional()),
  externalId: markedText.optional(),
});
export type CustomerHit = z.infer<typeof customerHit>;

export const searchRoutes = {
  /**
   * What anybody said, notes too, with captions and names of files; newest first. A page ends when it is full, or after a
   * moment of looking, be it with nothing: as long as there is a `nextCursor` there may be more. A chat of which some was
   * on an earlier page may come again. Coded error: invalid_input, for a foreign cursor.
   */
  'search.messages': {
    input: z.object({
      text: question,
      channelId: z.string().max(100).optional(),
      /** only of this chat: all hits one by one */
      chatId: z.string().optional(),
      from: author.exclude(['system']).optional(),
      /** what this operator wrote */ operatorId: z.string().max(100).optional(),
      since: instant.optional(),
      until: instant.optional(),
      cursor: z.string().optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    output: z.object({
      chats: z.array(chatHits),
      nextCursor: z.string().optional(),
      /** share (0 to 1) of what was said that can be found so far, while a large history is read for the first time */
      indexed: z.number(),
    }),
  },
  /** customers by a contact field, of a telephone number also its end, or by id; newest first */
  'search.customers': {
    input: z.object({
      text: question,
      channelId: z.string().max(100).optional(),
      cursor: z.string().optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    output: z.object({ customers: z.array(customerHit), nextCursor: z.string().optional() }),
  },
} as const;
