import { CONTENT_TYPES } from './kinds/kinds.ts';
import { z } from 'zod';
import { CONTACT_FIELDS, mapContactFields } from '#shared/domain/contact-fields.ts';
import { DEFAULT_CHANNEL_TYPE } from '#shared/protocol/bot-provider.ts';
import { RATING_LINK } from './rating-rules.ts';
import { isTimeZone, minuteOfDay, workingHours } from './working-hours.ts';
import { enteredText, rule } from './phrase.ts';
import { CHANNEL_KINDS, DEFAULT_CHANNEL_KIND, kindSettings } from './channel-kinds.ts';
import { CHANNEL_COLORS, type ChannelColor } from './pictures.ts';

/** Milliseconds since 1970, wall clock: for display, never for decisions. */
export const instant = z.int();

export const presence = z.enum(['online', 'away']);
export type Presence = z.infer<typeof presence>;

/** `owner`: may change everything; `operator`: answers customers. */
export const role = z.enum(['owner', 'operator']);
export type Role = z.infer<typeof role>;

/** Who asks: one of these, or a program with a key of its own, which is nobody at the desk. */
export const callerRole = z.enum([...role.options, 'program']);
export type CallerRole = z.infer<typeof callerRole>;

/**
 * Daily times without calls to an operator: minutes since midnight in their time zone, past midnight if `to` is less.
 */
export const quietHours = z
  .object({
    from: minuteOfDay,
    to: minuteOfDay,
    /** IANA name */
    zone: z.string().max(64).refine(isTimeZone, rule('errors:rules.zone.unknown')),
  })
  .refine(({ from, to }) => from !== to, { message: rule('errors:rules.span.same'), path: ['to'] });
export type QuietHours = z.infer<typeof quietHours>;

export const operator = z.object({
  id: z.string(),
  name: z.string(),
  /** http(s) link; customers' chat windows may show it */
  photo: z.string().optional(),
  /** an uploaded picture, shown instead: its path */
  picture: z.string().optional(),
  role,
  /** the operator's choice */
  presence,
  /** shown to customers: `presence`, or away once the windows are closed for a minute or nobody is at the computer */
  available: z.boolean(),
  /** hours in which nothing notifies them */
  quietHours: quietHours.optional(),
  /** an operator who is no owner works on these channels only; absent: on all */
  channels: z.array(z.string()).optional(),
});
export type Operator = z.infer<typeof operator>;

/** A channel's automatic message; may contain placeholders. */
const automaticText = enteredText(2000);

/** Short enough to remain one message with any address. */
const ratingText = enteredText(500).refine((text) => text.includes(RATING_LINK), rule('errors:rules.link.needed'));

export const channelColor = z.enum(Object.keys(CHANNEL_COLORS) as [ChannelColor, ...ChannelColor[]]);

const toggle = z.boolean().default(false);

/** The switches of a channel, off by default: owners change them, and each has a column in `store/schema/tables`. */
export const channelToggles = {
  /** the reply address may be unencrypted */
  allowPlainHttp: toggle,
  /** status 1 even while no operator is online, as long as a bot works on this channel */
  countBot: toggle,
  /** customers' files may be fetched from this computer's private network */
  ownNetwork: toggle,
} as const;

export const channel = z.object({
  id: z.string(),
  kind: z.enum(CHANNEL_KINDS).default(DEFAULT_CHANNEL_KIND),
  name: z.string(),
  /** distinguishes it for operators; if absent, one is generated */
  color: channelColor.optional(),
  /** an uploaded picture: its path */
  picture: z.string().optional(),
  /** CHANNEL_PUBLIC_ID */
  publicId: z.string(),
  /** reply address; null: not connected yet, replies can't be delivered; empty: there is one, which operators don't see */
  endpoint: z.string().nullable(),
  paused: z.boolean(),
  ...channelToggles,
  /** `channel.type` as sent to bots */
  botChannelType: z.string().default(DEFAULT_CHANNEL_TYPE),
  /** message types that the customers' app shows; others are sent as text with a link */
  takes: z.array(z.enum(CONTENT_TYPES)).default([...CONTENT_TYPES]),
  /** its own opening hours; null or none: the installation's */
  hours: workingHours.nullable().optional(),
  /** sent once per chat to customers writing outside opening hours, or with `always` while nobody is online */
  away: z
    .object({
      on: z.boolean(),
      text: automaticText,
      when: z.enum(['closed', 'always']),
      /** of whoever wrote the text: when it opens next is said in it */
      locale: z.string().max(64).optional(),
    })
    .optional(),
  /** the request for a rating; `{link}` becomes the address of the page */
  ratingText: ratingText.optional(),
  ...z.object(kindSettings).partial().shape,
  /** the letterbox on the owner's website, which takes messages in while this computer sleeps */
  box: z.object({ url: z.string(), allowPlainHttp: z.boolean() }).optional(),
  /** its secret couldn't be read at the start: its addresses answer 404 until it is entered again */
  secretLost: z.literal(true).optional(),
});
export type Channel = z.infer<typeof channel>;

export const customer = z.object({
  id: z.string(),
  channelId: z.string(),
  /** `sender.id` as JSON text, in the form in which it last came: `"7"` and `7` are one customer, `"07"` another */
  externalId: z.string(),
  ...mapContactFields(() => z.string().optional()),
  /** fields signed by the website, so that they are its word and not the customer's */
  proven: z.array(z.enum(CONTACT_FIELDS)).optional(),
  photo: z.string().optional(),
  /** page the customer is writing from; plain text unless it is an http(s) URL */
  url: z.string().optional(),
  invite: z.string().optional(),
  firstSeenAt: instant,
  /** merged with others: the customer whose card and contact fields they share */
  contactId: z.string().optional(),
  /** blocked: their messages are only counted */
  blocked: z.literal(true).optional(),
});
export type Customer = z.infer<typeof customer>;

/** Ownership of a chat: nobody has it yet if `waiting`, an operator if `active`. */
export const chatState = z.enum(['bot', 'waiting', 'active', 'closed']);
export type ChatState = z.infer<typeof chatState>;

/** `note`: an operator, visible to operators only */
export const author = z.enum(['customer', 'operator', 'bot', 'system', 'note']);

export const contentType = z.enum(CONTENT_TYPES);

/** Number of stars. */
export const rate = z.int().min(1).max(5);

/** The beginning of a message's text, or what it is called. */
const lastMessage = z.object({
  id: z.string(),
  from: author,
  type: contentType,
  text: z.string().optional(),
  at: instant,
});
export type LastMessage = z.infer<typeof lastMessage>;

export const chat = z.object({
  /** the protocol's chat_id: a decimal string, unique within the installation */
  id: z.string(),
  state: chatState,
  channelId: z.string(),
  customer,
  /** the operator who has it if active, or had it if closed */
  operatorId: z.string().optional(),
  /** the bot that has it if `bot`; otherwise the one that had it last */
  botId: z.string().optional(),
  /** the bot asked for a person, and no operator has taken the chat since then */
  askedForPerson: z.boolean(),
  /** the customer's latest rating of this chat */
  rating: z.object({ rate, comment: z.string().optional(), at: instant }).optional(),
  /** number of customer messages that no operator has answered */
  unanswered: z.int(),
  /** number of these that each operator has seen, by id, or `MENTIONED` (`needs-person`); absent if none */
  seen: z.record(z.string(), z.int()).optional(),
  /** time of the customer's first unanswered message */
  waitingSince: instant.optional(),
  /** snoozed by this operator: until then, or, without a time, until the customer writes */
  snoozed: z.object({ by: z.string(), until: instant.optional() }).optional(),
  /** absent if it has none */
  tags: z.array(z.string()).optional(),
  /** on top of everyone's lists, until it is closed */
  pinned: z.literal(true).optional(),
  /** the chat has a failed reply */
  hasFailed: z.boolean(),
  openedAt: instant,
  lastActivityAt: instant,
  closedAt: instant.optional(),
  lastMessage: lastMessage.optional(),
  /** the customer's last message, unless it is `lastMessage` */
  lastFromCustomer: lastMessage.optional(),
});
export type Chat = z.infer<typeof chat>;

/** A customer's rating of a chat. */
export interface Rating {
  readonly id: string;
  readonly chatId: string;
  readonly channelId: string;
  readonly customer: Customer;
  readonly rate: number;
  readonly comment?: string | undefined;
  readonly at: number;
  /** the operator who started it */
  readonly askedBy:
    | { readonly kind: 'bot'; readonly botId: string; readonly name: string }
    | { readonly kind: 'operator'; readonly operatorId: string; readonly name: string };
}

/** A scheduled reply, as sent by the operator who wrote it. */
export const scheduledReply = z.object({
  id: z.string(),
  chatId: z.string(),
  operatorId: z.string(),
  text: z.string(),
  sendAt: instant,
});
export type ScheduledReply = z.infer<typeof scheduledReply>;

/** The same for a number and for a string with its digits, whose `sender.id` is one customer's. */
export function externalKey(externalId: string): string {
  return externalId.startsWith('"') ? externalId : `"${externalId}"`;
}
