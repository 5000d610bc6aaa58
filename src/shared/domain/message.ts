import { findKind, kinds, type FieldsOf, type KindFields } from './kinds/kinds.ts';
import type { Kind } from './kinds/kind.ts';
import { z } from 'zod';
import { botButton, clientFields, type ClientInfo } from '#shared/protocol/bot-provider.ts';
import { instant, rate, type LastMessage } from './entities.ts';
import { storedPhrase } from './phrase.ts';

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
  reason: storedPhrase.optional(),
});
export type DeliveryError = z.infer<typeof deliveryError>;

export const delivery = z.object({
  state: z.enum(['sending', 'delivered', 'failed']),
  /** attempts begun in this round; that one begins is told with how it ends */
  attempts: z.number().int(),
  /** the latest failure; on `sending` it is the integrator's own error, shown while attempts go on */
  error: deliveryError.optional(),
  deliveredAt: instant.optional(),
  /** it failed, and an operator left it at that */
  dismissed: z.literal(true).optional(),
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

const contactNames = z.array(z.enum(Object.keys(clientFields) as (keyof ClientInfo)[]));
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
  /** an operator wrote first */
  z.object({ kind: z.literal('begun'), operatorId: z.string(), operatorName: z.string() }),
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
  /** a reply in it was not delivered, and nobody would have seen that */
  z.object({ kind: z.literal('reopened_by_failure') }),
  /** put aside until then, or without a time until its customer writes */
  z.object({
    kind: z.literal('snoozed'),
    operatorId: z.string(),
    operatorName: z.string(),
    until: instant.optional(),
  }),
  z.object({ kind: z.literal('unsnoozed'), operatorId: z.string(), operatorName: z.string() }),
  /** the time came until which it was put aside */
  z.object({ kind: z.literal('snooze_over') }),
  /** for a reply that was scheduled */
  z.object({ kind: z.literal('reopened_by_schedule') }),
  /** a scheduled reply goes out only now, because the host was off at its time */
  z.object({ kind: z.literal('sent_late'), sendAt: instant }),
  z.object({ kind: z.literal('channel_removed'), channelName: z.string() }),
  /** what another version stored, and this one cannot read */
  z.object({ kind: z.literal('unknown') }),
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
  /** for a reason that another version stored, and this one cannot read */
  'unknown',
]);
export type HeldBackReason = z.infer<typeof heldBackReason>;

/** What a channel says by itself. */
export const automaticKind = z.enum(['greeting', 'away']);
export type AutomaticKind = z.infer<typeof automaticKind>;

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
  /** of a note whose words were changed: when they last were */
  editedAt: instant.optional(),
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
/** A picture, a file, a place: what a kind of its own says, and a caption. */
const shown = (kinds as readonly Kind[])
  .filter(({ types }) => types[0] !== 'text')
  .map(({ types, fields }) =>
    z.object({
      ...written,
      ...fields,
      type: z.enum(types),
      from: z.enum(['customer', 'operator']),
      text: z.string().optional(),
    }),
  );
type ShownOf<One> = One extends { readonly types: readonly (infer Type)[] }
  ? 'text' extends Type
    ? never
    : FieldsOf<One> &
        z.infer<z.ZodObject<typeof written>> & { type: Type; from: 'customer' | 'operator'; text?: string | undefined }
  : never;

/** Messages by who wrote them and what they are. */
const spoken = [words, botWords, automaticWords, systemLine] as const;
export const messageKinds: readonly z.ZodObject[] = [...spoken, ...shown];

/** Each kind may be asked for what only others have: there it has none. */
type OneOf<Shape, Key extends PropertyKey = Shape extends unknown ? keyof Shape : never> = Shape extends unknown
  ? Shape & { readonly [K in Exclude<Key, keyof Shape>]?: undefined }
  : never;

export type Message = OneOf<z.infer<(typeof spoken)[number]> | ShownOf<(typeof kinds)[number]>>;
export type SystemLine = Extract<Message, { event: ChatEvent }>;

export const message: z.ZodType<Message> = z.union(messageKinds) as unknown as z.ZodType<Message>;

/** What a message carries besides its words, as it is stored. */
export type MessageFields = KindFields &
  Partial<
    Pick<z.infer<typeof words>, 'editedAt'> &
      Pick<z.infer<typeof automaticWords>, 'automatic'> &
      Pick<z.infer<typeof botWords>, 'markdown' | 'buttons'>
  >;

/** How much of the last words a list row carries, in UTF-16 units. */
const EXCERPT = 160;

/** What a list row shows of a chat's last message: its words, `length` characters of them, or what it is called. */
export function excerpt(last: MessageFields & LastMessage, length = EXCERPT): LastMessage {
  const { id, from, type, text, title, at } = last;
  const kind = findKind(type);
  // Of another version.
  if (kind === undefined) return { id, from, type: 'text', at };
  const said = type === 'text' ? (text ?? title) : kind.label(last);
  return { id, from, type, text: said === '' ? undefined : said?.slice(0, length), at };
}
