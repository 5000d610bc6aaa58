import { z } from 'zod';
import { clientId } from './fields.ts';
import { chat, operator, presence } from '#shared/domain/entities.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { nameField, pictureInput } from './fields.ts';
import { rule } from '#shared/domain/phrase.ts';

const nothing = z.object({});
const chatId = z.object({ chatId: z.string() });
const operatorId = z.object({ operatorId: z.string() });

const photo = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => text === '' || isHttpUrl(text), rule('fieldRules:address.orNothing'));

/** Who is at a chat besides its customer. */
export const chatAttention = z.object({
  chatId: z.string(),
  /** operators who have it open before them, each once */
  looking: z.array(z.string()),
  /** operators who are writing a reply in it */
  typing: z.array(z.string()),
});
export type ChatAttention = z.infer<typeof chatAttention>;

/** Who works here, and who has which chat. */
export const operatorRoutes = {
  'operators.me': { input: nothing, output: operator },
  'operators.list': { input: nothing, output: z.object({ operators: z.array(operator) }) },
  /** of who asks; an empty photo takes it away */
  'operators.update': { input: z.object({ name: nameField.optional(), photo: photo.optional() }), output: operator },
  'operators.setPresence': { input: z.object({ presence }), output: operator },
  /** the access key is said this once. Coded error: invalid_input where there are 200 already */
  'operators.add': {
    input: z.object({ name: nameField, photo: photo.optional() }),
    output: z.object({ operator, accessKey: z.string() }),
  },
  /** of anybody; takes the place of a photo that was linked; null takes both away. Coded errors: not_found, invalid_input */
  'operators.setPicture': { input: operatorId.extend({ jpeg: pictureInput.nullable() }), output: operator },
  /** of anybody; an empty photo takes it away. Coded error: not_found */
  'operators.change': {
    input: operatorId.extend({ name: nameField.optional(), photo: photo.optional() }),
    output: operator,
  },
  /** the old key ends at once, and with it every sign-in; the new one is said this once. Coded error: not_found */
  'operators.renewKey': { input: operatorId, output: z.object({ accessKey: z.string() }) },
  /** their open chats go back to the queue; what they wrote keeps their name. Coded errors: not_found, not_removable (oneself, and the installation's first) */
  'operators.remove': { input: operatorId, output: z.object({ queued: z.number().int() }) },

  /**
   * Gives an open chat to an operator, with a private note; `over: true` where a colleague has it.
   * The same `clientId` again is the same note. Coded errors: not_found, chat_closed, chat_taken
   */
  'chats.assign': {
    input: chatId.extend({
      operatorId: z.string(),
      note: z.string().trim().max(10_000).optional(),
      over: z.boolean().optional(),
      clientId: clientId.optional(),
    }),
    output: chat,
  },
  /** takes one's latest assignment back, to who had the chat before; the note stays. Coded errors: not_found, chat_closed, chat_taken where who got it has begun */
  'chats.unassign': { input: chatId, output: chat },
  /** this window shows a chat to somebody, or none any more; `windowId` is what its hello said. Coded error: not_found */
  'chats.look': {
    input: z.object({
      windowId: z.string().max(64),
      chatId: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .nullable(),
    }),
    output: z.object({}),
  },
  /** of every chat that somebody is at */
  'chats.attention': { input: nothing, output: z.object({ chats: z.array(chatAttention) }) },
} as const;
