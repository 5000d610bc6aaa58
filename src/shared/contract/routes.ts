import { z } from 'zod';
import { contactFields, mapContactFields } from '#shared/domain/contact-fields.ts';
import { channel, channelColor, chat, chatState, customer, framing, rating } from '#shared/domain/entities.ts';
import { siteSettings } from '#shared/domain/site.ts';
import { CHAT_FILTERS } from '#shared/domain/chat-list.ts';
import { message } from '#shared/domain/message.ts';
import { backupRoutes, bulkRoutes, privacyRoutes } from './archive.ts';
import { auditRoutes, type Audited } from './audit.ts';
import { botRoutes } from './bots.ts';
import { connectionRoutes, doctorRoutes } from './connection.ts';
import { contactRoutes, tagNames, tagRoutes } from './contacts.ts';
import { deviceRoutes, doorRoutes, pushRoutes } from './joining.ts';
import {
  partialChange,
  clientId,
  endpointField,
  nameField,
  pageFields,
  pathWord,
  pictureInput,
  waitedFields,
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
import { testCustomerRoutes } from './test-customer.ts';
import { rule } from '#shared/domain/phrase.ts';

const nothing = z.object({});
const done = z.object({});
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
  framing,
  countBot: z.boolean(),
  botChannelType: z
    .string()
    .trim()
    .min(1, rule('errors:rules.word.needed'))
    .max(40, rule('errors:rules.most.characters', { most: 40 })),
  takes: acceptedTypes,
  ownNetwork: z.boolean(),
  hours: channel.shape.hours.unwrap(),
  greeting: channel.shape.greeting.unwrap(),
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

/**
 * Who may call a route that not everyone may: owners; owners, and each operator for themselves (`operatorId`); owners,
 * and operators if the team's settings let them see reports. Everyone else gets the coded error `forbidden`.
 */
type Audience = 'owner' | 'owner or self' | 'reports';

/**
 * `audit`: what the list of changes and sign-ins says of a call. Every owner route says it; `none`: it only reads or
 * tries, and shows no secret.
 */
type AnyRoute = { readonly input: z.ZodType; readonly output: z.ZodType } & (
  | { readonly for: 'owner'; readonly audit: Audited | 'none' }
  | { readonly for?: Exclude<Audience, 'owner'>; readonly audit?: Audited }
);

/** Every request the console can make of the engine. Names are `noun.verb`. */
export const routes = {
  'setup.get': {
    input: nothing,
    output: z.object({
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
  },
  'setup.finish': { for: 'owner', audit: {}, input: nothing, output: done },
  /** retries secrets that couldn't be read; false: none can be read yet */
  'setup.openSecrets': { for: 'owner', audit: {}, input: nothing, output: z.object({ opened: z.boolean() }) },

  /** a window failed to show something: written to the log, above a limit per minute only counted */
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
    output: z.object({ channels: z.array(channel.extend({ openChats: z.int() })) }),
  },
  /** a missing `publicId` or secret is generated */
  'channels.create': {
    for: 'owner',
    audit: { of: 'channel' },
    input: channelChange.extend({
      kind: channel.shape.kind.unwrap().optional(),
      name: channelFields.name,
      publicId: publicId.optional(),
    }),
    output: channel,
  },
  'channels.update': {
    for: 'owner',
    audit: { of: 'channel', fields: true },
    input: channelId.extend(channelChange.shape),
    output: channel,
  },
  /** null removes it. Coded errors: not_found, invalid_input */
  'channels.setPicture': {
    for: 'owner',
    audit: { of: 'channel' },
    input: channelId.extend({ jpeg: pictureInput.nullable() }),
    output: channel,
  },
  /** a paused channel reports status 0 and still accepts messages */
  'channels.pause': { for: 'owner', audit: { of: 'channel' }, input: channelId, output: channel },
  'channels.resume': { for: 'owner', audit: { of: 'channel' }, input: channelId, output: channel },
  /** the old addresses answer 404 from then on */
  'channels.renewSecret': {
    for: 'owner',
    audit: { of: 'channel', secret: 'renewed' },
    input: channelId,
    output: channel,
  },
  /** adopts the secret of an address the website already uses: that address works, others answer 404 */
  'channels.restoreSecret': {
    for: 'owner',
    audit: { of: 'channel', secret: 'made' },
    input: channelId.extend({ address: z.string().max(2048) }),
    output: channel,
  },
  /** closes its open chats and keeps their history; its addresses answer 404 */
  'channels.remove': {
    for: 'owner',
    audit: { of: 'channel' },
    input: channelId,
    output: z.object({ closedChats: z.int() }),
  },
  /** full addresses including the secret: only on demand */
  'channels.addresses': {
    for: 'owner',
    audit: { of: 'channel', secret: 'shown' },
    input: channelId,
    output: z.object({
      message: z.string(),
      status: z.string(),
      /** URL that replies are posted to: `<endpoint>/<publicId>` */
      replies: z.string().nullable(),
    }),
  },

  /** an empty text clears the field */
  'customers.update': {
    input: z.object({
      customerId: z.string(),
      ...mapContactFields((field) => z.string().trim().max(contactFields[field].most).optional()),
    }),
    output: customer,
  },
  /** a customer's chats, newest first */
  'customers.chats': { input: z.object({ customerId: z.string(), limit }), output: z.object({ chats: z.array(chat) }) },

  /** by latest activity; when filtered to open chats, those that need a person come first, longest waiting on top */
  'chats.list': {
    input: z.object({
      state: chatState.optional(),
      filter: z.enum(CHAT_FILTERS).optional(),
      channelId: z.string().optional(),
      /** the operator who has them, or had them when they were closed */
      heldBy: z.string().optional(),
      /** chats with all of these tags */
      tags: tagNames.optional(),
      ...pageFields,
    }),
    output: z.object({ chats: z.array(chatForOperator), nextCursor: z.string().optional() }),
  },
  'chats.counts': { input: z.object({ since: z.int().optional() }), output: counts },
  'chats.get': { input: chatId, output: chatForOperator },
  /** `over: true` takes it from another operator */
  'chats.take': { input: chatId.extend({ over: z.boolean().optional() }), output: chat },
  /** to the bot that had it last if that one works on the channel, else to the first that does */
  'chats.returnToBot': { input: chatId, output: chat },
  /** sends the customer a link to the rating page; refused while only this computer could open it */
  'chats.requestRating': { input: chatId, output: z.object({ chat, message }) },
  'chats.close': { input: chatId, output: chat },
  /** reopens it, unless the customer has a newer chat */
  'chats.reopen': { input: chatId, output: chat },
  /** marks it as seen by the caller; others aren't affected */
  'chats.markRead': { input: chatId, output: chatForOperator },
  /**
   * A long text is split into several messages; takes a waiting chat. A repeat with the same `clientId`, after a lost
   * response, isn't sent twice. `age`: milliseconds since it was written; what the customer wrote since then stays
   * unanswered.
   */
  'chats.reply': {
    input: chatId.extend({
      text: z.string().max(64 * 1024),
      clientId: clientId.optional(),
      ...waitedFields,
      age: z.int().min(0).optional(),
    }),
    output: z.object({ chat, messages: z.array(message) }),
  },
  /**
   * Opens a chat with a customer who has none open, and sends the first message; the same `clientId` again is the same
   * chat. Coded errors: not_found, channel_removed, customer_blocked, chat_superseded if they have one open.
   */
  'chats.begin': {
    input: z.object({ customerId: z.string(), text: z.string().max(64 * 1024), clientId: clientId.optional() }),
    output: z.object({ chat, messages: z.array(message) }),
  },
  /** a note for operators, never sent; in closed chats too. The same `clientId` again is the same note. */
  'chats.note': {
    input: chatId.extend({ text: noteText, clientId: clientId.optional(), ...waitedFields }),
    output: message,
  },
  /** edits the caller's own note, in closed chats too; everyone sees that it was edited. Coded error: not_found */
  'chats.editNote': { input: z.object({ messageId: z.string(), text: noteText }), output: message },
  /** `true` while the operator types (repeat freely), `false` when they stop, clear the text or leave */
  'chats.typing': { input: chatId.extend({ typing: z.boolean() }), output: done },

  /** the newest page, or the one before, after or around a message, which is in the last of them; oldest first within the page */
  'messages.list': {
    input: chatId.extend({
      /** earlier messages continue into the customer's previous, closed chats */
      history: z.boolean().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
      around: z.string().optional(),
      limit,
    }),
    output: z.object({
      messages: z.array(message),
      hasEarlier: z.boolean(),
      /** for a page after or around a message: whether there are later ones */ hasLater: z.boolean().optional(),
      /** for a page with history: the chats of its messages */
      chats: z.array(historyChat).optional(),
    }),
  },
  'messages.resend': { input: z.object({ messageId: z.string() }), output: message },
  /** dismisses a failed reply: it no longer counts as not delivered. Coded errors: not_found, not_failed */
  'messages.dismissFailure': { input: z.object({ messageId: z.string() }), output: message },

  /** newest first; `average` and `count` cover every match */
  'ratings.list': {
    input: z.object({
      channelId: z.string().optional(),
      customerId: z.string().optional(),
      chatId: z.string().optional(),
      operatorId: z.string().optional(),
      botId: z.string().optional(),
      rate: z.int().min(1).max(5).optional(),
      ...pageFields,
    }),
    output: z.object({
      ratings: z.array(rating),
      count: z.int(),
      average: z.number().nullable(),
      nextCursor: z.string().optional(),
    }),
  },

  ...auditRoutes,
  ...backupRoutes,
  ...botRoutes,
  ...connectionRoutes,
  ...contactRoutes,
  ...deviceRoutes,
  ...doctorRoutes,
  ...doorRoutes,
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
  ...testCustomerRoutes,
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
