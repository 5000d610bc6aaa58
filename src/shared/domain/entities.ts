import { CONTENT_TYPES } from './kinds/kinds.ts';
import { z } from 'zod';
import { ofContactFields } from '#shared/domain/contact-fields.ts';
import { USUAL_CHANNEL_TYPE } from '#shared/protocol/bot-provider.ts';
import { RATING_LINK } from './rating-rules.ts';
import { workingHours } from './working-hours.ts';
import { rule } from './phrase.ts';
import { CHANNEL_COLORS, type ChannelColor } from './pictures.ts';

/** Milliseconds since 1970, wall clock: for people to read, never for deciding. */
export const instant = z.number().int();

export const presence = z.enum(['online', 'away']);
export type Presence = z.infer<typeof presence>;

export const operator = z.object({
  id: z.string(),
  name: z.string(),
  /** http(s) link; customers' chat windows may show it */
  photo: z.string().optional(),
  /** one that was uploaded, which is shown instead: where it is found */
  picture: z.string().optional(),
  /** what the operator chose */
  presence,
  /** what customers are told: `presence`, and away where the windows have been gone for a minute or nobody is at the computer */
  available: z.boolean(),
  /** the installation's first, who stays */
  first: z.literal(true).optional(),
});
export type Operator = z.infer<typeof operator>;

export const framing = z.enum(['length', 'chunked']);

/** What a channel says by itself; may hold placeholders. */
const automaticText = z
  .string()
  .trim()
  .max(2000, rule('fieldRules:most.characters', { most: '2,000' }));

/** Short enough to be one message with any address. */
const ratingText = z
  .string()
  .trim()
  .max(500, rule('fieldRules:most.characters', { most: 500 }))
  .refine((text) => text.includes(RATING_LINK), rule('fieldRules:link.needed'));

export const channelColor = z.enum(Object.keys(CHANNEL_COLORS) as [ChannelColor, ...ChannelColor[]]);

export const channel = z.object({
  id: z.string(),
  name: z.string(),
  /** by which operators tell it from others; without one, one of its own is made up */
  color: channelColor.optional(),
  /** the same, where it was uploaded: where it is found */
  picture: z.string().optional(),
  /** CHANNEL_PUBLIC_ID */
  publicId: z.string(),
  /** where replies go; null: nobody has connected this channel yet, replies go to the test customer */
  endpoint: z.string().nullable(),
  allowPlainHttp: z.boolean(),
  /** how replies are framed: with a Content-Length, or chunked */
  framing,
  paused: z.boolean(),
  /** the status says 1 also while no operator is online, as long as a bot works on this channel */
  countBot: z.boolean().default(false),
  /** `channel.type` as bots are told it */
  botChannelType: z.string().default(USUAL_CHANNEL_TYPE),
  /** message types that its customers' app shows; others go out as text with a link */
  takes: z.array(z.enum(CONTENT_TYPES)).default([...CONTENT_TYPES]),
  /** its customers' files may be fetched from this computer's own network */
  ownNetwork: z.boolean().default(false),
  /** its own working hours; null or none: the installation's */
  hours: workingHours.nullable().optional(),
  /** said once a chat, to whoever begins one in working hours */
  greeting: z.object({ on: z.boolean(), text: automaticText }).optional(),
  /** said once a chat, to whoever writes outside working hours, or `always` while nobody is online */
  away: z.object({ on: z.boolean(), text: automaticText, when: z.enum(['closed', 'always']) }).optional(),
  /** what customers are asked for a rating with; `{link}` is the address of the page */
  ratingText: ratingText.optional(),
  /** the secret in its addresses could not be read at the start: they answer 404 until it is given again */
  secretLost: z.literal(true).optional(),
});
export type Channel = z.infer<typeof channel>;

export const customer = z.object({
  id: z.string(),
  channelId: z.string(),
  /** `sender.id` as JSON text: `"7"` and `7` are two customers, and every digit stays */
  externalId: z.string(),
  ...ofContactFields(() => z.string().optional()),
  photo: z.string().optional(),
  /** page the customer writes from; plain text unless it is an http(s) address */
  url: z.string().optional(),
  invite: z.string().optional(),
  firstSeenAt: instant,
  /** merged with others: the customer whose card they share; the contact fields are of that card */
  contactId: z.string().optional(),
  /** what they write is only counted */
  blocked: z.literal(true).optional(),
});
export type Customer = z.infer<typeof customer>;

/** Who has a chat: `waiting` is nobody yet, `active` an operator. */
export const chatState = z.enum(['bot', 'waiting', 'active', 'closed']);
export type ChatState = z.infer<typeof chatState>;

/** `note`: an operator, to other operators alone */
export const author = z.enum(['customer', 'operator', 'bot', 'system', 'note']);

export const contentType = z.enum(CONTENT_TYPES);

/** Stars. */
export const rate = z.number().int().min(1).max(5);

/** The beginning of a message's words, or what it is called. */
const lastMessage = z.object({
  id: z.string(),
  from: author,
  type: contentType,
  text: z.string().optional(),
  at: instant,
});
export type LastMessage = z.infer<typeof lastMessage>;

export const chat = z.object({
  /** the protocol's chat_id: a decimal string, unique in the installation */
  id: z.string(),
  state: chatState,
  channelId: z.string(),
  customer,
  /** who has it, while active; who had it, when closed */
  operatorId: z.string().optional(),
  /** bot that has it, while `bot`; otherwise the one that had it last */
  botId: z.string().optional(),
  /** the bot asked for a person, and no operator has taken the chat since */
  askedForPerson: z.boolean(),
  /** the customer's latest rating of this chat */
  rating: z.object({ rate, comment: z.string().optional(), at: instant }).optional(),
  /** customer messages that no operator has answered */
  unanswered: z.number().int(),
  /** how many of these each operator has looked at, by their id; left out where nobody has */
  seen: z.record(z.string(), z.number().int()).optional(),
  /** when the customer's first unanswered message came */
  waitingSince: instant.optional(),
  /** put aside by this operator: it waits for nobody until then, or, without a time, until its customer writes */
  snoozed: z.object({ by: z.string(), until: instant.optional() }).optional(),
  /** left out where it has none */
  tags: z.array(z.string()).optional(),
  /** a reply of this chat stands as failed */
  hasFailed: z.boolean(),
  openedAt: instant,
  lastActivityAt: instant,
  closedAt: instant.optional(),
  lastMessage: lastMessage.optional(),
});
export type Chat = z.infer<typeof chat>;

export const rating = z.object({
  id: z.string(),
  chatId: z.string(),
  channelId: z.string(),
  customer,
  rate,
  comment: z.string().optional(),
  at: instant,
  /** who asked for it */
  askedBy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('bot'), botId: z.string(), name: z.string() }),
    z.object({ kind: z.literal('operator'), operatorId: z.string(), name: z.string() }),
  ]),
});
export type Rating = z.infer<typeof rating>;

/** A reply that goes out at its time, as the operator who wrote it. */
export const scheduledReply = z.object({
  id: z.string(),
  chatId: z.string(),
  operatorId: z.string(),
  text: z.string(),
  sendAt: instant,
});
export type ScheduledReply = z.infer<typeof scheduledReply>;
