import { randomUUID } from 'node:crypto';
import type { BotAttempt } from '#shared/domain/bots.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { DeliveryError, HandOverReason, HeldBackReason, Message } from '#shared/domain/message.ts';
import { handOver } from '#shared/domain/chat-rules.ts';
import type { ServiceEvent, ServiceEventKind } from '#shared/protocol/bot-provider.ts';
import type { Connection, Row } from '../connection.ts';
import { rowId } from '../rows.ts';
import { findChat, mustRead, type ChatChange } from './chat-change.ts';
import { insertSystemLine } from './messages.ts';
import { botName } from './people.ts';
import { standingOf, writeStanding } from './standing.ts';
import type { Phrase } from '#shared/locales/phrase.ts';

/** An event for a provider that waits for its verdict. Ids are decimal strings; `body` is the JSON to post. */
export interface SendingEvent {
  readonly id: string;
  readonly botId: string;
  readonly chatId: string;
  /** what it tells of, where that is a message */
  readonly messageId: string | undefined;
  readonly kind: ServiceEventKind;
  readonly body: string;
  /** attempts begun so far */
  readonly attempts: number;
}

type WithoutIds = ServiceEvent extends infer E
  ? E extends ServiceEvent
    ? Omit<E, 'id' | 'chat_id' | 'client_id'>
    : never
  : never;

/** What CLIENT_MESSAGE tells besides the message itself. */
export interface BotContext {
  readonly siteId: string;
  readonly agentsOnline: boolean;
  readonly channel: { readonly id: string; readonly type: string };
  /** working bots of the channel; the first gets new chats */
  readonly bots: readonly { readonly id: string; readonly name: string }[];
}

export interface EventTarget {
  readonly botId: string;
  readonly chatId: number;
  readonly customerId: number;
  readonly at: number;
  readonly messageId?: number;
}

/** Queues an event for a provider behind all others of its chat. */
export async function enqueueEvent(
  connection: Connection,
  target: EventTarget,
  event: WithoutIds,
): Promise<SendingEvent> {
  const { event: kind, ...rest } = event;
  const body = JSON.stringify({
    id: randomUUID(),
    client_id: String(target.customerId),
    chat_id: String(target.chatId),
    event: kind,
    ...rest,
  });
  const id = await connection.insert(
    "INSERT INTO bot_events (direction, bot_id, chat_id, kind, message_id, body, state, at) VALUES ('out', ?, ?, ?, ?, ?, 'sending', ?)",
    ...[target.botId, target.chatId, kind, target.messageId ?? null, body, target.at],
  );
  return {
    id: String(id),
    botId: target.botId,
    chatId: String(target.chatId),
    messageId: target.messageId?.toString(),
    kind,
    body,
    attempts: 0,
  };
}

/** Queues CLIENT_MESSAGE (bot provider interface, section 2). */
export async function enqueueClientMessage(
  connection: Connection,
  target: EventTarget,
  customer: Customer,
  message: Message,
  context: BotContext,
): Promise<SendingEvent> {
  const url = customer.url !== undefined && URL.canParse(customer.url) ? customer.url : undefined;
  return await enqueueEvent(
    connection,
    { ...target, messageId: Number(message.id) },
    {
      event: 'CLIENT_MESSAGE',
      site_id: context.siteId,
      agents_online: context.agentsOnline,
      sender: {
        id: target.customerId,
        name: customer.name,
        url,
        has_contacts: customer.email !== undefined || customer.phone !== undefined,
      },
      message: { type: 'TEXT', text: asText(message), timestamp: Math.floor(message.at / 1000) },
      channel: context.channel,
    },
  );
}

/** What a bot is told of a message that is not text: the caption, or its kind and link. */
function asText({ type, text, file, latitude, longitude }: Message): string {
  if (text !== undefined) return text;
  return type === 'location' ? `[location] geo:${latitude},${longitude}` : `[${type}] ${file ?? ''}`;
}

/** Queues again what a bot lost before it took it, with the same id, so that a provider that got it after all knows it. */
export async function reviveEvent(
  connection: Connection,
  messageId: number,
  botId: string,
): Promise<SendingEvent | undefined> {
  // An attempt that is still under way counts from here on: what the bot did before is no answer to it.
  const row = await connection.get(
    `UPDATE bot_events SET state = 'sending', attempts = 0,
       begun_after = CASE WHEN begun_after IS NOT NULL THEN (SELECT max(id) FROM bot_events) END
     WHERE message_id = ? AND bot_id = ? AND direction = 'out' AND state IN ('dropped', 'failed') RETURNING *`,
    ...[messageId, botId],
  );
  return row && toSendingEvent(row);
}

/** Counts an attempt before it goes out. undefined: the event is no longer due. */
export async function beginEventAttempt(
  connection: Connection,
  { id }: { readonly id: string },
): Promise<number | undefined> {
  const row = await connection.get(
    `UPDATE bot_events SET attempts = attempts + 1, begun_after = ifnull(begun_after, (SELECT max(id) FROM bot_events))
     WHERE id = ? AND state = 'sending' RETURNING attempts`,
    Number(id),
  );
  return row && Number(row['attempts']);
}

export interface EventVerdict {
  readonly id: string;
  readonly at: number;
  readonly log: readonly BotAttempt[];
  /** undefined: the provider took it */
  readonly error: DeliveryError | undefined;
}

/** Ends an event; a message that did not reach the bot takes the chat from it. */
export async function endEvent(
  connection: Connection,
  { id, at, log, error }: EventVerdict,
): Promise<ChatChange | undefined> {
  const row = await connection.get('SELECT * FROM bot_events WHERE id = ?', Number(id));
  if (row === undefined) return undefined;
  const isDue = row['state'] === 'sending';
  const state = error === undefined ? 'delivered' : isDue ? 'failed' : String(row['state']);
  await connection.run('UPDATE bot_events SET state = ?, log = ? WHERE id = ?', state, JSON.stringify(log), Number(id));
  if (error === undefined || !isDue || row['kind'] !== 'CLIENT_MESSAGE') return undefined;
  return await handOverChat(connection, {
    chatId: Number(row['chat_id']),
    botId: String(row['bot_id']),
    reason: 'failed',
    error,
    at,
  });
}

/** Writes down how an attempt ended while others follow. */
export async function noteEventAttempt(
  connection: Connection,
  { id, log }: { readonly id: string; readonly log: readonly BotAttempt[] },
): Promise<void> {
  await connection.run('UPDATE bot_events SET log = ? WHERE id = ?', JSON.stringify(log), Number(id));
}

interface Loss {
  readonly chatId: number;
  readonly botId: string;
  readonly reason: HandOverReason;
  readonly error?: DeliveryError;
  readonly at: number;
}

async function handOverChat(
  connection: Connection,
  { chatId, botId, reason, error, at }: Loss,
): Promise<ChatChange | undefined> {
  const { row } = await findChat(connection, String(chatId));
  const before = standingOf(row);
  const { standing, changed } = handOver(before, botId, at);
  if (!changed) return undefined;
  await writeStanding(connection, chatId, before, standing, reason);
  const line = await insertSystemLine(
    connection,
    chatId,
    {
      kind: 'handed_over',
      botId,
      botName: await botName(connection, botId),
      reason,
      ...(error !== undefined && { error }),
    },
    at,
  );
  return { chat: await mustRead(connection, chatId), changed: true, added: [line] };
}

/**
 * Chats whose customer waits, and whose bot took a message and has done nothing there since the first attempt at it.
 * One that asked for a person has done what it can; buttons that nobody could be shown were nothing.
 */
export const SILENT_BOT = `
  state = 'bot' AND asked = 0 AND waiting_since IS NOT NULL AND EXISTS (
    SELECT 1 FROM bot_events AS told
    WHERE told.chat_id = chats.id AND told.bot_id = chats.bot_id AND told.direction = 'out' AND told.kind = 'CLIENT_MESSAGE' AND told.state = 'delivered'
      AND NOT EXISTS (
        SELECT 1 FROM bot_events AS said
        WHERE said.chat_id = told.chat_id AND said.bot_id = told.bot_id AND said.id > ifnull(told.begun_after, told.id)
          AND said.direction = 'in' AND said.state = 'accepted' AND said.note IS NOT 'no_plain_text'))`;

export interface SilentBot {
  readonly chatId: string;
  readonly botId: string;
  /** channels for which somebody is there */
  readonly staffedChannels: readonly string[];
  readonly at: number;
}

/** The chat of a bot that took a message and said nothing goes to the operators, where one is there for it. */
export async function handOverSilent(
  connection: Connection,
  { staffedChannels, ...silent }: SilentBot,
): Promise<ChatChange | undefined> {
  const chatId = rowId(silent.chatId) ?? 0;
  const row = await connection.get(
    `SELECT channel_id FROM chats WHERE id = ? AND bot_id = ? AND ${SILENT_BOT}`,
    chatId,
    silent.botId,
  );
  if (row === undefined || !staffedChannels.includes(String(row['channel_id']))) return undefined;
  return await handOverChat(connection, { ...silent, chatId, reason: 'silent' });
}

/** Why tokens are of no use, by the id of their bot. */
export type BotTrouble = Readonly<Record<string, Extract<HandOverReason, 'token_lost' | 'token_conflict'>>>;

/** Every chat of a bot that does not work, or not on that channel, goes to the operators. */
export async function releaseBotChats(
  connection: Connection,
  { botTrouble, at }: { readonly botTrouble: BotTrouble; readonly at: number },
): Promise<readonly ChatChange[]> {
  const rows = await connection.all(
    `SELECT chats.id, chats.bot_id, bots.enabled, bots.removed_at, bot_channels.channel_id IS NOT NULL AS attached
     FROM chats JOIN bots ON bots.id = chats.bot_id
     LEFT JOIN bot_channels ON bot_channels.bot_id = bots.id AND bot_channels.channel_id = chats.channel_id
     WHERE chats.state = 'bot'`,
  );
  return (
    await Array.fromAsync(rows, async (row) => {
      const botId = String(row['bot_id']);
      const reason = whyNot(row, botTrouble[botId]);
      if (reason === undefined) return [];
      return (await handOverChat(connection, { chatId: Number(row['id']), botId, reason, at })) ?? [];
    })
  ).flat();
}

function whyNot(row: Row, trouble: BotTrouble[string] | undefined): HandOverReason | undefined {
  if (row['removed_at'] != null) return 'removed';
  if (Number(row['enabled']) === 0) return 'disabled';
  return trouble ?? (Number(row['attached']) > 0 ? undefined : 'detached');
}

/** All events without a verdict, in the order in which they go out. */
export function toSendingEvent(row: Row): SendingEvent {
  return {
    id: String(row['id']),
    botId: String(row['bot_id']),
    chatId: String(row['chat_id']),
    messageId: row['message_id'] == null ? undefined : String(row['message_id']),
    kind: row['kind'] as ServiceEventKind,
    body: String(row['body']),
    attempts: Number(row['attempts']),
  };
}

export interface HeardEvent {
  readonly botId: string;
  readonly chatId: number | undefined;
  readonly kind: string;
  readonly body: string;
  readonly outcome: 'accepted' | 'repeat' | 'held_back' | 'refused';
  readonly status: number;
  readonly note?: HeldBackReason | Phrase | undefined;
  /** that it became */
  readonly messageId?: string | undefined;
  readonly digest?: string | undefined;
  readonly at: number;
}

/** How much of an event's text is kept, in UTF-16 units. */
const KEPT_BODY = 16 * 1024;

/** Writes down an event from a provider and what became of it. */
export async function noteHeard(connection: Connection, heard: HeardEvent): Promise<void> {
  await connection.run(
    "INSERT INTO bot_events (direction, bot_id, chat_id, kind, message_id, body, state, status, note, digest, at) VALUES ('in', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[heard.botId, heard.chatId ?? null, heard.kind, heard.messageId === undefined ? null : Number(heard.messageId)],
    ...[
      heard.body.slice(0, KEPT_BODY),
      heard.outcome,
      heard.status,
      typeof heard.note === 'object' ? JSON.stringify(heard.note) : (heard.note ?? null),
      heard.digest ?? null,
      heard.at,
    ],
  );
}

/** An event that could not be understood. Its chat is named only where this bot has, or had, it. */
export async function refuseEvent(
  connection: Connection,
  refused: Omit<HeardEvent, 'chatId' | 'outcome'> & { readonly chatId: string | undefined },
): Promise<string | undefined> {
  const asked = refused.chatId === undefined ? undefined : rowId(refused.chatId);
  const chatId = asked !== undefined && (await hasHeld(connection, asked, refused.botId)) ? asked : undefined;
  await noteHeard(connection, { ...refused, chatId, outcome: 'refused' });
  return chatId?.toString();
}

/** Whether this bot has, or had, the chat. */
export async function hasHeld(connection: Connection, chatId: number, botId: string): Promise<boolean> {
  return (
    (await connection.get('SELECT 1 FROM chat_bots WHERE chat_id = ? AND bot_id = ?', chatId, botId)) !== undefined
  );
}

/** Nothing more is accepted from a bot until then (milliseconds, wall clock). */
export async function blockBot(
  connection: Connection,
  { botId, until }: { readonly botId: string; readonly until: number },
): Promise<void> {
  await connection.run(
    'INSERT INTO bot_blocks (bot_id, until) VALUES (?, ?) ON CONFLICT (bot_id) DO UPDATE SET until = excluded.until',
    botId,
    until,
  );
}

/** Forgets events that ended before a time. */
export async function forgetBotEvents(connection: Connection, { before }: { readonly before: number }): Promise<void> {
  await connection.run("DELETE FROM bot_events WHERE at < ? AND state <> 'sending'", before);
}
