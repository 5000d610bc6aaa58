import { z } from 'zod';
import { rule } from '#shared/domain/phrase.ts';
import { chat, instant, scheduledReply } from '#shared/domain/entities.ts';
import { clientId } from './fields.ts';

const chatId = z.object({ chatId: z.string() });

/** Snoozed chats and scheduled replies. */
export const scheduleRoutes = {
  /** until then, or until the customer writes, which always ends it. Coded errors: not_found, chat_closed, chat_taken */
  'chats.snooze': { input: chatId.extend({ until: instant.optional() }), output: chat },
  /** Coded error: not_found */
  'chats.unsnooze': { input: chatId, output: chat },
  /**
   * Takes the chat and snoozes it until the reply is sent. A reply that came due while the host was off is sent when it
   * is back. The same `clientId` again is the same reply. Coded errors: not_found, chat_closed, chat_taken
   */
  'replies.schedule': {
    input: chatId.extend({ text: z.string().max(64 * 1024), sendAt: instant, clientId: clientId.optional() }),
    output: z.object({ chat, replies: z.array(scheduledReply) }),
  },
  /** of one chat, the next one first */
  'replies.list': { input: chatId, output: z.object({ replies: z.array(scheduledReply) }) },
  /** cancels it and returns its content. Coded error: not_found, also if it was already sent */
  'replies.cancel': { input: z.object({ replyId: z.string() }), output: scheduledReply },
} as const;

/** Typed after `/` to find it: letters of any script, digits, `-` and `_`. */
const shortcut = z
  .string()
  .trim()
  .min(1, rule('errors:rules.shortcut.needed'))
  .max(40, rule('errors:rules.most.characters', { most: 40 }))
  .regex(/^[\p{L}\p{M}\p{N}_-]+$/u, rule('errors:rules.shortcut.signs'));
const text = z
  .string()
  .trim()
  .min(1, rule('errors:rules.text.needed'))
  .max(10_000, rule('errors:rules.most.characters', { most: '10,000' }));

/** A text that operators send often. It may contain placeholders (shared/domain/placeholders). */
const savedReply = z.object({
  id: z.string(),
  shortcut,
  text,
  /** the caller's own, which no one else has; absent: everyone's, which only owners change */
  isOwn: z.literal(true).optional(),
});
export type SavedReply = z.infer<typeof savedReply>;

/** Which list is meant; without it, an owner means everyone's, and an operator their own. */
const isOwn = z.boolean().optional();

/** Saved replies: everyone's, and each operator's own. Changing everyone's is for owners: `forbidden`. */
export const savedReplyRoutes = {
  /** everyone's and the caller's own, by shortcut */
  'savedReplies.list': { input: z.object({}), output: z.object({ replies: z.array(savedReply) }) },
  /** Coded errors: forbidden, shortcut_taken (case-insensitive), invalid_input at a thousand saved replies */
  'savedReplies.create': { input: z.object({ shortcut, text, isOwn }), output: savedReply },
  /** Coded errors: not_found, forbidden, shortcut_taken */
  'savedReplies.update': {
    input: z.object({ replyId: z.string(), shortcut: shortcut.optional(), text: text.optional() }),
    output: savedReply,
  },
  /** Coded errors: not_found, forbidden */
  'savedReplies.remove': { input: z.object({ replyId: z.string() }), output: z.object({}) },
  /** into one list; an existing shortcut gets the new text; all or none are saved. Coded errors: forbidden, shortcut_taken, invalid_input */
  'savedReplies.import': {
    input: z.object({ replies: z.array(z.object({ shortcut, text })).max(1000), isOwn }),
    output: z.object({ added: z.int(), changed: z.int() }),
  },
} as const;
