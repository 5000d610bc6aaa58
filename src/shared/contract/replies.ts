import { z } from 'zod';
import { enteredText, rule } from '#shared/domain/phrase.ts';
import { chat, instant, scheduledReply } from '#shared/domain/entities.ts';
import { nothing, everyone, clientId } from './fields.ts';

const chatId = z.object({ chatId: z.string() });

/** Snoozed chats and scheduled replies. */
export const scheduleRoutes = {
  /** until then, or until the customer writes, which always ends it. Coded errors: not_found, chat_closed, chat_taken */
  'chats.snooze': everyone(chatId.extend({ until: instant.optional() }), chat),
  /** Coded error: not_found */
  'chats.unsnooze': everyone(chatId, chat),
  /**
   * Takes the chat and snoozes it until the reply is sent. A reply that came due while the host was off is sent when it
   * is back. The same `clientId` again is the same reply. Coded errors: not_found, chat_closed, chat_taken,
   * invalid_input at twenty in a chat, or 100,000 characters in theirs, or 5000 in all chats
   */
  'replies.schedule': everyone(
    chatId.extend({ text: z.string().max(64 * 1024), sendAt: instant, clientId: clientId.optional() }),
    { chat, replies: z.array(scheduledReply) },
  ),
  /** of one chat, the next one first */
  'replies.list': everyone(chatId, { replies: z.array(scheduledReply) }),
  /** cancels it and returns its content. Coded error: not_found, also if it was already sent */
  'replies.cancel': everyone({ replyId: z.string() }, scheduledReply),
} as const;

/** Typed after `/` to find it: letters of any script, digits, `-` and `_`. */
const shortcut = enteredText(40, rule('errors:rules.shortcut.needed')).regex(
  /^[\p{L}\p{M}\p{N}_-]+$/u,
  rule('errors:rules.shortcut.signs'),
);
const text = enteredText(10_000, rule('errors:rules.text.needed'));

/** A text that operators send often. It may contain placeholders (shared/domain/placeholders). */
const savedReply = z.object({
  id: z.string(),
  shortcut,
  text,
  /** the caller's own, which no one else has; absent: everyone's, which only owners change */
  isOwn: z.literal(true).optional(),
});
export type SavedReply = z.infer<typeof savedReply>;

/** Choice of a list; without it, an owner means everyone's, and an operator their own. */
const isOwn = z.boolean().optional();

/** Saved replies: everyone's, and each operator's own. Changing everyone's is for owners: `forbidden`. */
export const savedReplyRoutes = {
  /** everyone's and the caller's own, by shortcut */
  'savedReplies.list': everyone(nothing, { replies: z.array(savedReply) }),
  /** Coded errors: forbidden, shortcut_taken (case-insensitive), invalid_input at a thousand saved replies, or a million characters in them */
  'savedReplies.create': everyone({ shortcut, text, isOwn }, savedReply),
  /** Coded errors: not_found, forbidden, shortcut_taken, invalid_input as when creating one */
  'savedReplies.update': everyone(
    { replyId: z.string(), shortcut: shortcut.optional(), text: text.optional() },
    savedReply,
  ),
  /** Coded errors: not_found, forbidden */
  'savedReplies.remove': everyone({ replyId: z.string() }, nothing),
} as const;
