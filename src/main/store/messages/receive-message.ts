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
import { externalKey, type Chat } from '#shared/domain/entities.ts';
import { excerpt, type Message, type MessageFields } from '#shared/domain/message.ts';
import type { SenderFields } from '#shared/protocol/chat-channel.ts';
import type { Connection, WritingConnection } from '../connection.ts';
import type { NewChatLimit } from '../new-chats.ts';
import { type ChatRow, CUSTOMER_COLUMNS, type CustomerRow, JOIN_CARD, toChat } from '../rows.ts';
import { type AutomaticMessage, addAutomaticMessage } from './automatic-messages.ts';
import {
  NOT_SNOOZED,
  type FoundRow,
  insertMessage,
  isChannel,
  recordBotHolds,
  ownershipOf,
  workingBots,
} from '../chats/chat-change.ts';
import { enqueueClientMessage } from '../bots/bot-events.ts';
import { clearFilledByBot } from '../customers/contacts.ts';
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
  'messages.receive': command({ for: 'engine', input: z.custom<ReceivedMessage>(), run: receiveMessage }),
} as const;

async function receiveMessage(
  db: WritingConnection,
  received: ReceivedMessage,
  { at: now, staffedChannels }: Circumstances,
): Promise<Change<Received>> {
  const { digest, at = now, newChats, channelId } = received;
  const known = await findCustomer(db, received);
  if (known?.blockedAt !== undefined) {
    await countBlocked(db, known.customerId, at);
    return { answer: { outcome: 'blocked' }, touched: ['blocked'] };
  }
  if (await isRepeat(db, digest, at)) return { answer: { outcome: 'repeat' } };
  // A channel's chats are closed with it, so only a new one could be on a removed channel.
  if (known?.id === undefined && !(await isChannel(db, channelId))) return { answer: { outcome: 'no_channel' } };
  if (known?.id === undefined && newChats !== undefined) {
    const wait = await db.newChats.take(channelId, newChats);
    if (wait > 0) return { answer: { outcome: 'too_many_chats', wait } };
  }
  const { row, isChanged } = await findOrAddCustomer(db, { ...received, at }, known);
  const before = row.id === undefined ? undefined : ownershipOf(row as FoundRow);
  const ownership =
    before === undefined ? openedByCustomer(at, (await workingBots(db, channelId))[0]?.id) : customerWrote(before, at);
  const chatId = row.id ?? (await insertChat(db, row, ownership, at));
  const messages: Message[] = [];
  const pressed = received.pressed && (await pressedButton(db, row.customerId, received));
  for (const [part, text] of received.texts.entries()) {
    const message = await insertMessage(db, {
      chatId,
      from: 'customer',
      // Text too long for a caption follows it.
      type: part === 0 ? received.type : 'text',
      text,
      fields: part === 0 ? { ...received.fields, ...(pressed !== undefined && { pressed }) } : {},
      externalId: received.messageExternalId,
      digest: part === 0 ? digest : undefined,
      at,
    });
    if (part === 0 && received.files !== undefined) await hostFiles(db, message, received.files);
    messages.push(message);
  }
  const chat = chatAfter(row, { chatId, ownership, messages, at });
  const { unanswered, waitingSince, lastMessage } = chat;
  const latest = { lastActivityAt: at, lastMessageId: lastMessage?.id };
  await db.update('chats', { id: chatId }, { unanswered, waitingSince, ...latest, ...NOT_SNOOZED });
  const { automatic } = received;
  const context = { chat, ownership, toldAway: row.toldAway === 1, at };
  const automaticReply = automatic && (await addAutomaticMessage(db, { automatic, ...context }));
  const isStaffed = staffedChannels.includes(channelId);
  const added = [...messages, ...(automaticReply?.messages ?? [])];
  return {
    answer: { outcome: 'stored', chatId, messageIds: messages.map(({ id }) => id) },
    happened: [
      ...added.map((message) => ({ name: 'message.added', data: { message, chat } }) as const),
      ...(isChanged ? [{ name: 'customer.changed', data: { customer: chat.customer } } as const] : []),
    ],
    events: await enqueueBotEvents(db, { chat, ownership, messages, isStaffed, at }),
    sending: automaticReply?.sending ?? [],
  };
}

/** Checks whether an equal message was accepted in the window; one that seems to come from the future is none. */
async function isRepeat(db: Connection, digest: string | undefined, at: number): Promise<boolean> {
  if (digest === undefined) return false;
  const accepted = await db.value`
    SELECT 1 FROM messages WHERE digest = ${digest} AND at > ${at - REPEAT_WINDOW} AND at <= ${at + CLOCK_STEP}`;
  return accepted !== undefined;
}

/** The button with this text in a bot's message to this customer. */
async function pressedButton(db: Connection, customerId: string, { pressed, texts }: ReceivedMessage) {
  const message = await db.get<{ botId: string; fields: MessageFields }>`
    SELECT messages.bot_id, messages.fields FROM messages JOIN chats ON chats.id = messages.chat_id
    WHERE messages.id = ${pressed?.message} AND author = 'bot' AND held_back IS NULL AND chats.customer_id = ${customerId}`;
  const button = message?.fields?.buttons?.[pressed?.index ?? 0];
  if (message === undefined || button?.id === undefined || button.text.trim() !== texts[0]) return undefined;
  const { id, isNumber } = button;
  return { botId: message.botId, id, isNumber };
}

/** Events for the bot that has the chat; one that stopped working gets none, and its chats will move to Waiting. */
async function enqueueBotEvents(
  db: Connection,
  context: {
    readonly chat: Chat;
    readonly ownership: Ownership;
    readonly messages: readonly Message[];
    readonly isStaffed: boolean;
    readonly at: number;
  },
) {
  const { chat, ownership, messages, isStaffed, at } = context;
  const botId = ownership.state === 'bot' ? ownership.botId : undefined;
  if (botId === undefined || !(await workingBots(db, chat.channelId)).some(({ id }) => id === botId)) return [];
  const target = { botId, chatId: chat.id, customerId: chat.customer.id, at };
  return await Array.fromAsync(messages, (message) =>
    enqueueClientMessage(db, target, chat.customer, message, isStaffed),
  );
}

/** The current chat without another query; `row` is from before. */
function chatAfter(
  row: KnownRow,
  now: { chatId: string; ownership: Ownership; messages: readonly Message[]; at: number },
): Chat {
  const { chatId, ownership, messages, at } = now;
  const last = messages.at(-1);
  const chat = toChat({
    ...row,
    id: chatId,
    state: ownership.state,
    operatorId: ownership.operatorId,
    botId: ownership.botId,
    asked: Number(ownership.askedForPerson === true),
    waitingSince: ownership.waitingSince,
    unanswered: (row.unanswered ?? 0) + messages.length,
    failed: row.failed ?? 0,
    pinned: row.pinned ?? 0,
    openedAt: row.openedAt ?? at,
    lastActivityAt: at,
  });
  return { ...chat, lastMessage: last && excerpt(last) };
}

/** The customer, created if unknown, with their open chat if there is one. */
async function findOrAddCustomer(
  db: Connection,
  received: ReceivedMessage & { readonly at: number },
  known: KnownRow | undefined,
) {
  const isChanged = known !== undefined && (await updateCustomer(db, known, received));
  if (known !== undefined && !isChanged) return { row: known, isChanged };
  if (known === undefined) await insertCustomer(db, received);
  const row = await findCustomer(db, received);
  if (row === undefined) throw new Error('a customer who was stored just now is not there');
  return { row, isChanged };
}

/** A customer with their open chat. */
type KnownRow = CustomerRow &
  Partial<Omit<ChatRow & FoundRow, keyof CustomerRow>> & { readonly given: string; readonly toldAway?: number };

function findCustomer(db: Connection, { channelId, externalId }: ReceivedMessage) {
  return db.get<KnownRow>`
    SELECT customers.channel_id, customers.given, ${CUSTOMER_COLUMNS}, chats.tags,
      chats.id, chats.state, chats.operator_id, chats.bot_id, chats.asked, chats.bot_may_speak, chats.rating, chats.unanswered, chats.seen, chats.waiting_since, chats.failed, chats.pinned, chats.opened_at, chats.told_away
    FROM customers ${JOIN_CARD} LEFT JOIN chats ON chats.customer_id = customers.id AND chats.state <> 'closed'
    WHERE customers.channel_id = ${channelId} AND customers.external_key = ${externalKey(externalId)}`;
}

async function countBlocked(db: Connection, customerId: string, at: number): Promise<void> {
  await db.run`
    UPDATE customers SET blocked_count = blocked_count + 1, blocked_last_at = ${at} WHERE id = ${customerId}`;
}

async function insertCustomer(db: Connection, received: ReceivedMessage & { readonly at: number }) {
  const { channelId, externalId, sender, proven, at: firstSeenAt } = received;
  const columns = Object.fromEntries(SENDER_FIELDS.map((field) => [field, sender[field]]));
  const given = { ...sender, proven };
  await db.insert('customers', { channelId, externalId, ...withNameKey(columns), given, firstSeenAt });
}

/** Only changed data counts, so that the next message does not undo an operator's corrections. */
async function updateCustomer(db: Connection, row: KnownRow, { externalId, sender, proven }: ReceivedMessage) {
  const hasOtherForm = row.externalId !== externalId;
  if (hasOtherForm) await db.update('customers', { id: row.customerId }, { externalId });
  if (JSON.stringify({ ...sender, proven }) === row.given) return hasOtherForm;
  const given = JSON.parse(row.given) as SenderFields & Pick<ReceivedMessage, 'proven'>;
  const news = SENDER_FIELDS.filter((field) => sender[field] !== undefined && sender[field] !== given[field]);
  const isProof = proven !== undefined && JSON.stringify(proven) !== JSON.stringify(given.proven);
  if (news.length === 0 && !isProof) return hasOtherForm;
  const change = Object.fromEntries(news.map((field) => [field, sender[field]]));
  const now = { ...given, ...change, ...(isProof && { proven }) };
  await db.update('customers', { id: row.customerId }, { ...withNameKey(change), given: now });
  await clearFilledByBot(db, row.customerId, news);
  return true;
}

/** Creates a chat without messages; returns its id. */
export async function insertChat(
  db: Connection,
  { customerId, channelId }: Pick<KnownRow, 'customerId' | 'channelId'>,
  ownership: Ownership,
  at: number,
): Promise<string> {
  const { state, operatorId, botId } = ownership;
  const chat = { customerId, channelId, state, operatorId, botId, openedAt: at, lastActivityAt: at };
  const chatId = await db.insert('chats', chat);
  await recordBotHolds(db, chatId, ownership);
  return chatId;
}
