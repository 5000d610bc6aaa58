import { findKind, kinds, type FieldsOf, type KindFields } from './kinds/kinds.ts';
import type { Kind } from './kinds/kind.ts';
import { z } from 'zod';
import { clientFields, storedButton, type ClientInfo } from '#shared/protocol/bot-provider.ts';
import { shortened } from './graphemes.ts';
import { instant, rate, type LastMessage } from './entities.ts';
import { storedPhrase } from './phrase.ts';

/** Reason why a reply was not delivered, or what the integration answered instead of "ok". */
export const deliveryError = z.object({
  kind: z.enum([
    /** no connection to that address: refused, unknown host, connection lost */
    'unreachable',
    /** no complete response within the attempt */
    'timeout',
    /** the certificate or TLS handshake was rejected */
    'tls',
    /** an HTTP status other than 200, in `status` */
    'status',
    /** a redirect, which is never followed */
    'redirect',
    /** status 200, but an unexpected body */
    'invalid_answer',
    /** the integration's own error: `code`, `message` */
    'refused',
    /** the channel was removed, or the address disallowed, before the reply was sent */
    'not_sent',
    /** Counterbell stopped during the last attempt: it may have arrived */
    'interrupted',
  ]),
  status: z.int().optional(),
  /** the other side's, or the system's */
  code: z.string().optional(),
  message: z.string().optional(),
  /** of `not_sent` */
  reason: storedPhrase.optional(),
});
export type DeliveryError = z.infer<typeof deliveryError>;

export const delivery = z.object({
  state: z.enum(['sending', 'delivered', 'failed']),
  /** attempts begun in this round; a new one is reported with its result */
  attempts: z.int(),
  /** the latest failure; while `sending`, the integration's own error */
  error: deliveryError.optional(),
  deliveredAt: instant.optional(),
  /** time at which it was on the customer's screen, on channels that report it */
  seenAt: instant.optional(),
  /** it failed, and an operator dismissed it */
  dismissed: z.literal(true).optional(),
  /** it goes by mail to this address; `at`: when the mail server took it */
  mail: z.object({ to: z.string(), at: instant.optional() }).optional(),
});
export type Delivery = z.infer<typeof delivery>;

/** Reason why a bot lost a chat to the operators. */
export const handOverReason = z.enum([
  /** three failed attempts */
  'failed',
  /** it acknowledged, then stayed silent */
  'silent',
  'disabled',
  'removed',
  /** it no longer works on this channel */
  'detached',
  /** two bots share a token, so neither works */
  'token_conflict',
  /** its token can't be read any more */
  'token_lost',
  /** it had asked for a person while nobody was online; now someone is */
  'operator_online',
]);
export type HandOverReason = z.infer<typeof handOverReason>;

const contactNames = z.array(z.enum(Object.keys(clientFields) as (keyof ClientInfo)[]));
const botName = { botId: z.string(), botName: z.string() } as const;

const byOperator = { operatorId: z.string(), operatorName: z.string() } as const;

const event = <const Name extends string, Fields extends z.ZodRawShape>(kind: Name, fields: Fields) =>
  z.object({ kind: z.literal(kind), ...fields });

/** Event reported by a system line. */
export const chatEvent = z.discriminatedUnion('kind', [
  event('taken', {
    ...byOperator,
    fromOperatorId: z.string().optional(),
    fromOperatorName: z.string().optional(),
    fromBotName: z.string().optional(),
  }),
  /** an operator wrote first */
  event('begun', byOperator),
  /** assigned to another operator */
  event('assigned', {
    ...byOperator,
    toOperatorId: z.string(),
    toOperatorName: z.string(),
    fromOperatorId: z.string().optional(),
    fromOperatorName: z.string().optional(),
    fromBotId: z.string().optional(),
    fromBotName: z.string().optional(),
    fromAsked: z.literal(true).optional(),
  }),
  event('unassigned', { ...byOperator, toOperatorId: z.string().optional(), toOperatorName: z.string() }),
  /** its operator was removed, from the channel or altogether, so it returned to Waiting; without a name if unknown */
  event('operator_removed', { removedName: z.string().optional(), ofChannel: z.literal(true).optional() }),
  event('returned_to_bot', { ...byOperator, ...botName }),
  /** the bot asked for a person; while nobody is online it keeps the chat */
  event('asked_for_person', { operatorsOnline: z.boolean(), ...botName }),
  /** the bot lost the chat, which joined Waiting */
  event('handed_over', { reason: handOverReason, error: deliveryError.optional(), ...botName }),
  event('contacts_given', { fields: contactNames, ...botName }),
  /** `again`: replaces an earlier one */
  /** their mailbox answered by itself, as while they are on holiday */
  event('answered_automatically', { text: z.string() }),
  /** to what the shop asked for before the first message, as it was shown */
  event('consented', { text: z.string(), link: z.string().optional() }),
  event('rated', { rate, comment: z.string().optional(), again: z.boolean() }),
  event('closed', byOperator),
  /** by the customer, on channels where they can */
  event('ended_by_customer', {}),
  /** closed after so many hours without a message */
  event('closed_by_silence', { hours: z.int() }),
  event('reopened', byOperator),
  /** an undelivered reply that would otherwise have gone unseen */
  event('reopened_by_failure', {}),
  /** snoozed until then, or without a time until the customer writes */
  event('snoozed', { ...byOperator, until: instant.optional() }),
  event('unsnoozed', byOperator),
  event('snooze_over', {}),
  /** because of a scheduled reply */
  event('reopened_by_schedule', {}),
  /** a scheduled reply is late because the host was off at its time */
  event('sent_late', { sendAt: instant }),
  event('channel_removed', { channelName: z.string() }),
  /** stored by another version, and unreadable for this one */
  event('unknown', {}),
  /** their open chat is closed as well */
  event('customer_blocked', byOperator),
]);
export type ChatEvent = z.infer<typeof chatEvent>;

/** Reason why a bot's message was not sent to the customer. */
export const heldBackReason = z.enum([
  'operator_has_it',
  /** another bot has the chat now */
  'other_bot_has_it',
  /** the bot lost the chat, which joined Waiting */
  'handed_over',
  'chat_closed',
  'bot_disabled',
  /** buttons without a text for channels that cannot show buttons */
  'no_plain_text',
  /** it asked for a rating on a page that only this computer could open */
  'not_reachable',
  /** a reason stored by another version, unreadable for this one */
  'unknown',
]);
export type HeldBackReason = z.infer<typeof heldBackReason>;

/** Fields of every message. */
const commonFields = {
  id: z.string(),
  chatId: z.string(),
  /** `message.id` of the integration; for the journal and support */
  externalId: z.string().optional(),
  /** of an operator's reply or note: its id when it was sent, and the index of this message in it */
  clientId: z.string().optional(),
  part: z.int().optional(),
  /** the operator who wrote it; their name at the time */
  operatorId: z.string().optional(),
  /** the bot that wrote it; its name is in `authorName` */
  botId: z.string().optional(),
  authorName: z.string().optional(),
  delivery: delivery.optional(),
  at: instant,
} as const;

/** The mail that a customer's message came with. */
export const mailOfMessage = z.object({
  id: z.string(),
  /** who wrote it, as the mail says: nothing proves it */
  from: z.string(),
  subject: z.string().optional(),
  /** there is more of it, such as what it quotes: `mails.whole` tells */
  hasMore: z.literal(true).optional(),
  /** what of it cannot be shown here */
  notes: z.array(z.enum(['encrypted', 'tooLarge', 'calendar', 'damaged'])).optional(),
});

/** Text of a person: to the other side, or a note. */
const plainMessage = z.object({
  ...commonFields,
  type: z.literal('text'),
  from: z.enum(['customer', 'operator', 'note']),
  text: z.string(),
  /** of an edited note: time of the last edit */
  editedAt: instant.optional(),
  /** of a note: the colleagues it calls, by their name at the time */
  mentions: z.array(z.object({ operatorId: z.string(), name: z.string() })).optional(),
  mail: mailOfMessage.optional(),
  /** the bot's button that the customer pressed */
  pressed: storedButton.pick({ isNumber: true }).extend({ botId: z.string(), id: z.string() }).optional(),
});
const botMessage = z.object({
  ...commonFields,
  type: z.literal('text'),
  from: z.literal('bot'),
  /** text that the customer receives */
  text: z.string().optional(),
  /** buttons it meant to show */
  markdown: z.string().optional(),
  title: z.string().optional(),
  buttons: z.array(storedButton).optional(),
  /** reason why the customer didn't receive it */
  heldBack: heldBackReason.optional(),
});
/** An automatic message from the channel, whose name is in `authorName`. */
const automaticMessage = z.object({
  ...commonFields,
  type: z.literal('text'),
  from: z.literal('system'),
  text: z.string(),
  automatic: z.literal('away'),
});
/** A system line. */
const systemLine = z.object({
  ...commonFields,
  type: z.literal('text'),
  from: z.literal('system'),
  event: chatEvent,
  /** `event` in English: added only in output for programs */
  text: z.string().optional(),
});
/** A picture, file or place: the fields of its kind, and a caption. */
const mediaKinds = (kinds as readonly Kind[])
  .filter(({ types }) => types[0] !== 'text')
  .map(({ types, fields }) =>
    z.object({
      ...commonFields,
      ...fields,
      type: z.enum(types),
      from: z.enum(['customer', 'operator']),
      text: z.string().optional(),
    }),
  );
type MediaMessage<One> = One extends { readonly types: readonly (infer Type)[] }
  ? 'text' extends Type
    ? never
    : FieldsOf<One> &
        z.infer<z.ZodObject<typeof commonFields>> & {
          type: Type;
          from: 'customer' | 'operator';
          text?: string | undefined;
        }
  : never;

/** Messages by author and content. */
const textKinds = [plainMessage, botMessage, automaticMessage, systemLine] as const;
export const messageKinds: readonly z.ZodObject[] = [...textKinds, ...mediaKinds];

/** Every kind may be asked for the fields of others: they are absent. */
type OneOf<Shape, Key extends PropertyKey = Shape extends unknown ? keyof Shape : never> = Shape extends unknown
  ? Shape & { readonly [K in Exclude<Key, keyof Shape>]?: undefined }
  : never;

export type Message = OneOf<z.infer<(typeof textKinds)[number]> | MediaMessage<(typeof kinds)[number]>>;
export type SystemLine = Extract<Message, { event: ChatEvent }>;

export const message: z.ZodType<Message> = z.union(messageKinds) as unknown as z.ZodType<Message>;

/** Content of a message besides its text, as stored. */
export type MessageFields = KindFields &
  Partial<
    Pick<z.infer<typeof plainMessage>, 'editedAt' | 'mentions' | 'pressed' | 'mail'> &
      Pick<z.infer<typeof automaticMessage>, 'automatic'> &
      Pick<z.infer<typeof botMessage>, 'markdown' | 'buttons'>
  >;

/** Signs of the preview in a list row. */
const EXCERPT_LENGTH = 160;

/** Excerpt of a chat's last message for a list row: `length` characters of its text, or its name. */
export function excerpt(last: MessageFields & LastMessage, length = EXCERPT_LENGTH): LastMessage {
  const { id, from, type, text, title, at } = last;
  const kind = findKind(type);
  // Stored by another version.
  if (kind === undefined) return { id, from, type: 'text', at };
  const shownText = type === 'text' ? (text ?? title) : kind.label(last);
  return { id, from, type, text: shownText === '' ? undefined : shownText && shortened(shownText, length), at };
}
