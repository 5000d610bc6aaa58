import { z } from 'zod';
import { CONTENT_TYPES } from '#shared/protocol/chat-channel.ts';

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
  /** what customers are told: `presence`, and away where the operator's windows have been gone for a minute */
  available: z.boolean(),
});
export type Operator = z.infer<typeof operator>;

export const framing = z.enum(['length', 'chunked']);

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
});
export type Customer = z.infer<typeof customer>;

/** Who has a chat: `waiting` is nobody yet, `active` an operator. */
export const chatState = z.enum(['waiting', 'active', 'closed']);
export type ChatState = z.infer<typeof chatState>;

export const author = z.enum(['customer', 'operator', 'bot', 'system']);

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
  code: z.string().optional(),
  message: z.string().optional(),
});
export type DeliveryError = z.infer<typeof deliveryError>;

export const delivery = z.object({
  state: z.enum(['sending', 'delivered', 'failed']),
  /** attempts begun in this round */
  attempts: z.number().int(),
  /** the latest failure; on `sending` it is the integrator's own error, shown while attempts go on */
  error: deliveryError.optional(),
  deliveredAt: instant.optional(),
});
export type Delivery = z.infer<typeof delivery>;

/** What a system line reports. */
export const chatEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken'), operatorId: z.string(), operatorName: z.string(), fromOperatorName: z.string().optional() }),
  z.object({ kind: z.literal('closed'), operatorId: z.string(), operatorName: z.string() }),
  z.object({ kind: z.literal('reopened'), operatorId: z.string(), operatorName: z.string() }),
  z.object({ kind: z.literal('channel_removed'), channelName: z.string() }),
]);
export type ChatEvent = z.infer<typeof chatEvent>;

export const message = z.object({
  id: z.string(),
  chatId: z.string(),
  from: author,
  type: contentType,
  /** the words; of media the caption; of a system line the same in plain English */
  text: z.string().optional(),
  file: z.string().optional(),
  thumb: z.string().optional(),
  emoji: z.string().optional(),
  file_size: z.number().optional(),
  file_name: z.string().optional(),
  duration: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  performer: z.string().optional(),
  title: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  /** `message.id` as the integrator gave it, or the `clientId` of a reply; for the journal and support */
  externalId: z.string().optional(),
  /** operator who wrote it; the name as it was then */
  operatorId: z.string().optional(),
  authorName: z.string().optional(),
  /** of a system line: what happened */
  event: chatEvent.optional(),
  delivery: delivery.optional(),
  at: instant,
});
export type Message = z.infer<typeof message>;

export const chat = z.object({
  /** the protocol's chat_id: a decimal string, unique in the installation */
  id: z.string(),
  state: chatState,
  channelId: z.string(),
  customer,
  /** who has it, while active; who had it, when closed */
  operatorId: z.string().optional(),
  /** customer messages since an operator last looked */
  unread: z.number().int(),
  /** when the customer's first unanswered message came */
  waitingSince: instant.optional(),
  /** a reply of this chat stands as failed */
  hasFailed: z.boolean(),
  openedAt: instant,
  lastActivityAt: instant,
  closedAt: instant.optional(),
  lastMessage: message.pick({ id: true, from: true, type: true, text: true, at: true, emoji: true, file_name: true }).optional(),
});
export type Chat = z.infer<typeof chat>;

export const journalEntry = z.object({
  id: z.string(),
  at: instant,
  /** `in`: somebody asked the listener; `out`: we asked an endpoint */
  direction: z.enum(['in', 'out']),
  channelId: z.string().optional(),
  chatId: z.string().optional(),
  messageId: z.string().optional(),
  /** status, message, typing, reply */
  kind: z.string(),
  /** HTTP status, where there was an answer */
  status: z.number().int().optional(),
  outcome: z.enum(['accepted', 'repeat', 'refused', 'delivered', 'failed']),
  /** what was wrong, dropped or cut, in words */
  notes: z.array(z.string()),
  /** milliseconds */
  took: z.number(),
  /** body bytes */
  size: z.number().int(),
});
export type JournalEntry = z.infer<typeof journalEntry>;
