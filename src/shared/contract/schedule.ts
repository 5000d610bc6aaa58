import { z } from 'zod';
import { chat, instant, scheduledReply } from '#shared/domain/entities.ts';
import { clientId } from './fields.ts';

const chatId = z.object({ chatId: z.string() });

/** What is put off: chats that are put aside for a while, and replies that go out later. */
export const scheduleRoutes = {
  /** until then, or, without a time, until its customer writes; whatever they write ends it. Coded errors: not_found, chat_closed, chat_taken */
  'chats.snooze': { input: chatId.extend({ until: instant.optional() }), output: chat },
  /** Coded error: not_found */
  'chats.unsnooze': { input: chatId, output: chat },
  /**
   * Takes the chat, and puts it aside until the reply goes out. A reply whose time passed while the host was off goes out
   * when it is back. The same `clientId` again is the same reply. Coded errors: not_found, chat_closed, chat_taken
   */
  'replies.schedule': {
    input: chatId.extend({ text: z.string().max(64 * 1024), sendAt: instant, clientId: clientId.optional() }),
    output: z.object({ chat, replies: z.array(scheduledReply) }),
  },
  /** of a chat, the next one first */
  'replies.list': { input: chatId, output: z.object({ replies: z.array(scheduledReply) }) },
  /** takes it back; answers with what it was. Coded error: not_found, also where it went out already */
  'replies.cancel': { input: z.object({ replyId: z.string() }), output: scheduledReply },
} as const;
