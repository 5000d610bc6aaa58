import { z } from 'zod';
import { contactFields, mapContactFields } from '#shared/domain/contact-fields.ts';
import { channel, channelColor, chat, chatState, customer, rating } from '#shared/domain/entities.ts';
import { siteSettings, websiteChange } from '#shared/domain/site.ts';
import { CHAT_FILTERS } from '#shared/domain/chat-list.ts';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { message } from '#shared/domain/message.ts';
import { backupRoutes, bulkRoutes, privacyRoutes } from './archive.ts';
import { auditRoutes, type Audited } from './audit.ts';
import { botRoutes } from './bots.ts';
import { connectionRoutes, checkRoutes } from './connection.ts';
import { contactRoutes, tagNames, tagRoutes } from './contacts.ts';
import { deviceRoutes, remoteAccessRoutes, pushRoutes } from './joining.ts';
import {
  nothing,
  everyone,
  owner,
  partialChange,
  clientId,
  endpointField,
  nameField,
  pageFields,
  pathWord,
  pictureInput,
  waitedFields,
  type AnyRoute,
  type Audience,
} from './fields.ts';
import { jobRoutes } from './jobs.ts';
import { hoursRoutes } from './hours.ts';
import { journalRoutes } from './journal.ts';
import { mediaRoutes, acceptedTypes } from './media.ts';
import { operatorRoutes } from './operators.ts';
import { reportRoutes } from './reports.ts';
import { savedReplyRoutes, scheduleRoutes } from './replies.ts';
import { searchRoutes } from './search.ts';
import { visitorRoutes } from './visitors.ts';
import { enteredText, rule } from '#shared/domain/phrase.ts';

const noteText = z.string().trim().min(1).max(10_000);
const chatId = z.object({ chatId: z.string() });
const channelId = z.object({ channelId: z.string() });
const { limit } = pageFields;

/** What an owner enters for a channel; whether `endpoint` is allowed also depends on `allowPlainHttp`. */
export const channelFields = {
  name: nameField,
  color: channelColor,
  endpoint: endpointField,
  allowPlainHttp: z.boolean(),
  countBot: z.boolean(),
  botChannelType: enteredText(40, rule('errors:rules.word.needed')),
  takes: acceptedTypes,
  ownNetwork: z.boolean(),
  hours: channel.shape.hours.unwrap(),
  away: channel.shape.away.unwrap(),
  ratingText: channel.shape.ratingText.unwrap(),
  /** of the kind `site`: the fields to change */
  site: partialChange(siteSettings),
} as const;

const channelChange = z.object(channelFields).partial();

export const publicId = pathWord;

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

/** A chat as the caller sees it: `unread` counts the unanswered messages they haven't seen. */
const chatForOperator = chat.extend({ unread: z.int() });

/** A chat in a customer's history. */
const historyChat = chat
  .pick({ id: true, channelId: true, openedAt: true })
  /** name of the operator who answered in it first, else of the bot */
  .extend({ answeredBy: z.string().optional() });
export type HistoryChat = z.infer<typeof historyChat>;

/** What a window failed to show: one message, one row of a list, a pane, or everything. */
export const faultPart = z.enum(['message', 'row', 'pane', 'window']);
export type FaultPart = z.infer<typeof faultPart>;

/** Every request the console can make of the engine. Names are `noun.verb`. */
export const routes = {
  'setup.get': everyone(nothing, {
    /** the first run was completed or skipped */
    done: z.boolean(),
    /** a newer Counterbell made the database: it is opened read-only */
    databaseIsNewer: z.boolean(),
    /** where customers reach the listener; empty for operators */
    listenerUrl: z.string(),
    /** null for operators */
    publicUrl: z.string().nullable(),
    version: z.string(),
  }),
  'setup.finish': owner({}, nothing, nothing),
  /** retries secrets that couldn't be read; false: none can be read yet */
  'setup.openSecrets': owner({}, nothing, { opened: z.boolean() }),

  /** a window failed to show something: written to the log, above a limit per minute only counted */
  'faults.report': everyone(
    {
      part: faultPart,
      message: z.string().max(500),
      stack: z.string().max(2000).optional(),
      components: z.string().max(2000).optional(),
    },
    nothing,
  ),

  'channels.list': everyone(nothing, { channels: z.array(channel.extend({ openChats: z.int() })) }),
  /** a missing `publicId` or secret is generated */
  'channels.create': owner(
    { of: 'channel' },
    channelChange.extend({
      kind: channel.shape.kind.unwrap().optional(),
      name: channelFields.name,
      publicId: publicId.optional(),
    }),
    channel,
  ),
  /** `website`: one step for one website of the window; windows that answer at once don't undo each other */
  'channels.update': owner(
    { of: 'channel', fields: true },
    channelId.extend({ ...channelChange.shape, website: websiteChange.optional() }),
    channel,
  ),
  /** null removes it. Coded errors: not_found, invalid_input */
  'channels.setPicture': owner({ of: 'channel' }, channelId.extend({ jpeg: pictureInput.nullable() }), channel),
  /** a paused channel reports status 0 and still accepts messages */
  'channels.pause': owner({ of: 'channel' }, channelId, channel),
  'channels.resume': owner({ of: 'channel' }, channelId, channel),
  /** the old addresses answer 404 from then on */
  'channels.renewSecret': owner({ of: 'channel', secret: 'renewed' }, channelId, channel),
  /** adopts the secret of an address the website already uses: that address works, others answer 404 */
  'channels.restoreSecret': owner(
    { of: 'channel', secret: 'made' },
    channelId.extend({ address: z.string().max(2048) }),
    channel,
  ),
  /** closes its open chats and keeps their history; its addresses answer 404 */
  'channels.remove': owner({ of: 'channel' }, channelId, { closedChats: z.int() }),
  /** full addresses including the secret: only on demand */
  'channels.addresses': owner({ of: 'channel', secret: 'shown' }, channelId, {
    message: z.string(),
    status: z.string(),
    /** URL that replies are posted to: `<endpoint>/<publicId>` */
    replies: z.string().nullable(),
  }),
  /** posts a message of this type to the channel, as an integration does. `status`: the listener's; 0: no answer */
  'channels.sendSample': owner('none', channelId.extend({ type: z.enum(CONTENT_TYPES), customerName: nameField }), {
    status: z.int(),
  }),

  /** an empty text clears the field */
  'customers.update': everyone(
    {
      customerId: z.string(),
      ...mapContactFields((field) => z.string().trim().max(contactFields[field].most).optional()),
    },
    customer,
  ),
  /** a customer's chats, newest first */
  'customers.chats': everyone({ customerId: z.string(), limit }, { chats: z.array(chat) }),

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
  ),
  'chats.counts': everyone({ since: z.int().optional() }, counts),
  'chats.get': everyone(chatId, chatForOperator),
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

  /** newest first; `average` and `count` cover every match */
  'ratings.list': everyone(
    {
      channelId: z.string().optional(),
      customerId: z.string().optional(),
      chatId: z.string().optional(),
      operatorId: z.string().optional(),
      botId: z.string().optional(),
      rate: z.int().min(1).max(5).optional(),
      ...pageFields,
    },
    {
      ratings: z.array(rating),
      count: z.int(),
      average: z.number().nullable(),
      nextCursor: z.string().optional(),
    },
  ),

  ...auditRoutes,
  ...backupRoutes,
  ...botRoutes,
  ...connectionRoutes,
  ...contactRoutes,
  ...deviceRoutes,
  ...checkRoutes,
  ...remoteAccessRoutes,
  ...jobRoutes,
  ...hoursRoutes,
  ...journalRoutes,
  ...mediaRoutes,
  ...operatorRoutes,
  ...privacyRoutes,
  ...pushRoutes,
  ...bulkRoutes,
  ...reportRoutes,
  ...savedReplyRoutes,
  ...scheduleRoutes,
  ...searchRoutes,
  ...tagRoutes,
  ...visitorRoutes,
} as const satisfies Record<string, AnyRoute>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type RouteInput<R extends RouteName> = z.input<Routes[R]['input']>;
export type ParsedInput<R extends RouteName> = z.output<Routes[R]['input']>;
export type RouteOutput<R extends RouteName> = z.output<Routes[R]['output']>;

/** Who may call the route; undefined: everyone who is signed in. */
export function audienceOf(route: RouteName): Audience | undefined {
  return (routes as Record<RouteName, AnyRoute>)[route].for;
}

/** What the list of changes and sign-ins says of it; undefined: nothing. */
export function auditedOf(route: RouteName): Audited | undefined {
  const { audit } = (routes as Record<RouteName, AnyRoute>)[route];
  return audit === 'none' ? undefined : audit;
}

/** Routes whose calls the list of changes and sign-ins tells. */
export type AuditedRoute = {
  [R in RouteName]: Routes[R] extends { readonly audit: object } ? R : never;
}[RouteName];

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name);
}
