import { ContractError } from '#shared/contract/errors.ts';
import type { Move, Standing } from '#shared/domain/chat-rules.ts';
import type { Chat, Customer, Operator } from '#shared/domain/entities.ts';
import type { ChatEvent, HandOverReason, HeldBackReason, Message, MessageFields } from '#shared/domain/message.ts';
import { needsAnew } from '#shared/domain/needs-person.ts';
import type { Connection } from '../connection.ts';
import { type MessageRow, readChat, rowId, toMessage } from '../rows.ts';
import type { SendingEvent } from './bot-events.ts';
import type { SendingDelivery } from './deliveries.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';

/** What a transaction on a chat did: the chat as it is now, the messages it added, in order, and what has to go out. */
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

export interface StandingRow extends Omit<Standing, 'askedForPerson' | 'botMaySpeak'> {
  readonly asked: number;
  readonly botMaySpeak: number;
}

/** Columns of a chat, and its customer's `external_id`. */
export interface FoundRow extends StandingRow {
  readonly id: string;
  readonly customerId: string;
  readonly channelId: string;
  readonly externalId: string;
  readonly lastActivityAt: number;
  readonly snoozedBy?: string;
  readonly snoozedUntil?: number;
  readonly tags?: readonly string[];
  readonly beforeClose?: Standing;
  readonly answeredBy?: string;
  readonly botAnswerWaited?: number;
}

export interface FoundChat {
  readonly row: FoundRow;
  readonly chatId: string;
  readonly standing: Standing;
}

/** Coded error: not_found. */
export async function findChat(connection: Connection, id: string): Promise<FoundChat> {
  const found = await lookUpChat(connection, id);
  if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  return found;
}

export async function lookUpChat(connection: Connection, id: string): Promise<FoundChat | undefined> {
  if (rowId(id) === undefined) return undefined;
  const [found] = await findChats(connection, 'chats.id = ?', id);
  return found;
}

/** Those of which this is true, in order. */
export async function findChats(connection: Connection, where: string, ...values: unknown[]): Promise<FoundChat[]> {
  const rows = await connection.all<FoundRow>(
    `SELECT chats.*, customers.external_id FROM chats JOIN customers ON customers.id = chats.customer_id WHERE ${where} ORDER BY chats.id`,
    ...values,
  );
  return rows.map((row) => ({ row, chatId: row.id, standing: standingOf(row) }));
}

/** Throws ContractError chat_closed or chat_taken where the move is refused. */
export async function allowed(
  connection: Connection,
  { standing }: FoundChat,
  move: Move,
): Promise<Move & { readonly ok: true }> {
  if (move.ok) return move;
  switch (move.refusal) {
    case 'chat_closed':
      throw new ContractError('chat_closed', phrase('errors:refusals.chat.closed'));
    case 'chat_taken':
      throw chatTaken(await operatorName(connection, standing.operatorId));
  }
}

/** Another operator has the chat; without a name where it is not known. */
export function chatTaken(holderName: string | undefined): ContractError {
  return new ContractError(
    'chat_taken',
    holderName === undefined
      ? phrase('errors:refusals.chat.taken.unnamed')
      : phrase('errors:refusals.chat.taken.text', { name: holderName }),
  );
}

/** Writes a move down, with the line that says it; nothing where it changes nothing. */
export async function finish(
  connection: Connection,
  { chatId, standing }: FoundChat,
  move: Move & { readonly ok: true },
  event: ChatEvent,
  at: number,
): Promise<ChatChange> {
  if (!move.changed) return { chat: await mustRead(connection, chatId), changed: false, added: [] };
  await writeStanding(connection, chatId, standing, move.standing);
  const added = [await insertSystemLine(connection, chatId, event, at)];
  return { chat: await mustRead(connection, chatId), changed: true, added };
}

export async function mustRead(connection: Connection, chatId: string): Promise<Chat> {
  const chat = await readChat(connection, chatId);
  if (chat === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.chat'));
  return chat;
}

/** The chat's list row shows this as the last that was said. */
export async function noteLastMessage(connection: Connection, chatId: string, message: Message): Promise<void> {
  await connection.update('chats', { id: chatId }, { lastActivityAt: message.at, lastMessageId: message.id });
}

/** Who has the chat of a row of `chats`. */
export function standingOf({ state, operatorId, botId, waitingSince, asked, botMaySpeak }: StandingRow): Standing {
  return { state, operatorId, botId, waitingSince, askedForPerson: asked > 0, botMaySpeak: botMaySpeak > 0 };
}

/** Which bots have held a chat is known for good: each is told of its end, and what it says later is kept back there. */
export async function noteBotHolds(connection: Connection, chatId: string, { state, botId }: Standing): Promise<void> {
  if (state === 'bot' && botId !== undefined)
    await connection.run('INSERT OR IGNORE INTO chat_bots (chat_id, bot_id) VALUES (?, ?)', chatId, botId);
}

/** That a chat is not put aside. */
export const AWAKE = { snoozedBy: undefined, snoozedUntil: undefined } as const;

/** Writes who has a chat now. Whoever gets it, it is put aside no more. What a bot was still to be told of a chat that it loses is told no more. */
export async function writeStanding(
  connection: Connection,
  chatId: string,
  before: Standing,
  standing: Standing,
  reason?: HandOverReason,
): Promise<void> {
  const { state, operatorId, botId, waitingSince, askedForPerson = false, botMaySpeak = false } = standing;
  const now = { state, operatorId, botId, waitingSince, asked: askedForPerson, botMaySpeak };
  const isMoved = before.state !== state || before.operatorId !== operatorId;
  await connection.update('chats', { id: chatId }, isMoved ? { ...now, ...AWAKE } : now);
  const left = leftBot(before, standing, reason);
  if (left !== null)
    await connection.run('UPDATE chats SET left_bot = ? WHERE id = ? AND left_bot IS NULL', left, chatId);
  await noteBotHolds(connection, chatId, standing);
  if (needsAnew(before, standing)) await connection.update('chats', { id: chatId }, { seen: undefined });
  if (before.state !== 'bot' || (standing.state === 'bot' && standing.botId === before.botId)) return;
  await connection.run(
    "UPDATE bot_events SET state = 'dropped' WHERE chat_id = ? AND state = 'sending' AND kind IN ('CLIENT_MESSAGE', 'AGENT_UNAVAILABLE')",
    chatId,
  );
}

/** Notes an operator's first answer in a chat, and how long its customer had waited for it. */
export async function noteAnswer(
  connection: Connection,
  { row, chatId, standing }: FoundChat,
  operatorId: string,
  at: number,
): Promise<void> {
  if (row.answeredBy !== undefined) return;
  const waited = standing.waitingSince === undefined ? null : Math.max(0, at - standing.waitingSince);
  await connection.update('chats', { id: chatId }, { answeredBy: operatorId, answerWaited: waited });
}

/** Notes a bot's first answer in a chat. */
export async function noteBotAnswer(
  connection: Connection,
  { row, chatId, standing }: FoundChat,
  at: number,
): Promise<void> {
  if (row.botAnswerWaited !== undefined) return;
  const botAnswerWaited = Math.max(0, at - (standing.waitingSince ?? at));
  await connection.update('chats', { id: chatId }, { botAnswerWaited });
}

/** Why a chat needs a person now that its bot had until now; null where it does not. Of a chat, the first reason counts. */
export function leftBot(
  before: Standing,
  after: Standing,
  reason: HandOverReason | undefined,
): 'asked' | 'taken' | HandOverReason | null {
  if (after.askedForPerson === true) return 'asked';
  if (before.state !== 'bot' || after.state === 'bot' || after.state === 'closed') return null;
  return after.state === 'active' ? 'taken' : (reason ?? null);
}

export interface NewMessage {
  readonly chatId: string;
  readonly from: Message['from'];
  readonly type: Message['type'];
  readonly text?: string | undefined;
  readonly fields?: MessageFields;
  readonly externalId?: string | undefined;
  /** what an operator's words were called when they were sent, and which part of them this is */
  readonly clientId?: string | undefined;
  readonly part?: number;
  readonly operatorId?: string;
  readonly botId?: string | undefined;
  readonly heldBack?: HeldBackReason | undefined;
  readonly authorName?: string;
  readonly event?: ChatEvent;
  readonly digest?: string | undefined;
  readonly at: number;
}

/** Inserts a message and returns it as every later question shows it; the chat's row is the caller's to update. */
export async function insertMessage(connection: Connection, message: NewMessage): Promise<Message> {
  const { from, part, fields, digest, ...said } = message;
  const hasFields = fields !== undefined && Object.keys(fields).length > 0;
  const row = omitUndefined({
    ...said,
    author: from,
    // As it will be read: JSON knows no negative zero.
    fields: hasFields ? (JSON.parse(JSON.stringify(fields)) as MessageFields) : undefined,
    part: said.clientId === undefined ? undefined : (part ?? 0),
  }) as Omit<MessageRow, 'id'>;
  return toMessage({ ...row, id: await connection.insert('messages', { ...row, digest }) });
}

/** A line in the middle of the conversation that says what happened. */
export async function insertSystemLine(
  connection: Connection,
  chatId: string,
  event: ChatEvent,
  at: number,
): Promise<Message> {
  const line = await insertMessage(connection, { chatId, from: 'system', type: 'text', event, at });
  await connection.update('chats', { id: chatId }, { lastActivityAt: at });
  return line;
}

/** Who acts, with the name and picture that others see. */
export type ActingOperator = Pick<Operator, 'id' | 'name' | 'photo'>;

/** The operator who acts; `publicUrl` is where customers get their picture from. Coded error: not_signed_in, where they work here no more. */
export async function actingOperator(
  connection: Connection,
  operatorId: string,
  publicUrl?: string,
): Promise<ActingOperator> {
  const row = await connection.get<Pick<Operator, 'id' | 'name' | 'photo' | 'picture'>>(
    'SELECT id, name, photo, picture FROM operators WHERE id = ? AND removed_at IS NULL',
    operatorId,
  );
  if (row === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  const photo = photoLink(row, publicUrl);
  return { id: row.id, name: row.name, ...(photo !== undefined && { photo }) };
}

/** Whether somebody works here. */
export async function worksHere(connection: Connection, operatorId: string | undefined): Promise<boolean> {
  return (
    (await connection.get('SELECT 1 FROM operators WHERE id = ? AND removed_at IS NULL', operatorId)) !== undefined
  );
}

/** Also of one who was removed. */
export async function operatorName(
  connection: Connection,
  operatorId: string | undefined,
): Promise<string | undefined> {
  return await nameIn(connection, 'operators', operatorId);
}

/** Also of one that was removed. */
export async function botName(connection: Connection, botId: string): Promise<string> {
  return (await nameIn(connection, 'bots', botId)) ?? 'The bot';
}

async function nameIn(
  connection: Connection,
  table: 'operators' | 'bots',
  id: string | undefined,
): Promise<string | undefined> {
  const row = await connection.get<{ name: string }>(`SELECT name FROM ${table} WHERE id = ?`, id);
  return row?.name;
}

/** Whether a channel is there, and was not removed. */
export async function isChannel(connection: Connection, channelId: string): Promise<boolean> {
  return (await connection.get('SELECT 1 FROM channels WHERE id = ? AND removed_at IS NULL', channelId)) !== undefined;
}

/** That another bot has the same token. */
export const HAS_TWIN = `EXISTS (SELECT 1 FROM bots AS twin WHERE twin.token_digest = bots.token_digest AND twin.id <> bots.id)`;

/** Bots that work on a channel, first the one that gets new chats. */
export async function workingBots(
  connection: Connection,
  channelId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return await connection.all<{ id: string; name: string }>(
    `SELECT bots.id, bots.name FROM bot_channels JOIN bots ON bots.id = bot_id
     WHERE channel_id = ? AND enabled = 1 AND token_digest IS NOT NULL AND NOT ${HAS_TWIN} ORDER BY bots.place`,
    channelId,
  );
}
