import { z } from 'zod';
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
