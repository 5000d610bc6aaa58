import { z } from 'zod';
import { enteredText, rule } from '#shared/domain/phrase.ts';
import { chat, instant, scheduledReply } from '#shared/domain/entities.ts';
import { everyone, clientId } from './fields.ts';

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
  'replies.list': everyone(chatId, { replies: z.array(scheduledReply) }, ['replies']),
  /** cancels it and returns its content. Coded error: not_found, also if it was already sent */
  'replies.cancel': everyone({ replyId: z.string() }, scheduledReply),
} as const;

/** Typed after `/` to find it: letters of any script, digits, `-` and `_`. */
const shortcut = enteredText(40, rule('errors:rules.shortcut.needed')).regex(
  /^[\p{L}\p{M}\p{N}_-]+$/u,
  rule('errors:rules.shortcut.signs'),
);
const text = enteredText(10_000, rule('errors:rules.text.needed'));

/** What an operator enters of a saved reply; `isOwn` chooses the list. */
export const savedReplyInput = z.object({ shortcut, text, isOwn: z.boolean().optional() });

/** A text that operators send often. It may contain placeholders (shared/domain/placeholders). */
export interface SavedReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** the caller's own, which no one else has; absent: everyone's, which only owners change */
  readonly isOwn?: true;
}
