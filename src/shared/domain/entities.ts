import { z } from 'zod';
import { botButton, USUAL_CHANNEL_TYPE } from '#shared/protocol/bot-provider.ts';
import { CONTENT_TYPES, MEDIA_TYPES } from '#shared/protocol/chat-channel.ts';
import { RATING_LINK } from './rating-rules.ts';
import { workingHours } from './working-hours.ts';
import { phraseSchema, rule } from './phrase.ts';

/** Milliseconds since 1970, wall clock: for people to read, never for deciding. */
export const instant = z.number().int();

export const presence = z.enum(['online', 'away']);
export type Presence = z.infer<typeof presence>;

export const operator = z.object({
  id: z.string(),
  name: z.string(),
  /** http(s) link; customers' chat windows may show it */
  photo: z.string().optional(),
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

export const channel = z.object({
  id: z.string(),
  name: z.string(),
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
  name: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
  photo: z.string().optional(),
  /** page the customer writes from; plain text unless it is an http(s) address */
  url: z.string().optional(),
  invite: z.string().optional(),
  firstSeenAt: instant,
  /** merged with others: the customer whose card they share; name, phone and email are of that card */
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

/** Why a reply did not arrive, or what the integrator answered instead of "ok". */
export const deliveryError = z.object({
  kind: z.enum([
    /** nobody answered at that address: refused, unknown host, connection lost */
    'unreachable',
    /** no whole answer within the attempt */
    'timeout',
    /** the certificate or the TLS handshake was refused */
    'tls',
    /** an HTTP status other than 200; `status` says which */
    'status',
    /** the address answered with a redirect, which is never followed */
    'redirect',
    /** status 200, but a body that is not the agreed answer */
    'invalid_answer',
    /** the integrator answered with an error of its own: `code`, `message` */
    'refused',
    /** the channel was removed, or the address is no longer allowed, before the reply went out */
    'not_sent',
    /** Counterbell was stopped in the middle of the last attempt: it may have arrived */
    'interrupted',
  ]),
  status: z.number().int().optional(),
  /** theirs, or the system's */
  code: z.string().optional(),
  message: z.string().optional(),
  /** of `not_sent` */
  reason: phraseSchema.optional(),
});
export type DeliveryError = z.infer<typeof deliveryError>;

export const delivery = z.object({
  state: z.enum(['sending', 'delivered', 'failed']),
  /** attempts begun in this round; that one begins is told with how it ends */
  attempts: z.number().int(),
  /** the latest failure; on `sending` it is the integrator's own error, shown while attempts go on */
  error: deliveryError.optional(),
  deliveredAt: instant.optional(),
});
export type Delivery = z.infer<typeof delivery>;

/** Why a bot lost a chat to the operators' queue. */
export const handOverReason = z.enum([
  /** three attempts without success */
  'failed',
  /** it acknowledged, and then said nothing */
  'silent',
  'disabled',
  'removed',
  /** it no longer works on this channel */
  'detached',
  /** two bots have the same token, so neither works */
  'token_conflict',
  /** its token can no longer be read */
  'token_lost',
  /** it had asked for a person while nobody was online; now somebody is */
  'operator_online',
]);
export type HandOverReason = z.infer<typeof handOverReason>;

const rate = z.number().int().min(1).max(5);
const contactNames = z.array(z.enum(['name', 'phone', 'email']));
const botName = { botId: z.string(), botName: z.string() } as const;

/** What a system line reports. */
export const chatEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken'),
    operatorId: z.string(),
    operatorName: z.string(),
    fromOperatorName: z.string().optional(),
    fromBotName: z.string().optional(),
  }),
  /** an operator gave it to another */
  z.object({
    kind: z.literal('assigned'),
    operatorId: z.string(),
    operatorName: z.string(),
    toOperatorId: z.string(),
    toOperatorName: z.string(),
    fromOperatorId: z.string().optional(),
    fromOperatorName: z.string().optional(),
    fromBotId: z.string().optional(),
    fromBotName: z.string().optional(),
    fromAsked: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('unassigned'),
    operatorId: z.string(),
    operatorName: z.string(),
    toOperatorName: z.string(),
  }),
  /** who had the chat no longer works here, so it went back to the queue; without a name where it is not known any more */
  z.object({ kind: z.literal('operator_removed'), removedName: z.string().optional() }),
  z.object({ kind: z.literal('returned_to_bot'), operatorId: z.string(), operatorName: z.string(), ...botName }),
  /** the bot asked for a person; with nobody online it keeps the chat until somebody is */
  z.object({ kind: z.literal('asked_for_person'), operatorsOnline: z.boolean(), ...botName }),
  /** the bot lost the chat to the queue */
  z.object({ kind: z.literal('handed_over'), reason: handOverReason, error: deliveryError.optional(), ...botName }),
  z.object({ kind: z.literal('contacts_given'), fields: contactNames, ...botName }),
  z.object({
    kind: z.literal('rated'),
    rate,
    comment: z.string().optional(),
    /** replaces an earlier one */ again: z.boolean(),
  }),
  z.object({ kind: z.literal('closed'), operatorId: z.string(), operatorName: z.string() }),
  /** nobody had said anything for so many hours */
  z.object({ kind: z.literal('closed_by_silence'), hours: z.number().int() }),
  z.object({ kind: z.literal('reopened'), operatorId: z.string(), operatorName: z.string() }),
  z.object({ kind: z.literal('channel_removed'), channelName: z.string() }),
  /** their open chat is closed with it */
  z.object({ kind: z.literal('customer_blocked'), operatorId: z.string(), operatorName: z.string() }),
]);
export type ChatEvent = z.infer<typeof chatEvent>;

/** Why a bot's words did not go to the customer. */
export const heldBackReason = z.enum([
  /** an operator has the chat */
  'operator_has_it',
  /** another bot has the chat now */
  'other_bot_has_it',
  /** the bot lost the chat to the queue */
  'handed_over',
  'chat_closed',
  'bot_disabled',
  /** buttons without a text for channels that cannot show buttons */
  'no_plain_text',
  /** it asked for a rating on a page that only this computer could open */
  'not_reachable',
]);
export type HeldBackReason = z.infer<typeof heldBackReason>;

/** What a channel says by itself. */
export const automaticKind = z.enum(['greeting', 'away']);
export type AutomaticKind = z.infer<typeof automaticKind>;

/** What was said of a file or a place beside where it is. */
const described = {
  thumb: z.string().optional(),
  emoji: z.string().optional(),
  fileSize: z.number().optional(),
  fileName: z.string().optional(),
  duration: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  performer: z.string().optional(),
  title: z.string().optional(),
} as const;

/** What every message has. */
const written = {
  id: z.string(),
  chatId: z.string(),
  /** `message.id` as the integrator gave it; for the journal and support */
  externalId: z.string().optional(),
  /** of an operator's reply or note: what it was called when it was sent, and which of its messages this is, from 0 */
  clientId: z.string().optional(),
  part: z.number().int().optional(),
  /** operator who wrote it; the name as it was then */
  operatorId: z.string().optional(),
  /** bot that wrote it; its name is in `authorName` */
  botId: z.string().optional(),
  authorName: z.string().optional(),
  delivery: delivery.optional(),
  at: instant,
} as const;

/** Words of a person: to the other side, or a note. */
const words = z.object({
  ...written,
  type: z.literal('text'),
  from: z.enum(['customer', 'operator', 'note']),
  text: z.string(),
});
const botWords = z.object({
  ...written,
  type: z.literal('text'),
  from: z.literal('bot'),
  /** what the customer gets */
  text: z.string().optional(),
  /** what it meant to show */
  markdown: z.string().optional(),
  title: z.string().optional(),
  buttons: z.array(botButton).optional(),
  /** why the customer did not get this */
  heldBack: heldBackReason.optional(),
});
/** Words that the customer got from the channel itself, whose name is in `authorName`. */
const automaticWords = z.object({
  ...written,
  type: z.literal('text'),
  from: z.literal('system'),
  text: z.string(),
  automatic: automaticKind,
});
/** A line that says what happened. */
const systemLine = z.object({
  ...written,
  type: z.literal('text'),
  from: z.literal('system'),
  event: chatEvent,
  /** `event` in English: for programs alone, at the exits */
  text: z.string().optional(),
});
/** A picture, film, sound or file; `text` is its caption. */
const fileMessage = z.object({
  ...written,
  ...described,
  type: z.enum(MEDIA_TYPES),
  from: z.enum(['customer', 'operator']),
  file: z.string(),
  text: z.string().optional(),
});
const placeMessage = z.object({
  ...written,
  ...described,
  type: z.literal('location'),
  from: z.enum(['customer', 'operator']),
  latitude: z.number(),
  longitude: z.number(),
  text: z.string().optional(),
});

/** Messages by who wrote them and what they are. */
export const messageKinds = [words, botWords, automaticWords, systemLine, fileMessage, placeMessage] as const;

/** Each kind may be asked for what only others have: there it has none. */
type OneOf<Kind, Key extends PropertyKey = Kind extends unknown ? keyof Kind : never> = Kind extends unknown
  ? Kind & { readonly [K in Exclude<Key, keyof Kind>]?: undefined }
  : never;

export type Message = OneOf<z.infer<(typeof messageKinds)[number]>>;
export type SystemLine = Extract<Message, { event: ChatEvent }>;

export const message: z.ZodType<Message> = z.union(messageKinds);

/** What a message carries besides its words, as it is stored. */
export const messageFields = z
  .object({ ...described, file: z.string(), latitude: z.number(), longitude: z.number(), automatic: automaticKind })
  .extend(botWords.pick({ markdown: true, buttons: true }).shape)
  .partial();
export type MessageFields = z.infer<typeof messageFields>;

/** The beginning of a message's words, or what it is called. */
const lastMessage = z.object({
  id: z.string(),
  from: author,
  type: contentType,
  text: z.string().optional(),
  title: z.string().optional(),
  emoji: z.string().optional(),
  fileName: z.string().optional(),
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
