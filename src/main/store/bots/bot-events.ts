import { z } from 'zod';
import { command, DONE } from '../command.ts';
import type { Past } from '#main/clock/settled-clock.ts';
import { findKind } from '#shared/domain/kinds/kinds.ts';
import { randomUUID } from 'node:crypto';
import type { BotAttempt } from '#shared/domain/bots.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { DeliveryError, HandOverReason, HeldBackReason, Message } from '#shared/domain/message.ts';
import { handOver } from '#shared/domain/chat-rules.ts';
import { DEFAULT_CHANNEL_TYPE, type ServiceEvent } from '#shared/protocol/bot-provider.ts';
import { type Connection, mapInOrder, together } from '../connection.ts';
import { readValue } from '../installation/installation-rows.ts';
import { isPast, rowId } from '../rows.ts';
import { sql } from '../sql.ts';
import {
  botName,
  type ChatChange,
  findChat,
  HAS_TWIN,
  insertSystemLine,
  mustRead,
  saveOwnership,
} from '../chats/chat-change.ts';
import type { Phrase } from '#shared/locales/phrase.ts';
import type { SendingEvent } from '../deliveries/sending.ts';

type WithoutIds = ServiceEvent extends infer E
  ? E extends ServiceEvent
    ? Omit<E, 'id' | 'chat_id' | 'client_id'>
    : never
  : never;

/** The columns of an unfinished event. */
export const SENDING_EVENT = sql`id, bot_id, chat_id, message_id, kind, body, attempts`;

export interface EventTarget {
  readonly botId: string;
  readonly chatId: string;
  readonly customerId: string;
  readonly at: number;
  readonly messageId?: string;
}

/** Queues an event for a provider behind all others of its chat. */
export async function enqueueEvent(db: Connection, target: EventTarget, event: WithoutIds): Promise<SendingEvent> {
  const { event: kind, ...rest } = event;
  const body = JSON.stringify({
    id: randomUUID(),
    client_id: target.customerId,
    chat_id: target.chatId,
    event: kind,
    ...rest,
  });
  const { customerId: _customer, at, ...row } = { ...target, kind, body };
  const id = await db.insert('bot_events', { ...row, direction: 'out', state: 'sending', at });
  return { ...row, id, messageId: target.messageId, attempts: 0 };
}

/** What providers are told of where a message came from; `isStaffed`: someone is there for the channel. */
export async function readOrigin(db: Connection, channelId: string, isStaffed: boolean) {
  const [channel, siteId] = await together([
    db.get<{ publicId: string; botChannelType: string }>`
      SELECT public_id, bot_channel_type FROM channels WHERE id = ${channelId}`,
    readValue(db, 'installationId'),
  ]);
  return { channel, siteId, isStaffed };
}

/** Queues CLIENT_MESSAGE (bot provider interface, section 2). */
export async function enqueueClientMessage(
  db: Connection,
  target: EventTarget,
  customer: Customer,
  message: Message,
  { channel, siteId, isStaffed }: Awaited<ReturnType<typeof readOrigin>>,
): Promise<SendingEvent> {
  const url = customer.url !== undefined && URL.canParse(customer.url) ? customer.url : undefined;
  return await enqueueEvent(
    db,
    { ...target, messageId: message.id },
    {
      event: 'CLIENT_MESSAGE',
      site_id: String(siteId),
      agents_online: isStaffed,
      sender: {
        id: Number(target.customerId),
        name: customer.name,
        url,
        has_contacts: customer.email !== undefined || customer.phone !== undefined,
      },
      message: {
        type: 'TEXT',
        text: toBotText(message),
        timestamp: Math.floor(message.at / 1000),
        button_id: message.pressed?.botId === target.botId ? exactId(message.pressed) : undefined,
      },
      channel: { id: channel?.publicId ?? '', type: channel?.botChannelType ?? DEFAULT_CHANNEL_TYPE },
    },
  );
}

/** As the bot gave it, with all its digits. */
function exactId({ id, isNumber }: NonNullable<Message['pressed']>): string | number {
  if (isNumber !== true) return id;
  // TypeScript does not know it yet.
  return (JSON as unknown as { readonly rawJSON: (text: string) => number }).rawJSON(id);
}

/** The text for a bot about a message that is not text: the caption, or its kind and details. */
function toBotText(message: Message): string {
  const { type, text } = message;
  return text ?? `[${type}] ${findKind(type)?.textForBots(message) ?? ''}`;
}

/** Requeues events that a bot did not accept before losing the chat; same ids, so that providers recognize repeats. */
export async function requeueEvents(
  db: Connection,
  messageId: string,
  botId: string,
): Promise<SendingEvent | undefined> {
  // An attempt in progress counts from here on: earlier actions of the bot are not an answer to it.
  return await db.get<SendingEvent>`
    UPDATE bot_events SET state = 'sending', attempts = 0, unanswered_after = NULL,
      begun_after = CASE WHEN begun_after IS NOT NULL THEN (SELECT max(id) FROM bot_events) END
    WHERE message_id = ${messageId} AND bot_id = ${botId} AND direction = 'out' AND state IN ('dropped', 'failed')
    RETURNING ${SENDING_EVENT}`;
}

export interface BegunAttempt {
  /** the newest event there is */
  readonly after: number;
  /** the bot has shown that it received an earlier attempt, so this one is not made */
  readonly isReceived: boolean;
}

/** Counts an attempt before it is made. undefined: the event is no longer due. */
async function beginEventAttempt(db: Connection, { id }: { readonly id: string }): Promise<BegunAttempt | undefined> {
  const due = await db.get<{ after: number; isReceived: number }>`
    SELECT (SELECT max(id) FROM bot_events) AS after, ${IS_RECEIVED} AS is_received
    FROM bot_events AS told WHERE id = ${rowId(id)} AND state = 'sending'`;
  if (due === undefined) return undefined;
  const { after } = due;
  const isReceived = due.isReceived === 1;
  if (!isReceived)
    await db.run`
      UPDATE bot_events SET attempts = attempts + 1, begun_after = coalesce(begun_after, ${after}) WHERE id = ${id}`;
  return { after, isReceived };
}

/** Since an attempt that went out whole and stayed without an answer, its bot has posted an event for the chat. */
const IS_RECEIVED = sql`EXISTS (
  SELECT 1 FROM bot_events AS said
  WHERE said.chat_id = told.chat_id AND said.bot_id = told.bot_id AND said.id > told.unanswered_after
    AND said.direction = 'in' AND said.state <> 'refused')`;

export interface EventVerdict {
  readonly id: string;
  readonly log: readonly BotAttempt[];
  /** undefined: the provider accepted it */
  readonly error: DeliveryError | undefined;
}

/** Records how an attempt ended while others follow; `unansweredAfter`: it went out whole, and nothing came. */
async function recordEventAttempt(
  db: Connection,
  {
    log,
    unansweredAfter,
    ...event
  }: { readonly id: string; readonly log: readonly BotAttempt[]; readonly unansweredAfter?: number | undefined },
) {
  const id = rowId(event.id);
  await db.update('bot_events', { id }, { log });
  if (unansweredAfter !== undefined)
    await db.run`
      UPDATE bot_events SET unanswered_after = coalesce(unanswered_after, ${unansweredAfter}) WHERE id = ${id}`;
}

interface LostChat {
  readonly chatId: string;
  readonly botId: string;
  readonly reason: HandOverReason;
  readonly error?: DeliveryError;
  readonly at: number;
}

async function handOverChat(db: Connection, { chatId, botId, reason, error, at }: LostChat) {
  const { ownership: before } = await findChat(db, chatId);
  const { ownership, changed } = handOver(before, botId, at);
  if (!changed) return undefined;
  await saveOwnership(db, chatId, before, ownership, reason);
  const name = await botName(db, botId);
  const event = { kind: 'handed_over' as const, botId, botName: name, reason, ...(error !== undefined && { error }) };
  const line = await insertSystemLine(db, chatId, event, at);
  return { chat: await mustRead(db, chatId), changed: true, added: [line] };
}

/**
 * Chats with a waiting customer whose bot accepted a message and has done nothing since the first attempt. A bot that
 * asked for a person has done its part; buttons that could not be shown do not count.
 */
export const SILENT_BOT = sql`
  state = 'bot' AND asked = 0 AND waiting_since IS NOT NULL AND EXISTS (
    SELECT 1 FROM bot_events AS told
    WHERE told.chat_id = chats.id AND told.bot_id = chats.bot_id AND told.direction = 'out' AND told.kind = 'CLIENT_MESSAGE' AND told.state = 'delivered'
      AND NOT EXISTS (
        SELECT 1 FROM bot_events AS said
        WHERE said.chat_id = told.chat_id AND said.bot_id = told.bot_id AND said.id > coalesce(told.begun_after, told.id)
          AND said.direction = 'in' AND said.state = 'accepted' AND said.note IS DISTINCT FROM 'no_plain_text'))`;

export const botChatCommands = {
  /** a bot was silent too long: it loses the chat to an operator who is there, if the customer still waits */
  'bots.handOverSilent': command({
    for: 'engine',
    input: z.custom<{ readonly chatId: string; readonly botId: string }>(),
    run: async (db, { chatId, botId }, { at, staffedChannels }) => {
      const channelId = await db.value<string>`
        SELECT channel_id FROM chats WHERE id = ${rowId(chatId)} AND bot_id = ${botId} AND ${SILENT_BOT}`;
      if (channelId === undefined || !staffedChannels.includes(channelId)) return { answer: DONE };
      const change = await handOverChat(db, { chatId, botId, reason: 'silent', at });
      return { answer: DONE, ...(change !== undefined && { chats: [change] }) };
    },
  }),
  /** ends an event; a message that failed to reach the bot takes the chat from it. Answers whether the bot took it */
  'bots.endEvent': command({
    for: 'engine',
    input: z.custom<EventVerdict>(),
    run: async (db, { id, log, error }, { at }) => {
      const row = await db.get<SendingEvent & { state: string; isReceived: number }>`
        SELECT ${SENDING_EVENT}, state, ${IS_RECEIVED} AS is_received FROM bot_events AS told WHERE id = ${rowId(id)}`;
      if (row === undefined) return { answer: false };
      const { chatId, botId, kind } = row;
      const isDue = row.state === 'sending';
      const isTaken = error === undefined || (isDue && row.isReceived === 1);
      await db.update('bot_events', { id }, { state: isTaken ? 'delivered' : isDue ? 'failed' : row.state, log });
      const isLost = !isTaken && isDue && kind === 'CLIENT_MESSAGE';
      const change = isLost ? await handOverChat(db, { chatId, botId, reason: 'failed', error, at }) : undefined;
      const touched = [{ topic: 'botTurns', of: { chatId } } as const];
      return { answer: isTaken, touched, ...(change !== undefined && { chats: [change] }) };
    },
  }),
  /** moves chats whose bot is not working to Waiting */
  'bots.releaseChats': command({
    for: 'engine',
    input: {},
    run: async (db, _input, { at }) => ({ answer: DONE, chats: await releaseBotChats(db, { at }) }),
  }),
} as const;

/** Moves all chats of a bot that no longer works (on that channel) to the operators. */
export async function releaseBotChats(db: Connection, { at }: { readonly at: number }): Promise<readonly ChatChange[]> {
  const rows = await db.all<HeldByBot>`
    SELECT chats.id, chats.bot_id, bots.enabled, bots.removed_at, bots.token_digest IS NULL AS is_lost, ${HAS_TWIN} AS has_twin,
      bot_channels.channel_id IS NOT NULL AS attached
    FROM chats JOIN bots ON bots.id = chats.bot_id
    LEFT JOIN bot_channels ON bot_channels.bot_id = bots.id AND bot_channels.channel_id = chats.channel_id
    WHERE chats.state = 'bot' ORDER BY chats.id`;
  return await mapInOrder(rows, async (row) => {
    const { id: chatId, botId } = row;
    const reason = lossReason(row);
    return reason && (await handOverChat(db, { chatId, botId, reason, at }));
  });
}

interface HeldByBot {
  readonly id: string;
  readonly botId: string;
  readonly enabled: number;
  readonly removedAt?: number;
  readonly isLost: number;
  readonly hasTwin: number;
  readonly attached: number;
}

function lossReason({ removedAt, enabled, isLost, hasTwin, attached }: HeldByBot): HandOverReason | undefined {
  if (removedAt !== undefined) return 'removed';
  if (enabled === 0) return 'disabled';
  if (isLost === 1) return 'token_lost';
  if (hasTwin === 1) return 'token_conflict';
  return attached === 1 ? undefined : 'detached';
}

export interface BotEventRecord {
  readonly botId: string;
  readonly chatId: string | undefined;
  readonly kind: string;
  readonly body: string;
  readonly outcome: 'accepted' | 'repeat' | 'held_back' | 'refused';
  readonly status: number;
  readonly note?: HeldBackReason | Phrase | undefined;
  readonly messageId?: string | undefined;
  readonly digest?: string | undefined;
  readonly at: number;
}

/** UTF-16 units of an event's text that are kept. */
const MAX_BODY_LENGTH = 16 * 1024;

/** Records an event from a provider and its outcome. */
export async function recordBotEvent(db: Connection, record: BotEventRecord): Promise<void> {
  const { outcome: state, body, ...row } = record;
  await db.insert('bot_events', { ...row, direction: 'in', state, body: body.slice(0, MAX_BODY_LENGTH) });
}

/** An invalid event. Its chat is only named if this bot has or had it. */
async function refuseEvent(
  db: Connection,
  refused: Omit<BotEventRecord, 'chatId' | 'outcome'> & { readonly chatId: string | undefined },
) {
  const hasChat = refused.chatId !== undefined && (await hasHeld(db, refused.chatId, refused.botId));
  const chatId = hasChat ? refused.chatId : undefined;
  await recordBotEvent(db, { ...refused, chatId, outcome: 'refused' });
  return chatId;
}

/** Checks whether this bot has or had the chat. */
export async function hasHeld(db: Connection, chatId: string, botId: string): Promise<boolean> {
  const row = await db.get`SELECT 1 FROM chat_bots WHERE chat_id = ${rowId(chatId)} AND bot_id = ${botId}`;
  return row !== undefined;
}

/** Refuses events from a bot until then (milliseconds, wall clock). */
async function blockBot(db: Connection, { botId, until }: { readonly botId: string; readonly until: number }) {
  await db.put('bot_blocks', { botId }, { until });
}

/** Notes whether a bot's provider took the last event; `reach` undefined: nobody knows, its address is new. */
async function noteBotReach(
  db: Connection,
  {
    botId,
    reach,
  }: { readonly botId: string; readonly reach: { readonly failingSince?: number | undefined } | undefined },
) {
  if (reach === undefined) await db.run`DELETE FROM bot_reach WHERE bot_id = ${botId}`;
  else await db.put('bot_reach', { botId }, { failingSince: reach.failingSince ?? null });
}

/** Deletes events that ended in the past. */
async function forgetBotEvents(db: Connection, past: Past) {
  await db.run`DELETE FROM bot_events WHERE ${isPast(sql`at`, past)} AND state <> 'sending'`;
}

export const botEventTransactions = {
  refuseEvent,
  blockBot,
  noteBotReach,
  beginEventAttempt,
  recordEventAttempt,
  forgetBotEvents,
} as const;
