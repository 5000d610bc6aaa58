import { z } from 'zod';
import { ContractError } from '#shared/contract/errors.ts';
import { close, release, reopen, returnToBot as giveToBot, type Ownership, take } from '#shared/domain/chat-rules.ts';
import type { Chat, Customer } from '#shared/domain/entities.ts';
import type { ChatEvent } from '#shared/domain/message.ts';
import { hasUnseenNews, unseenByAll } from '#shared/domain/needs-person.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { sql } from '../sql.ts';
import { chatFor, type MessageRow, SELECT_MESSAGE, toMessage } from '../rows.ts';
import { enqueueClientMessage, enqueueEvent, readOrigin, requeueEvents } from '../bots/bot-events.ts';
import {
  actingOperator,
  type ActingOperator,
  requireAllowed,
  botName,
  type ChatChange,
  findChat,
  findChats,
  finish,
  type FoundChat,
  isChannel,
  mustRead,
  operatorName,
  workingBots,
  isActiveOperator,
} from './chat-change.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { SendingEvent } from '../deliveries/sending.ts';
import { type Change, command, ofChat } from '../command.ts';
import type { RequestContext } from '../thread.ts';

export interface OperatorInput {
  readonly chatId: string;
  readonly operatorId: string;
  readonly at: number;
}

const chatInput = z.object({ chatId: z.string() });

/** Who has a chat, and whether it is open. */
export const chatCommands = {
  /** takes a chat; `over: true` from another operator. Coded errors: not_found, chat_closed, chat_taken */
  'chats.take': command({
    for: 'everyone',
    input: chatInput.extend({ over: z.boolean().default(false) }),
    run: async (db, act, { operatorId, at }) => {
      const operator = await actingOperator(db, operatorId);
      const found = await findChat(db, act.chatId);
      const move = await requireAllowed(db, found, take(found.ownership, operator.id, act.over));
      return ofChat(await finish(db, found, move, await takenEvent(db, found, operator), at));
    },
  }),
  /** the customer's next message opens a new one; bots that had it are told. Coded error: not_found */
  'chats.close': command({
    for: 'everyone',
    input: chatInput,
    run: async (db, act, { operatorId, at }) => {
      const { id, name } = await actingOperator(db, operatorId);
      const found = await findChat(db, act.chatId);
      return ofChat(await closeFound(db, found, { kind: 'closed', operatorId: id, operatorName: name }, at));
    },
  }),
  /** Coded errors: not_found, chat_superseded by a newer one, customer_blocked, channel_removed */
  'chats.reopen': command({
    for: 'everyone',
    input: chatInput,
    run: async (db, act, { operatorId, at }) => {
      const { id, name } = await actingOperator(db, operatorId);
      const found = await findChat(db, act.chatId);
      const barred = await findReopenError(db, found);
      if (barred !== undefined) throw barred;
      const event = { kind: 'reopened', operatorId: id, operatorName: name } as const;
      return ofChat(await restoreChat(db, found, id, event, { [id]: 0 }, at));
    },
  }),
  /**
   * gives a chat and its unanswered messages to the bot that had it last if that one works on the channel, else to the
   * first that does. Coded errors: not_found, no_bot, chat_closed, chat_taken
   */
  'chats.returnToBot': command({ for: 'everyone', input: chatInput, run: returnToBot }),
  /** marks it as seen by the caller; nothing changes for the others. Coded error: not_found */
  'chats.markRead': command({
    for: 'everyone',
    input: chatInput,
    run: async (db, act, { operatorId }) => {
      const found = await findChat(db, act.chatId);
      const chat = await mustRead(db, found.chatId);
      if (!hasUnseenNews(chat, operatorId)) return { answer: chatFor(chat, operatorId) };
      const now = { ...chat, seen: { ...chat.seen, [operatorId]: chat.unanswered } };
      await db.update('chats', { id: chat.id }, { seen: now.seen });
      return { answer: chatFor(now, operatorId), happened: [{ name: 'chat.changed', data: { chat: now } }] };
    },
  }),
} as const;

/** Closes a chat with a reason. Every bot that had it is told (bot provider interface, section 6). */
export async function closeFound(db: Connection, found: FoundChat, event: ChatEvent, at: number): Promise<ChatChange> {
  const { chatId, ownership, row } = found;
  const move = await requireAllowed(db, found, close(ownership));
  if (!move.changed) return await finish(db, found, move, event, at);
  const closed = { closedAt: at, beforeClose: ownership, unanswered: 0, seen: unseenByAll(row.seen), pinned: 0 };
  await db.update('chats', { id: chatId }, closed);
  const change = await finish(db, found, move, event, at);
  const bots = await db.column<string>`SELECT bot_id FROM chat_bots WHERE chat_id = ${chatId} ORDER BY bot_id`;
  const events = await mapInOrder(bots, (botId) =>
    enqueueEvent(db, { botId, chatId, customerId: row.customerId, at }, { event: 'CHAT_CLOSED' }),
  );
  return { ...change, events };
}

/** Reopens a chat with a failed reply of this operator, so that someone sees it; undefined if open or not possible. */
export async function reopenForFailure(
  db: Connection,
  { chatId, operatorId, at }: OperatorInput,
): Promise<ChatChange | undefined> {
  const found = await findChat(db, chatId);
  if (found.ownership.state !== 'closed' || (await findReopenError(db, found)) !== undefined) return undefined;
  return await restoreChat(db, found, operatorId, { kind: 'reopened_by_failure' }, undefined, at);
}

/** Finds out why a closed chat stays closed: its channel was removed, or its customer has a newer one or is blocked. */
export async function findReopenError(db: Connection, { row, chatId }: FoundChat): Promise<ContractError | undefined> {
  if (!(await isChannel(db, row.channelId)))
    return new ContractError('channel_removed', phrase('errors:refusals.chat.channelRemoved'));
  const barred = await db.get<{ newer: number; blocked: number }>`
    SELECT EXISTS (SELECT 1 FROM chats WHERE customer_id = customers.id AND id > ${chatId}) AS newer,
      blocked_at IS NOT NULL AS blocked FROM customers WHERE id = ${row.customerId}`;
  if (barred?.newer === 1) return new ContractError('chat_superseded', phrase('errors:refusals.chat.superseded'));
  return barred?.blocked === 1 ? customerBlocked() : undefined;
}

export function customerBlocked(): ContractError {
  return new ContractError('customer_blocked', phrase('errors:refusals.chat.blocked'));
}

/** Reopens a closed chat, if possible, in its former state. */
export async function restoreChat(
  db: Connection,
  found: FoundChat,
  operatorId: string,
  event: ChatEvent,
  seen: Chat['seen'],
  at: number,
): Promise<ChatChange> {
  const before = await previousOwnership(db, found, operatorId, at);
  const move = await requireAllowed(db, found, reopen(found.ownership, before));
  const opened = { closedAt: undefined, beforeClose: undefined, seen: unseenByAll(found.row.seen, seen) };
  if (move.changed) await db.update('chats', { id: found.chatId }, opened);
  return await finish(db, found, move, event, at);
}

/**
 * The state before the close. A bot was told that the chat is over, so its chat goes to the operator who reopens it, as
 * does that of a removed operator. It waits if both were removed.
 */
async function previousOwnership(
  db: Connection,
  { row, ownership }: FoundChat,
  operatorId: string,
  at: number,
): Promise<Ownership> {
  const before = row.beforeClose;
  const isRemoved = before?.state === 'active' && !(await isActiveOperator(db, before.operatorId, row.channelId));
  if (before !== undefined && before.state !== 'bot' && !isRemoved) return { ...before, botMaySpeak: undefined };
  const chat = { botId: ownership.botId, waitingSince: before?.waitingSince };
  return (await isActiveOperator(db, operatorId, row.channelId))
    ? { state: 'active', operatorId, ...chat }
    : release({ state: 'active', ...chat }, at).ownership;
}

async function returnToBot(
  db: Connection,
  act: z.output<typeof chatInput>,
  context: RequestContext,
): Promise<Change<Chat>> {
  const { at, staffedChannels } = context;
  const operator = await actingOperator(db, context.operatorId);
  const found = await findChat(db, act.chatId);
  if (found.ownership.state === 'closed') await requireAllowed(db, found, { ok: false, refusal: 'chat_closed' });
  const bot = await workingBot(db, found);
  const move = await requireAllowed(db, found, giveToBot(found.ownership, operator.id, bot.id));
  const event = {
    kind: 'returned_to_bot',
    operatorId: operator.id,
    operatorName: operator.name,
    botId: bot.id,
    botName: bot.name,
  } as const;
  const change = await finish(db, found, move, event, at);
  if (!move.changed) return ofChat(change);
  const since = move.ownership.waitingSince;
  const unanswered = { botId: bot.id, since, at, customer: change.chat.customer, staffedChannels };
  return ofChat({ ...change, events: await unansweredEvents(db, found, unanswered) });
}

/** The bot that had the chat, or else the first that works on its channel. Coded error: no_bot. */
async function workingBot(db: Connection, { row, ownership }: FoundChat) {
  const bots = await workingBots(db, row.channelId);
  const bot = bots.find(({ id }) => id === ownership.botId) ?? bots[0];
  if (bot === undefined) throw new ContractError('no_bot', phrase('errors:refusals.chat.noBot'));
  return bot;
}

export interface Unanswered {
  readonly botId: string;
  /** time of the first of them; undefined: there are none */
  readonly since: number | undefined;
  readonly at: number;
  readonly customer: Customer;
  readonly staffedChannels: readonly string[];
}

/** Queues the customer's unanswered messages for a bot that got the chat back. */
export async function unansweredEvents(
  db: Connection,
  { row, chatId }: FoundChat,
  { botId, since, at, customer, staffedChannels }: Unanswered,
): Promise<readonly SendingEvent[]> {
  if (since === undefined) return [];
  const rows = await db.all<MessageRow>`
    ${SELECT_MESSAGE} WHERE messages.chat_id = ${chatId} AND messages.author = 'customer' AND messages.at >= ${since}
      AND NOT EXISTS (
        SELECT 1 FROM bot_events WHERE bot_events.message_id = messages.id
          AND direction = 'out' AND bot_events.bot_id = ${botId} AND bot_events.state = 'delivered')
    ORDER BY messages.id LIMIT 100`;
  const target = { botId, chatId, customerId: row.customerId, at };
  const origin = await readOrigin(db, row.channelId, staffedChannels.includes(row.channelId));
  return await mapInOrder(
    rows,
    async (message) =>
      (await requeueEvents(db, message.id, botId)) ??
      (await enqueueClientMessage(db, target, customer, toMessage(message), origin)),
  );
}

/** Closes all open chats of a removed channel. */
export async function closeChannel(
  db: Connection,
  act: { readonly channelId: string; readonly channelName: string; readonly at: number },
): Promise<readonly ChatChange[]> {
  const open = await findChats(db, sql`chats.channel_id = ${act.channelId} AND chats.state <> 'closed'`);
  const event = { kind: 'channel_removed', channelName: act.channelName } as const;
  return await mapInOrder(open, (found) => closeFound(db, found, event, act.at));
}

/** Assigns the chat to the operator. */
export async function takenEvent(
  db: Connection,
  { ownership }: FoundChat,
  { id, name }: ActingOperator,
): Promise<ChatEvent> {
  return { kind: 'taken', operatorId: id, operatorName: name, ...(await formerHolder(db, ownership)) };
}

/** Whoever has the chat now. */
export async function formerHolder(
  db: Connection,
  { state, operatorId, botId }: Ownership,
): Promise<Pick<Extract<ChatEvent, { kind: 'taken' }>, `from${string}` & keyof Extract<ChatEvent, { kind: 'taken' }>>> {
  if (state === 'bot' && botId !== undefined) return { fromBotName: await botName(db, botId) };
  if (state !== 'active') return {};
  const fromOperatorName = await operatorName(db, operatorId);
  return { fromOperatorId: operatorId, ...(fromOperatorName !== undefined && { fromOperatorName }) };
}
