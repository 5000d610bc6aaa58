import { z } from 'zod';
import { CHAT_FILTERS } from '#shared/domain/chat-list.ts';
import { chat, chatState } from '#shared/domain/entities.ts';
import { message } from '#shared/domain/message.ts';
import { tagNames } from './contacts.ts';
import { clientId, everyone, nothing, pageFields, waitedFields } from './fields.ts';

export const counts = z.object({
  waiting: z.int(),
  mine: z.int(),
  bot: z.int(),
  open: z.int(),
  /** snoozed chats, counted in neither Waiting, Mine nor Bot */
  snoozed: z.int(),
  /** chats with an undelivered reply, including closed ones */
  failed: z.int(),
  /** chats that need the caller: all of them by list, and those not seen yet */
  needsMe: z.object({
    all: z.int(),
    waiting: z.int(),
    mine: z.int(),
    bot: z.int(),
    unseen: z.int(),
  }),
  /** chats opened and closed since the given local midnight */
  today: z.object({ opened: z.int(), closed: z.int() }),
});

export type Counts = z.infer<typeof counts>;

/** A chat as the caller sees it: `unread` counts the unanswered messages they haven't seen. */
const chatForOperator = chat.extend({ unread: z.int() });

/** A chat in a customer's history. */
const historyChat = chat
  .pick({ id: true, channelId: true, openedAt: true })
  /** name of the operator who answered in it first, else of the bot */
  .extend({ answeredBy: z.string().optional() });
export type HistoryChat = z.infer<typeof historyChat>;

const noteText = z.string().trim().min(1).max(10_000);
const chatId = z.object({ chatId: z.string() });
const { limit } = pageFields;

/** Chats and their messages. */
export const chatRoutes = {
  /** by latest activity; when filtered to open chats, those that need a person come first, longest waiting on top */
  'chats.list': everyone(
    {
      state: chatState.optional(),
      filter: z.enum(CHAT_FILTERS).optional(),
      channelId: z.string().optional(),
      /** the operator who has them, or had them when they were closed */
      heldBy: z.string().optional(),
      /** chats with all of these tags */
      tags: tagNames.optional(),
      ...pageFields,
    },
    { chats: z.array(chatForOperator), nextCursor: z.string().optional() },
    ['tagged'],
  ),
  'chats.counts': everyone({ since: z.int().optional() }, counts),
  'chats.get': everyone(chatId, chatForOperator, ['tagged']),
  /** `over: true` takes it from another operator */
  'chats.take': everyone(chatId.extend({ over: z.boolean().optional() }), chat),
  /** to the bot that had it last if that one works on the channel, else to the first that does */
  'chats.returnToBot': everyone(chatId, chat),
  /** sends the customer a link to the rating page; refused while only this computer could open it */
  'chats.requestRating': everyone(chatId, { chat, message }),
  'chats.close': everyone(chatId, chat),
  /** reopens it, unless the customer has a newer chat */
  'chats.reopen': everyone(chatId, chat),
  /** marks it as seen by the caller; others aren't affected */
  'chats.markRead': everyone(chatId, chatForOperator),
  /**
   * A long text is split into several messages; takes a waiting chat. A repeat with the same `clientId`, after a lost
   * response, isn't sent twice. `age`: milliseconds since it was written; what the customer wrote since then stays
   * unanswered.
   */
  'chats.reply': everyone(
    chatId.extend({
      text: z.string().max(64 * 1024),
      clientId: clientId.optional(),
      ...waitedFields,
      age: z.int().min(0).optional(),
    }),
    { chat, messages: z.array(message) },
  ),
  /**
   * Opens a chat with a customer who has none open, and sends the first message; the same `clientId` again is the same
   * chat. Coded errors: not_found, channel_removed, customer_blocked, chat_superseded if they have one open.
   */
  'chats.begin': everyone(
    { customerId: z.string(), text: z.string().max(64 * 1024), clientId: clientId.optional() },
    { chat, messages: z.array(message) },
  ),
  /** a note for operators, never sent; in closed chats too. The same `clientId` again is the same note. */
  'chats.note': everyone(chatId.extend({ text: noteText, clientId: clientId.optional(), ...waitedFields }), message),
  /** edits the caller's own note, in closed chats too; everyone sees that it was edited. Coded error: not_found */
  'chats.editNote': everyone({ messageId: z.string(), text: noteText }, message),
  /** `true` while the operator types (repeat freely), `false` when they stop, clear the text or leave */
  'chats.typing': everyone(chatId.extend({ typing: z.boolean() }), nothing),

  /** the newest page, or the one before, after or around a message, which is in the last of them; oldest first within the page */
  'messages.list': everyone(
    chatId.extend({
      /** earlier messages continue into the customer's previous, closed chats */
      history: z.boolean().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
      around: z.string().optional(),
      limit,
    }),
    {
      messages: z.array(message),
      hasEarlier: z.boolean(),
      /** for a page after or around a message: whether there are later ones */
      hasLater: z.boolean().optional(),
      /** for a page with history: the chats of its messages */
      chats: z.array(historyChat).optional(),
    },
  ),
  'messages.resend': everyone({ messageId: z.string() }, message),
  /** dismisses a failed reply: it no longer counts as not delivered. Coded errors: not_found, not_failed */
  'messages.dismissFailure': everyone({ messageId: z.string() }, message),
} as const;
