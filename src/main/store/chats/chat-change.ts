import { ContractError, required } from '#shared/contract/errors.ts';
import type { Move, Ownership } from '#shared/domain/chat-rules.ts';
import {
  channelKindRules,
  DEFAULT_CHANNEL_KIND,
  type CanShow,
  type ChannelKind,
} from '#shared/domain/channel-kinds.ts';
import type { Chat, Customer, Operator } from '#shared/domain/entities.ts';
import { worksOn } from '#shared/domain/operator-channels.ts';
import type { ChatEvent, HandOverReason, Message, MessageFields } from '#shared/domain/message.ts';
import { isMentioned, needsPersonAgain, unseenByAll } from '#shared/domain/needs-person.ts';
import type { Connection } from '../connection.ts';
import { type MessageRow, readChat, rowId, toMessage } from '../rows.ts';
import { sql, type Sql } from '../sql.ts';
import type { SendingDelivery, SendingEvent } from '../deliveries/sending.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import type { Formatted } from '#shared/domain/formatted.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';

/** Effect of a transaction on a chat: the chat as it is now, the added messages in order, and what to send. */
export interface ChatChange {
  readonly chat: Chat;
  readonly changed: boolean;
  readonly added: readonly Message[];
  /** to the channel */
  readonly sending?: readonly SendingDelivery[];
  /** to the bot */
  readonly events?: readonly SendingEvent[];
  readonly customer?: Customer;
}

export interface OwnershipRow extends Omit<Ownership, 'askedForPerson' | 'botMaySpeak'> {
  readonly asked: number;
  readonly botMaySpeak: number;
}

/** Columns of a chat, and its customer's `external_id`. */
export interface FoundRow extends OwnershipRow {
  readonly id: string;
  readonly customerId: string;
  readonly channelId: string;
  readonly externalId: string;
  readonly lastActivityAt: number;
  readonly snoozedBy?: string;
  readonly snoozedUntil?: number;
  readonly seen?: Chat['seen'];
  readonly tags?: readonly string[];
  readonly beforeClose?: Ownership;
  readonly answeredBy?: string;
  readonly botAnswerWaited?: number;
}

export interface FoundChat {
  readonly row: FoundRow;
  readonly chatId: string;
  readonly ownership: Ownership;
}

/** Coded error: not_found. */
export async function findChat(db: Connection, id: string): Promise<FoundChat> {
  return required(await lookUpChat(db, id), 'chat');
}

export async function lookUpChat(db: Connection, id: string): Promise<FoundChat | undefined> {
  return (await findChats(db, sql`chats.id = ${rowId(id)}`))[0];
}

/** The chats that meet a condition, in order. */
export async function findChats(db: Connection, condition: Sql): Promise<FoundChat[]> {
  const rows = await db.all<FoundRow>`
    SELECT chats.*, customers.external_id FROM chats JOIN customers ON customers.id = chats.customer_id
    WHERE ${condition} ORDER BY chats.id`;
  return rows.map((row) => ({ row, chatId: row.id, ownership: ownershipOf(row) }));
}

/** Throws ContractError chat_closed or chat_taken if the move is refused. */
export async function requireAllowed(
  db: Connection,
  { ownership }: FoundChat,
  move: Move,
): Promise<Move & { readonly ok: true }> {
  if (move.ok) return move;
  switch (move.refusal) {
    case 'chat_closed':
      throw new ContractError('chat_closed', phrase('errors:refusals.chat.closed'));
    case 'chat_taken':
      throw chatTaken(await operatorName(db, ownership.operatorId));
  }
}

/** Another operator has the chat; without a name if it is unknown. */
export function chatTaken(holderName: string | undefined): ContractError {
  return new ContractError(
    'chat_taken',
    holderName === undefined
      ? phrase('errors:refusals.chat.taken.unnamed')
      : phrase('errors:refusals.chat.taken.text', { name: holderName }),
  );
}

/** Stores a move with its system line; nothing if it changes nothing. */
export async function finish(
  db: Connection,
  { chatId, ownership }: FoundChat,
  move: Move & { readonly ok: true },
  event: ChatEvent,
  at: number,
): Promise<ChatChange> {
  if (!move.changed) return { chat: await mustRead(db, chatId), changed: false, added: [] };
  await saveOwnership(db, chatId, ownership, move.ownership);
  const added = [await insertSystemLine(db, chatId, event, at)];
  return { chat: await mustRead(db, chatId), changed: true, added };
}

export async function mustRead(db: Connection, chatId: string): Promise<Chat> {
  return required(await readChat(db, chatId), 'chat');
}

/** Makes this the latest message in the chat's list row. */
export async function saveLastMessage(db: Connection, chatId: string, message: Message): Promise<void> {
  await db.update('chats', { id: chatId }, { lastActivityAt: message.at, lastMessageId: message.id });
}

/** Marks the chat as unseen for this operator, even if they had seen everything. */
export async function markUnseen(
  db: Connection,
  { id, seen = {} }: Pick<Chat, 'id' | 'seen'>,
  operatorId: string,
): Promise<void> {
  if (seen[operatorId] === undefined || isMentioned({ seen }, operatorId)) return;
  const { [operatorId]: _theirs, ...others } = seen;
  await db.update('chats', { id }, { seen: Object.keys(others).length === 0 ? undefined : others });
}

/** Reads who has a chat from its row in `chats`. */
export function ownershipOf({ state, operatorId, botId, waitingSince, asked, botMaySpeak }: OwnershipRow): Ownership {
  return { state, operatorId, botId, waitingSince, askedForPerson: asked > 0, botMaySpeak: botMaySpeak > 0 };
}

/** All bots that ever had a chat are recorded: each is told when it ends, and their later messages are held back. */
export async function recordBotHolds(db: Connection, chatId: string, { state, botId }: Ownership): Promise<void> {
  if (state === 'bot' && botId !== undefined)
    await db.run`
      INSERT INTO chat_bots (chat_id, bot_id) VALUES (${chatId}, ${botId}) ON CONFLICT DO NOTHING`;
}

/** Fields of a chat that is not snoozed. */
export const NOT_SNOOZED = { snoozedBy: undefined, snoozedUntil: undefined } as const;

/** Stores who has a chat, which ends a snooze. Pending events of a bot that loses the chat are dropped. */
export async function saveOwnership(
  db: Connection,
  chatId: string,
  before: Ownership,
  ownership: Ownership,
  reason?: HandOverReason,
): Promise<void> {
  const { state, operatorId, botId, waitingSince, askedForPerson = false, botMaySpeak = false } = ownership;
  const now = { state, operatorId, botId, waitingSince, asked: askedForPerson, botMaySpeak };
  const isMoved = before.state !== state || before.operatorId !== operatorId;
  await db.update('chats', { id: chatId }, isMoved ? { ...now, ...NOT_SNOOZED } : now);
  const left = leftBot(before, ownership, reason);
  if (left !== null) await db.run`UPDATE chats SET left_bot = ${left} WHERE id = ${chatId} AND left_bot IS NULL`;
  await recordBotHolds(db, chatId, ownership);
  if (needsPersonAgain(before, ownership)) {
    const seen = await db.value<Chat['seen']>`SELECT seen FROM chats WHERE id = ${chatId}`;
    await db.update('chats', { id: chatId }, { seen: unseenByAll(seen) });
  }
  if (before.state !== 'bot' || (ownership.state === 'bot' && ownership.botId === before.botId)) return;
  await db.run`
    UPDATE bot_events SET state = 'dropped'
    WHERE chat_id = ${chatId} AND state = 'sending' AND kind IN ('CLIENT_MESSAGE', 'AGENT_UNAVAILABLE')`;
}

/** Records an operator's first answer in a chat, and how long its customer had waited. */
export async function recordAnswer(
  db: Connection,
  { row, chatId, ownership }: FoundChat,
  operatorId: string,
  at: number,
): Promise<void> {
  if (row.answeredBy !== undefined) return;
  const waited = ownership.waitingSince === undefined ? null : Math.max(0, at - ownership.waitingSince);
  await db.update('chats', { id: chatId }, { answeredBy: operatorId, answerWaited: waited });
}

/** Records a bot's first answer in a chat. */
export async function recordBotAnswer(
  db: Connection,
  { row, chatId, ownership }: FoundChat,
  at: number,
): Promise<void> {
  if (row.botAnswerWaited !== undefined) return;
  const botAnswerWaited = Math.max(0, at - (ownership.waitingSince ?? at));
  await db.update('chats', { id: chatId }, { botAnswerWaited });
}

/** Reason why a chat needs a person after its bot; null if it does not. The first reason of a chat counts. */
export function leftBot(
  before: Ownership,
  after: Ownership,
  reason: HandOverReason | undefined,
): 'asked' | 'taken' | HandOverReason | null {
  if (after.askedForPerson === true) return 'asked';
  if (before.state !== 'bot' || after.state === 'bot' || after.state === 'closed') return null;
  return after.state === 'active' ? 'taken' : (reason ?? null);
}

/** Content that customers on a channel can be shown. */
export async function capabilitiesOf(db: Connection, channelId: string): Promise<CanShow> {
  const kind = await db.value<ChannelKind>`SELECT kind FROM channels WHERE id = ${channelId}`;
  return channelKindRules[kind ?? DEFAULT_CHANNEL_KIND].canShow;
}

/** `clientId` and `part`: of the operator's reply or note, as it was sent. */
export type NewMessage = Pick<Message, 'chatId' | 'from' | 'type' | 'at'> &
  Partial<Pick<Message, 'text' | 'externalId' | 'clientId' | 'part' | 'operatorId' | 'botId' | 'authorName'>> &
  Partial<Pick<Message, 'heldBack' | 'event'>> & {
    readonly fields?: MessageFields;
    /** a bot's Markdown, where customers are shown it */
    readonly formatted?: readonly Formatted[] | undefined;
    readonly digest?: string | undefined;
  };

/** Inserts a message and returns it as later queries will; the caller updates the chat's row. */
export async function insertMessage(db: Connection, message: NewMessage): Promise<Message> {
  const { from, part, fields, formatted, digest, ...columns } = message;
  const hasFields = fields !== undefined && Object.keys(fields).length > 0;
  const row = omitUndefined({
    ...columns,
    author: from,
    // As it will be read: JSON has no negative zero.
    fields: hasFields ? (JSON.parse(JSON.stringify(fields)) as MessageFields) : undefined,
    part: columns.clientId === undefined ? undefined : (part ?? 0),
  }) as Omit<MessageRow, 'id'>;
  return toMessage({ ...row, id: await db.insert('messages', { ...row, formatted, digest }) });
}

/** Adds to a stored message's fields. */
export async function addFields(db: Connection, messageId: string, more: MessageFields): Promise<void> {
  const fields = await db.value<MessageFields>`SELECT fields FROM messages WHERE id = ${messageId}`;
  await db.update('messages', { id: messageId }, { fields: { ...fields, ...more } });
}

/** A system line in the chat. */
export async function insertSystemLine(db: Connection, chatId: string, event: ChatEvent, at: number): Promise<Message> {
  const line = await insertMessage(db, { chatId, from: 'system', type: 'text', event, at });
  await db.update('chats', { id: chatId }, { lastActivityAt: at });
  return line;
}

export type ActingOperator = Pick<Operator, 'id' | 'name' | 'photo'>;

/** The acting operator; customers get their photo from `publicUrl`. Coded error: not_signed_in, if removed. */
export async function actingOperator(db: Connection, operatorId: string, publicUrl?: string): Promise<ActingOperator> {
  const row = await db.get<Pick<Operator, 'id' | 'name' | 'photo' | 'picture'>>`
    SELECT id, name, photo, picture FROM operators WHERE id = ${operatorId} AND removed_at IS NULL`;
  if (row === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  const photo = photoLink(row, publicUrl);
  return { id: row.id, name: row.name, ...(photo !== undefined && { photo }) };
}

/** Checks that this is an operator, who was not removed, and works on the channel, if it is given; a program is none. */
export async function isActiveOperator(
  db: Connection,
  operatorId: string | undefined,
  channelId?: string,
): Promise<boolean> {
  const found = await db.get<Pick<Operator, 'role' | 'channels'>>`
    SELECT role, channels FROM operators WHERE id = ${operatorId} AND removed_at IS NULL AND role <> 'program'`;
  return found !== undefined && (channelId === undefined || worksOn(found, channelId));
}

/** Also if removed. */
export async function operatorName(db: Connection, operatorId: string | undefined): Promise<string | undefined> {
  return await db.value`SELECT name FROM operators WHERE id = ${operatorId}`;
}

/** Also if removed. */
export async function botName(db: Connection, botId: string): Promise<string> {
  return (await db.value`SELECT name FROM bots WHERE id = ${botId}`) ?? 'The bot';
}

/** Checks that a channel exists and was not removed. */
export async function isChannel(db: Connection, channelId: string): Promise<boolean> {
  return (await db.get`SELECT 1 FROM channels WHERE id = ${channelId} AND removed_at IS NULL`) !== undefined;
}

/** Selects bots that share their token with another. */
export const HAS_TWIN = sql`EXISTS (SELECT 1 FROM bots AS twin WHERE twin.token_digest = bots.token_digest AND twin.id <> bots.id)`;

/** Bots that work, with their channels. */
export const WORKING_BOTS = sql`
  bot_channels JOIN bots ON bots.id = bot_id WHERE enabled = 1 AND token_digest IS NOT NULL AND NOT ${HAS_TWIN}`;

/** Bots that work on a channel, starting with the one that gets new chats. */
export async function workingBots(
  db: Connection,
  channelId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return await db.all<{ id: string; name: string }>`
    SELECT bots.id, bots.name FROM ${WORKING_BOTS} AND channel_id = ${channelId} ORDER BY bots.sort_order, bots.id`;
}
