import { z } from 'zod';
import { contactFields, ofContactFields } from '#shared/domain/contact-fields.ts';
import { channel, channelColor, chat, chatState, customer, framing, rating } from '#shared/domain/entities.ts';
import { CHAT_FILTERS } from '#shared/domain/chat-list.ts';
import { message } from '#shared/domain/message.ts';
import { backupRoutes, privacyRoutes } from './archive.ts';
import { bulkRoutes } from './bulk.ts';
import { botRoutes } from './bots.ts';
import { connectionRoutes } from './connection.ts';
import { contactRoutes } from './contacts.ts';
import { doctorRoutes } from './doctor.ts';
import { clientId, endpointField, nameField, pathWord, pictureInput } from './fields.ts';
import { jobRoutes } from './jobs.ts';
import { hoursRoutes } from './hours.ts';
import { journalRoutes } from './journal.ts';
import { mediaRoutes, takenTypes } from './media.ts';
import { operatorRoutes } from './operators.ts';
import { reportRoutes } from './reports.ts';
import { savedReplyRoutes } from './saved-replies.ts';
import { scheduleRoutes } from './schedule.ts';
import { searchRoutes } from './search.ts';
import { tagNames, tagRoutes } from './tags.ts';
import { testCustomerRoutes } from './test-customer.ts';
import { rule } from '#shared/domain/phrase.ts';

const nothing = z.object({});
const done = z.object({});
const noteText = z.string().trim().min(1).max(10_000);
const chatId = z.object({ chatId: z.string() });
const channelId = z.object({ channelId: z.string() });
const limit = z.number().int().min(1).max(200).optional();

/** What an owner fills in for a channel; whether `endpoint` is allowed also depends on `allowPlainHttp`. */
export const channelFields = {
  name: nameField,
  color: channelColor,
  endpoint: endpointField,
  allowPlainHttp: z.boolean(),
  framing,
  countBot: z.boolean(),
  botChannelType: z
    .string()
    .trim()
    .min(1, rule('fieldRules:word.needed'))
    .max(40, rule('fieldRules:most.characters', { most: 40 })),
  takes: takenTypes,
  ownNetwork: z.boolean(),
  hours: channel.shape.hours.unwrap(),
  greeting: channel.shape.greeting.unwrap(),
  away: channel.shape.away.unwrap(),
  ratingText: channel.shape.ratingText.unwrap(),
} as const;

const channelChange = z.object(channelFields).partial();

export const publicId = pathWord;

export const counts = z.object({
  waiting: z.number().int(),
  mine: z.number().int(),
  bot: z.number().int(),
  open: z.number().int(),
  /** put aside; not among those who wait, are mine or the bot's */
  snoozed: z.number().int(),
  /** chats in which a reply was not delivered, closed ones too */
  failed: z.number().int(),
  /** chats that need the asking operator: all, by the list they are in, and those that they have not looked at yet */
  needsMe: z.object({
    all: z.number().int(),
    waiting: z.number().int(),
    mine: z.number().int(),
    bot: z.number().int(),
    unseen: z.number().int(),
  }),
  /** chats opened and closed since the local midnight given */
  today: z.object({ opened: z.number().int(), closed: z.number().int() }),
});

/** A chat as the asking operator finds it: `unread` are the unanswered messages that they have not looked at. */
const chatOfAsker = chat.extend({ unread: z.number().int() });

/** A chat in the history of a customer. */
const historyChat = chat
  .pick({ id: true, channelId: true, openedAt: true })
  /** the name of the operator who answered first in it, else of the bot that did */
  .extend({ answeredBy: z.string().optional() });
export type HistoryChat = z.infer<typeof historyChat>;

/** What of a window could not be shown: one message, one row of a list, a pane, or all of it. */
export const faultPart = z.enum(['message', 'row', 'pane', 'window']);
export type FaultPart = z.infer<typeof faultPart>;

/** Everything the console can ask of the engine. Names are `noun.verb`. */
export const routes = {
  'setup.get': {
    input: nothing,
    output: z.object({
      /** the first run was finished or skipped */
      done: z.boolean(),
      /** a newer Counterbell made the database: it is read, never written */
      databaseIsNewer: z.boolean(),
      /** where customers reach the listener */
      listenerUrl: z.string(),
      publicUrl: z.string().nullable(),
      version: z.string(),
    }),
  },
  'setup.finish': { input: nothing, output: done },
  /** secrets that could not be read are tried once more; false: none of them can be yet */
  'setup.openSecrets': { input: nothing, output: z.object({ opened: z.boolean() }) },

  /** a window could not show something: goes to the log; what is too much within a minute is only counted there */
  'faults.report': {
    input: z.object({
      part: faultPart,
      message: z.string().max(500),
      stack: z.string().max(2000).optional(),
      components: z.string().max(2000).optional(),
    }),
    output: done,
  },

  'channels.list': {
    input: nothing,
    output: z.object({ channels: z.array(channel.extend({ openChats: z.number().int() })) }),
  },
  /** `publicId` and the secret are made up where none is given */
  'channels.create': {
    input: channelChange.extend({ name: channelFields.name, publicId: publicId.optional() }),
    output: channel,
  },
  'channels.update': {
    input: channelId.extend(channelChange.shape),
    output: channel,
  },
  /** null takes it away. Coded errors: not_found, invalid_input */
  'channels.setPicture': { input: channelId.extend({ jpeg: pictureInput.nullable() }), output: channel },
  /** a paused channel says status 0 and still accepts messages */
  'channels.pause': { input: channelId, output: channel },
  'channels.resume': { input: channelId, output: channel },
  /** the old addresses answer 404 from now on */
  'channels.renewSecret': { input: channelId, output: channel },
  /** takes the secret out of an address that the website uses already; that address works from now on, others answer 404 */
  'channels.restoreSecret': { input: channelId.extend({ address: z.string().max(2048) }), output: channel },
  /** closes its open chats, keeps their history; its addresses answer 404 */
  'channels.remove': { input: channelId, output: z.object({ closedChats: z.number().int() }) },
  /** the full addresses, secret included: only on demand */
  'channels.addresses': {
    input: channelId,
    output: z.object({
      message: z.string(),
      status: z.string(),
      /** where replies are posted: `<endpoint>/<publicId>` */
      replies: z.string().nullable(),
    }),
  },

  /** an empty text takes the field away */
  'customers.update': {
    input: z.object({
      customerId: z.string(),
      ...ofContactFields((field) => z.string().trim().max(contactFields[field].most).optional()),
    }),
    output: customer,
  },
  /** a customer's chats, newest first */
  'customers.chats': { input: z.object({ customerId: z.string(), limit }), output: z.object({ chats: z.array(chat) }) },

  /** by latest activity; with a filter of open chats, those who wait for a person come first, the longest waiting before all */
  'chats.list': {
    input: z.object({
      state: chatState.optional(),
      filter: z.enum(CHAT_FILTERS).optional(),
      channelId: z.string().optional(),
      /** whose they are, or were when they were closed */
      heldBy: z.string().optional(),
      /** that have all of them */
      tags: tagNames.optional(),
      cursor: z.string().optional(),
      limit,
    }),
    output: z.object({ chats: z.array(chatOfAsker), nextCursor: z.string().optional() }),
  },
  'chats.counts': { input: z.object({ since: z.number().int().optional() }), output: counts },
  'chats.get': { input: chatId, output: chatOfAsker },
  /** `over: true` takes it from another operator */
  'chats.take': { input: chatId.extend({ over: z.boolean().optional() }), output: chat },
  /** to the bot that had it last where that one works on the channel, else to the first that does */
  'chats.returnToBot': { input: chatId, output: chat },
  /** sends the customer a link to the rating page; refused while that could only be opened on this computer */
  'chats.requestRating': { input: chatId, output: z.object({ chat, message }) },
  'chats.close': { input: chatId, output: chat },
  /** undoes a close, while the customer has no newer chat */
  'chats.reopen': { input: chatId, output: chat },
  /** the asking operator has looked at it; to others nothing has changed */
  'chats.markRead': { input: chatId, output: chatOfAsker },
  /**
   * Cut into several messages where it is long; takes a waiting chat.
   * Asked again with the same `clientId`, because the answer was lost on the way, it is not sent twice.
   */
  'chats.reply': {
    input: chatId.extend({ text: z.string().max(64 * 1024), clientId: clientId.optional() }),
    output: z.object({ chat, messages: z.array(message) }),
  },
  /**
   * Opens a chat with a customer who has none open, and says something in it; the same `clientId` again is the same chat.
   * Coded errors: not_found, channel_removed, customer_blocked, chat_superseded where they have one open.
   */
  'chats.begin': {
    input: z.object({ customerId: z.string(), text: z.string().max(64 * 1024), clientId: clientId.optional() }),
    output: z.object({ chat, messages: z.array(message) }),
  },
  /** a note among operators: nothing of it ever leaves; in any chat, also a closed one. The same `clientId` again is the same note. */
  'chats.note': {
    input: chatId.extend({ text: noteText, clientId: clientId.optional() }),
    output: message,
  },
  /** other words for a note of one's own, also in a closed chat; everybody sees that it was changed. Coded error: not_found */
  'chats.editNote': { input: z.object({ messageId: z.string(), text: noteText }), output: message },
  /** say `true` while the operator types (as often as you like), `false` when they stop, clear or leave */
  'chats.typing': { input: chatId.extend({ typing: z.boolean() }), output: done },

  /** the newest page, or the one before, after or around a message, which is in the last of them; oldest first within the page */
  'messages.list': {
    input: chatId.extend({
      /** earlier ones go on past its beginning, into the closed chats that its customer had before */
      history: z.boolean().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
      around: z.string().optional(),
      limit,
    }),
    output: z.object({
      messages: z.array(message),
      hasEarlier: z.boolean(),
      /** asked for after or around a message: whether there are later ones */ hasLater: z.boolean().optional(),
      /** asked for with its history: the chats that the messages are of */
      chats: z.array(historyChat).optional(),
    }),
  },
  'messages.resend': { input: z.object({ messageId: z.string() }), output: message },
  /** leaves a failed reply at that: it is counted among what was not delivered no more. Coded errors: not_found, not_failed */
  'messages.dismissFailure': { input: z.object({ messageId: z.string() }), output: message },

  /** newest first; `average` and `count` are of all that fit */
  'ratings.list': {
    input: z.object({
      channelId: z.string().optional(),
      customerId: z.string().optional(),
      chatId: z.string().optional(),
      operatorId: z.string().optional(),
      botId: z.string().optional(),
      rate: z.number().int().min(1).max(5).optional(),
      cursor: z.string().optional(),
      limit,
    }),
    output: z.object({
      ratings: z.array(rating),
      count: z.number().int(),
      average: z.number().nullable(),
      nextCursor: z.string().optional(),
    }),
  },

  ...backupRoutes,
  ...botRoutes,
  ...connectionRoutes,
  ...contactRoutes,
  ...doctorRoutes,
  ...jobRoutes,
  ...hoursRoutes,
  ...journalRoutes,
  ...mediaRoutes,
  ...operatorRoutes,
  ...privacyRoutes,
  ...bulkRoutes,
  ...reportRoutes,
  ...savedReplyRoutes,
  ...scheduleRoutes,
  ...searchRoutes,
  ...tagRoutes,
  ...testCustomerRoutes,
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type RouteInput<R extends RouteName> = z.input<Routes[R]['input']>;
export type ParsedInput<R extends RouteName> = z.output<Routes[R]['input']>;
export type RouteOutput<R extends RouteName> = z.output<Routes[R]['output']>;

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name);
}
