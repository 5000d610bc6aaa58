import { z } from 'zod';
import type { ContentType } from '#shared/domain/kinds/kinds.ts';
import { SENDER_FIELDS } from '#shared/domain/contact-fields.ts';
import {
  CLOCK_STEP,
  customerWrote,
  openedByCustomer,
  REPEAT_WINDOW,
  type Ownership,
} from '#shared/domain/chat-rules.ts';
import type { Consent } from '#shared/domain/site-texts.ts';
import { externalKey } from '#shared/domain/entities.ts';
import { excerpt, type Message, type MessageFields } from '#shared/domain/message.ts';
import type { SaidByWebsite } from '#shared/contract/contacts.ts';
import type { SenderFields } from '#shared/protocol/chat-channel.ts';
import { type Connection, together, type WritingConnection } from '../connection.ts';
import type { NewChatLimit } from '../new-chats.ts';
import { type ChatRow, CUSTOMER_COLUMNS, type CustomerRow, JOIN_CARD, toChat } from '../rows.ts';
import { type AutomaticMessage, addAutomaticMessage } from './automatic-messages.ts';
import {
  capabilitiesOf,
  type FoundRow,
  insertMessage,
  insertSystemLine,
  recordBotHolds,
  ownershipOf,
  WORKING_BOTS,
} from '../chats/chat-change.ts';
import { enqueueClientMessage, readOrigin } from '../bots/bot-events.ts';
import { sql, type Sql } from '../sql.ts';
import { required } from '#shared/contract/errors.ts';
import { stillFilledByBot } from '../customers/contacts.ts';
import { withNameKey } from '../customers/name-key.ts';
import { type FileToHost, hostFiles } from '../media/hosted-files.ts';
import { type Change, command } from '../command.ts';
import type { Circumstances } from '../thread.ts';

export interface ReceivedMessage {
  readonly channelId: string;
  /** `sender.id` as JSON text */
  readonly externalId: string;
  readonly sender: SenderFields;
  /** fields of it that are the integrator's word, with a signature, and not the customer's */
  readonly proven?: Partial<SenderFields> | undefined;
  /** fields of its own that the website says, with or without a signature; undefined: it says nothing of them */
  readonly website?: SaidByWebsite | undefined;
  /** what they have agreed to before this message, their first */
  readonly consent?: Consent | undefined;
  readonly type: ContentType;
  /** one message each; for types other than text, the first is the caption or empty */
  readonly texts: readonly (string | undefined)[];
  readonly fields: MessageFields;
  /** the bot's button that the customer pressed, if that is so and has this text */
  readonly pressed?: { readonly message: string; readonly index: number } | undefined;
  /** of a message whose file is kept here; its links are in `fields` */
  readonly files?: readonly FileToHost[] | undefined;
  readonly messageExternalId: string | undefined;
  /** of channel, customer and the whole message; undefined: has no id, so it is never a repeat */
  readonly digest: string | undefined;
  /** when it was written (wall clock), if not now */
  readonly at?: number | undefined;
  /** undefined: unlimited */
  readonly newChats?: NewChatLimit | undefined;
  /** the channel's away message for a customer who writes now */
  readonly automatic?: AutomaticMessage | undefined;
}

export type Received =
  | { readonly outcome: 'repeat' }
  /** the channel was removed meanwhile */
  | { readonly outcome: 'no_channel' }
  /** only counted */
  | { readonly outcome: 'blocked' }
  /** it would exceed the channel's limit of new chats; `wait` in milliseconds */
  | { readonly outcome: 'too_many_chats'; readonly wait: number }
  | { readonly outcome: 'stored'; readonly chatId: string; readonly messageIds: readonly string[] };

export const receivingCommands = {
  /** stores a customer's message, unless they are blocked, it is a repeat, or it exceeds the limit of new chats */
  'messages.receive': command({
    for: 'engine',
    input: z.custom<ReceivedMessage>(),
    scope: ({ channelId, externalId }) => `${channelId} ${externalKey(externalId)}`,
    run: receiveMessage,
  }),
} as const;

/** Within a transaction: see `messages.receive`. */
export async function receiveMessage(
  db: WritingConnection,
  received: ReceivedMessage,
  { at: now, staffedChannels }: Circumstances,
): Promise<Change<Received>> {
  const { digest, at = now, newChats, channelId, texts } = received;
  const found = await findCustomer(db, received, at);
  const known = isKnown(found) ? found : undefined;
  if (known?.blockedAt !== undefined) {
    await countBlocked(db, known.customerId, at);
    return { answer: { outcome: 'blocked' }, touched: ['blocked'] };
  }
  if (found?.isRepeat === 1) return { answer: { outcome: 'repeat' } };
  // A channel's chats are closed with it, so only a new one could be on a removed channel.
  const isNew = known?.id === undefined;
  if (isNew && found?.isChannel !== 1) return { answer: { outcome: 'no_channel' } };
  if (isNew && newChats !== undefined) {
    const wait = await db.newChats.take(channelId, newChats);
    if (wait > 0) return { answer: { outcome: 'too_many_chats', wait } };
  }
  const bot = found?.workingBotId;
  const ownership = isNew ? openedByCustomer(at, bot) : customerWrote(ownershipOf(known as FoundRow), at);
  const news = known && newsOf(known, received);
  const [, , pressed, stored] = await together([
    known === undefined
      ? insertCustomer(db, received, at)
      : news && db.update('customers', { id: known.customerId }, news),
    isNew && insertChat(db, customerOf(received), channelId, ownership, at),
    known && (received.pressed || ownership.state === 'bot') && chosenButton(db, known, received),
    isNew || news !== undefined ? findCustomer(db, received, at) : known,
  ]);
  const row = stored as KnownRow & FoundRow & ChatRow;
  const { id: chatId, customerId } = row;
  const { waitingSince } = ownership;
  const opened = toChat({ ...row, waitingSince, unanswered: row.unanswered + texts.length, lastActivityAt: at });
  const { consent } = received;
  const agreed = consent && (await insertSystemLine(db, chatId, { kind: 'consented', ...consent }, at));
  const add = async (text: string | undefined, part: number): Promise<Message> => {
    const message = await insertMessage(db, {
      chatId,
      from: 'customer',
      // Text too long for a caption follows it.
      type: part === 0 ? received.type : 'text',
      text,
      fields: part === 0 ? { ...received.fields, ...(pressed && { pressed }) } : {},
      externalId: received.messageExternalId,
      digest: part === 0 ? digest : undefined,
      at,
    });
    if (part === 0 && received.files !== undefined) await hostFiles(db, message, received.files);
    return message;
  };
  const botId = ownership.state === 'bot' ? bot : undefined;
  const { automatic } = received;
  const context = { chat: opened, ownership, toldAway: row.toldAway === 1, at };
  const [messages, , , automaticReply, origin] = await together([
    together(texts.map(add)),
    db.run`
      UPDATE chats SET unanswered = ${opened.unanswered}, waiting_since = ${waitingSince}, last_activity_at = ${at},
        last_message_id = (SELECT max(id) FROM messages WHERE chat_id = ${chatId}), snoozed_by = NULL, snoozed_until = NULL
      WHERE id = ${chatId}`,
    isNew && recordBotHolds(db, chatId, ownership),
    automatic && addAutomaticMessage(db, { automatic, ...context }),
    botId !== undefined && readOrigin(db, channelId, staffedChannels.includes(channelId)),
  ]);
  const last = messages.at(-1);
  const chat = { ...opened, lastMessage: last && excerpt(last) };
  const target = { botId: botId ?? '', chatId, customerId, at };
  const events = origin
    ? messages.map((message) => enqueueClientMessage(db, target, chat.customer, message, origin))
    : [];
  const added = [...(agreed ? [agreed] : []), ...messages, ...(automaticReply?.messages ?? [])];
  return {
    answer: { outcome: 'stored', chatId, messageIds: messages.map(({ id }) => id) },
    happened: [
      ...added.map((message) => ({ name: 'message.added', data: { message, chat } }) as const),
      ...(news === undefined ? [] : [{ name: 'customer.changed', data: { customer: chat.customer } } as const]),
    ],
    // With what the website says of them.
    touched: news === undefined || received.website === undefined ? [] : ['contacts'],
    events: await together(events),
    sending: automaticReply?.sending ?? [],
  };
}

/** A bot's messages among which the buttons are looked for that a customer may have answered. */
const OFFERS = 10;

/** The button that the customer pressed in a bot's message; or, where their app can't say, the last one offered with this text. */
async function chosenButton(db: Connection, { customerId, id: chatId }: KnownRow, received: ReceivedMessage) {
  const { pressed, texts, channelId } = received;
  if (pressed === undefined && (await capabilitiesOf(db, channelId)).botMessages) return undefined;
  const messages = await db.all<{ botId: string; fields?: MessageFields }>`
    SELECT messages.bot_id, messages.fields FROM messages JOIN chats ON chats.id = messages.chat_id
    WHERE ${pressed === undefined ? sql`messages.chat_id = ${chatId}` : sql`messages.id = ${pressed.message}`}
      AND author = 'bot' AND held_back IS NULL AND chats.customer_id = ${customerId}
    ORDER BY messages.id DESC LIMIT ${OFFERS}`;
  const message = messages.find(({ fields }) => fields?.buttons !== undefined);
  const hasText = ({ text }: { readonly text: string }): boolean =>
    text.trim().toLowerCase() === texts[0]?.trim().toLowerCase();
  const buttons = message?.fields?.buttons ?? [];
  const button = buttons.filter((_button, index) => pressed === undefined || pressed.index === index).find(hasText);
  if (message === undefined || button?.id === undefined) return undefined;
  const { id, isNumber } = button;
  return { botId: message.botId, id, isNumber };
}

/** A customer with their open chat. */
type KnownRow = CustomerRow &
  Partial<Omit<ChatRow & FoundRow, keyof CustomerRow>> & {
    readonly given: string;
    readonly filledByBot: string;
    readonly toldAway?: number;
  };

/** What there is where a message came from. */
interface Found {
  readonly isChannel: number;
  /** an equal message was accepted in the window; one that seems to come from the future is none */
  readonly isRepeat: number;
  /** the bot that works and has the open chat, or gets a new one */
  readonly workingBotId?: string;
}

function isKnown(found: Found | undefined): found is Found & KnownRow {
  return found !== undefined && 'customerId' in found;
}

/** In one statement, as it is asked for every message. undefined: there never was such a channel */
function findCustomer(db: Connection, { channelId, externalId, digest }: ReceivedMessage, at: number) {
  return db.get<Found | (Found & KnownRow)>`
    SELECT channels.id AS channel_id, customers.given, customers.filled_by_bot, ${CUSTOMER_COLUMNS}, chats.tags,
      chats.id, chats.state, chats.operator_id, chats.bot_id, chats.asked, chats.bot_may_speak, chats.rating, chats.unanswered, chats.seen, chats.waiting_since, chats.failed, chats.pinned, chats.opened_at, chats.told_away,
      channels.removed_at IS NULL AS is_channel,
      EXISTS (SELECT 1 FROM messages WHERE digest = ${digest}
        AND messages.at > ${at - REPEAT_WINDOW} AND messages.at <= ${at + CLOCK_STEP}) AS is_repeat,
      CASE WHEN chats.id IS NULL OR chats.state = 'bot' THEN (
        SELECT bots.id FROM ${WORKING_BOTS} AND channel_id = channels.id AND (chats.id IS NULL OR bots.id = chats.bot_id)
        ORDER BY bots.sort_order, bots.id LIMIT 1) END AS working_bot_id
    FROM channels
    LEFT JOIN customers ON customers.channel_id = channels.id AND customers.external_key = ${externalKey(externalId)}
    ${JOIN_CARD} LEFT JOIN chats ON chats.customer_id = customers.id AND chats.state <> 'closed'
    WHERE channels.id = ${channelId}`;
}

/** The id of the customer, who may have been stored just now. */
function customerOf({ channelId, externalId }: ReceivedMessage): Sql {
  return sql`(SELECT id FROM customers WHERE channel_id = ${channelId} AND external_key = ${externalKey(externalId)})`;
}

async function countBlocked(db: Connection, customerId: string, at: number): Promise<void> {
  await db.run`
    UPDATE customers SET blocked_count = blocked_count + 1, blocked_last_at = ${at} WHERE id = ${customerId}`;
}

async function insertCustomer(db: Connection, received: ReceivedMessage, firstSeenAt: number) {
  const { channelId, externalId, sender, proven, website } = received;
  const columns = Object.fromEntries(SENDER_FIELDS.map((field) => [field, sender[field]]));
  const given = { ...sender, proven, website };
  await db.insert('customers', { channelId, externalId, ...withNameKey(columns), given, firstSeenAt });
}

/** Only changed data counts, so that the next message does not undo an operator's corrections. undefined: there is none */
function newsOf(known: KnownRow, { externalId, sender, proven, website }: ReceivedMessage): object | undefined {
  const form = known.externalId === externalId ? undefined : { externalId };
  if (JSON.stringify({ ...sender, proven, website }) === known.given) return form;
  const given = JSON.parse(known.given) as SenderFields & Pick<ReceivedMessage, 'proven' | 'website'>;
  const news = SENDER_FIELDS.filter((field) => sender[field] !== undefined && sender[field] !== given[field]);
  const isProof = proven !== undefined && JSON.stringify(proven) !== JSON.stringify(given.proven);
  const isSaid = website !== undefined && JSON.stringify(website) !== JSON.stringify(given.website);
  if (news.length === 0 && !isProof && !isSaid) return form;
  const change = Object.fromEntries(news.map((field) => [field, sender[field]]));
  const now = { ...given, ...change, ...(isProof && { proven }), ...(isSaid && { website }) };
  const filledByBot = stillFilledByBot(known.filledByBot, news);
  return { ...form, ...withNameKey(change), given: now, filledByBot };
}

/** Creates a chat without messages; returns its id. */
export async function insertChat(
  db: Connection,
  customer: Sql,
  channelId: string,
  { state, operatorId, botId }: Ownership,
  at: number,
): Promise<string> {
  const chatId = await db.value<string>`
    INSERT INTO chats (customer_id, channel_id, state, operator_id, bot_id, opened_at, last_activity_at)
    VALUES (${customer}, ${channelId}, ${state}, ${operatorId}, ${botId}, ${at}, ${at}) RETURNING id`;
  return required(chatId, 'chat');
}
