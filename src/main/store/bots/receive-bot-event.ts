import { z } from 'zod';
import { botReplied, CLOCK_STEP, inviteAgent, operatorCameOnline, whyHeldBack } from '#shared/domain/chat-rules.ts';
import { markdownBlocks } from '#shared/domain/formatted.ts';
import type { HeldBackReason, Message } from '#shared/domain/message.ts';
import { RATING_LINK } from '#shared/domain/rating-rules.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import type { BotMessage, ClientInfo } from '#shared/protocol/bot-provider.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { sql } from '../sql.ts';
import { enqueueEvent, hasHeld, type BotEventRecord, recordBotEvent } from './bot-events.ts';
import {
  botName,
  type ChatChange,
  findChats,
  finish,
  type FoundChat,
  insertMessage,
  insertSystemLine,
  lookUpChat,
  mustRead,
  recordBotAnswer,
  saveLastMessage,
  capabilitiesOf,
  saveOwnership,
} from '../chats/chat-change.ts';
import { fillContacts } from '../customers/contacts.ts';
import { enqueueMessage, QUEUED } from '../deliveries/deliveries.ts';
import { canBeAsked, inviteToRate, ratingRequestOf } from '../reports/ratings.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import type { SendingDelivery } from '../deliveries/sending.ts';
import { command, DONE } from '../command.ts';
import type { Circumstances } from '../thread.ts';

/** Milliseconds within which the same event of a bot is a repeat. */
const REPEAT_WINDOW = 10 * 60 * 1000;

/** Action requested by a provider's event. */
export type BotAction =
  | { readonly event: 'BOT_MESSAGE'; readonly message: BotMessage }
  | { readonly event: 'CLIENT_INFO'; readonly info: ClientInfo }
  | { readonly event: 'INVITE_AGENT' | 'INIT_RATE' };

export interface BotEvent {
  readonly bot: { readonly id: string; readonly name: string; readonly enabled: boolean };
  /** of the event, as sent by the provider */
  readonly id: string | undefined;
  /** as sent by the provider; without a chat id, the chat is found by its customer */
  readonly chatId: string | undefined;
  readonly customerId: string | undefined;
  readonly action: BotAction;
  /** the whole event, for the inspector */
  readonly body: string;
  /** of id and content; undefined: has no id, so it is never a repeat */
  readonly digest: string | undefined;
}

/** Reason why an event is not allowed for this bot. */
export type BotProblem = 'unknown_chat' | 'unknown_client' | 'other_client' | 'not_yours';

export type BotEventReceived =
  | { readonly outcome: 'accepted'; readonly chatId: string; readonly added: readonly Message[] }
  | { readonly outcome: 'repeat'; readonly chatId: string }
  /** `added` is what the operator sees of it */
  | {
      readonly outcome: 'held_back';
      readonly chatId: string;
      readonly reason: HeldBackReason;
      readonly added: readonly Message[];
    }
  | { readonly outcome: 'refused'; readonly problem: BotProblem; readonly chatId?: string };

/** The answer to its provider. */
export const BOT_PROBLEMS: Record<BotProblem, Phrase> = {
  unknown_chat: phrase('errors:calls.chatId.unknown'),
  unknown_client: phrase('errors:calls.clientId.unknown'),
  other_client: phrase('errors:calls.clientId.other'),
  not_yours: phrase('errors:calls.notYours'),
};

export const botActionCommands = {
  /** executes a bot's event if the bot has the chat, and records the outcome */
  'bots.act': command({
    for: 'engine',
    input: z.custom<BotEvent>(),
    run: async (db, event, context) => {
      const { change, ...answer } = await receiveBotEvent(db, event, context);
      return { answer, ...(change !== undefined && { chats: [change] }) };
    },
  }),
  /** somebody is there now: moves the chats on their channels whose bot asked for a person to Waiting */
  'bots.operatorsCame': command({
    for: 'engine',
    input: {},
    run: async (db, _input, { at, staffedChannels }) => {
      const asked = await findChats(db, sql`chats.state = 'bot' AND chats.asked > 0`);
      const chats = await mapInOrder(asked, async (found) => {
        const { botId = '' } = found.ownership;
        if (!staffedChannels.includes(found.row.channelId)) return undefined;
        const { ownership } = operatorCameOnline(found.ownership, at);
        const name = await botName(db, botId);
        const event = { kind: 'handed_over', reason: 'operator_online', botId, botName: name } as const;
        return await finish(db, found, { ok: true, ownership, changed: true }, event, at);
      });
      return { answer: DONE, chats };
    },
  }),
} as const;

async function receiveBotEvent(
  db: Connection,
  event: BotEvent,
  context: Circumstances,
): Promise<BotEventReceived & { readonly change?: ChatChange | undefined }> {
  const { bot, action, body, digest } = event;
  const { at, publicUrl } = context;
  const note = (became: Pick<BotEventRecord, 'outcome' | 'status'> & Partial<BotEventRecord>) =>
    recordBotEvent(db, { botId: bot.id, chatId: undefined, kind: action.event, body, digest, at, ...became });
  const named = await chatOf(db, event);
  const isOwnChat = typeof named === 'string' || (await hasHeld(db, named.chatId, bot.id));
  const found = isOwnChat ? named : 'not_yours';
  if (typeof found === 'string') {
    await note({ outcome: 'refused', status: found === 'not_yours' ? 403 : 400, note: BOT_PROBLEMS[found] });
    return { outcome: 'refused', problem: found };
  }
  const { chatId } = found;
  const earlier = await findRepeated(db, event, chatId, at);
  if (earlier !== undefined) {
    // Held-back messages stay so, however often they are repeated.
    const heldBack = earlier.state === 'held_back' ? earlier.note : undefined;
    const status = heldBack === undefined ? 200 : 403;
    await note({ digest: undefined, chatId, outcome: 'repeat', status, note: heldBack });
    return heldBack === undefined
      ? { outcome: 'repeat', chatId }
      : { outcome: 'held_back', chatId, reason: heldBack, added: [] };
  }
  const shown = await capabilitiesOf(db, found.row.channelId);
  const canBeRated = action.event !== 'INIT_RATE' || (await canBeAsked(db, found.row.channelId, publicUrl));
  const reason = whyHeldBack(found.ownership, bot.id, bot.enabled) ?? (canBeRated ? undefined : 'not_reachable');
  if (reason !== undefined) {
    const change = await holdBack(db, found, event, reason, at);
    const added = change?.added ?? [];
    await note({ chatId, outcome: 'held_back', status: 403, note: reason, messageId: added[0]?.id });
    return { outcome: 'held_back', chatId, reason, added, change };
  }
  const accepted = { chatId, outcome: 'accepted', status: 200 } as const;
  // A message is recorded with its result; other events before their effects, which the inspector shows below them.
  if (action.event !== 'BOT_MESSAGE') await note(accepted);
  const change = await performAction(db, found, event, { ...context, asWritten: shown.botMessages });
  if (action.event === 'BOT_MESSAGE')
    await note({
      ...accepted,
      messageId: change.added[0]?.id,
      note: change.sending?.length === 0 ? 'no_plain_text' : undefined,
    });
  return { outcome: 'accepted', chatId, added: change.added, change };
}

/** Finds the chat by `chat_id`, or else the open chat of `client_id` that the bot has or had; both must match. */
async function chatOf(db: Connection, { chatId, customerId, bot }: BotEvent): Promise<FoundChat | BotProblem> {
  if (chatId !== undefined) {
    const found = await lookUpChat(db, chatId);
    if (found === undefined) return 'unknown_chat';
    return customerId !== undefined && customerId !== found.row.customerId ? 'other_client' : found;
  }
  const isNumber = /^\d{1,15}$/.test(customerId ?? '');
  const open = await db.value<string>`
    SELECT id FROM chats JOIN chat_bots ON chat_bots.chat_id = chats.id
    WHERE customer_id = ${isNumber ? Number(customerId) : undefined} AND chats.state <> 'closed' AND chat_bots.bot_id = ${bot.id}`;
  return (open === undefined ? undefined : await lookUpChat(db, open)) ?? 'unknown_client';
}

interface Repeated {
  readonly state: string;
  readonly note?: HeldBackReason;
}

async function findRepeated(db: Connection, { bot, digest }: BotEvent, chatId: string, at: number) {
  if (digest === undefined) return undefined;
  return await db.get<Repeated>`
    SELECT state, note FROM bot_events WHERE digest = ${digest} AND bot_id = ${bot.id} AND chat_id = ${chatId}
      AND at > ${at - REPEAT_WINDOW} AND at <= ${at + CLOCK_STEP} LIMIT 1`;
}

/**
 * Undelivered content is shown greyed in the chat: a late message, or a rating request that could not be opened. Other
 * events only appear in the inspector.
 */
async function holdBack(
  db: Connection,
  { row, chatId }: FoundChat,
  event: BotEvent,
  reason: HeldBackReason,
  at: number,
): Promise<ChatChange | undefined> {
  const { action } = event;
  const isShown = action.event === 'BOT_MESSAGE' || (action.event === 'INIT_RATE' && reason === 'not_reachable');
  if (!isShown) return undefined;
  const content =
    action.event === 'BOT_MESSAGE'
      ? { message: action.message, text: action.message.text }
      : { message: undefined, text: await ratingRequestOf(db, row.channelId, RATING_LINK) };
  const message = await insertBotMessage(db, chatId, event, { ...content, heldBack: reason, at });
  return { chat: await mustRead(db, chatId), changed: true, added: [message] };
}

/** `asWritten`: the channel shows a bot's message as it wrote it, not only as texts. */
type ActionContext = Circumstances & { readonly asWritten: boolean };

async function performAction(
  db: Connection,
  found: FoundChat,
  event: BotEvent,
  context: ActionContext,
): Promise<ChatChange> {
  const { action, bot } = event;
  const { at, staffedChannels } = context;
  switch (action.event) {
    case 'BOT_MESSAGE':
      return await insertReply(db, found, event, action.message, context);
    case 'INVITE_AGENT':
      return await askForPerson(db, found, bot, { at, isStaffed: staffedChannels.includes(found.row.channelId) });
    case 'CLIENT_INFO':
      return await saveContacts(db, found, bot, { at, info: action.info });
    case 'INIT_RATE':
      return await inviteToRate(db, found, { name: bot.name, botId: bot.id }, context);
  }
}

/** The texts of a bot's message for its channel: custom channels support neither markup nor buttons. */
function textsOf(message: BotMessage, asWritten: boolean): readonly string[] {
  if (asWritten && message.type !== 'TEXT') return [message.type === 'BUTTONS' ? message.title : message.text];
  return message.text === undefined ? [] : cutText(message.text);
}

async function insertReply(
  db: Connection,
  found: FoundChat,
  event: BotEvent,
  message: BotMessage,
  { at, asWritten }: ActionContext,
): Promise<ChatChange> {
  const { row, chatId, ownership } = found;
  const texts = textsOf(message, asWritten);
  const isFormatted = asWritten && message.type !== 'TEXT';
  const added: Message[] = [];
  const sending: SendingDelivery[] = [];
  if (texts.length === 0)
    added.push(await insertBotMessage(db, chatId, event, { message, text: undefined, heldBack: 'no_plain_text', at }));
  for (const [part, text] of texts.entries()) {
    const content = { message: part === 0 ? message : undefined, text, isFormatted, at };
    const stored = await insertBotMessage(db, chatId, event, content);
    sending.push(await enqueueMessage(db, row, { name: event.bot.name }, stored));
    added.push({ ...stored, delivery: QUEUED });
  }
  const last = added.at(-1);
  if (last !== undefined) await saveLastMessage(db, chatId, last);
  // A customer who got nothing still waits.
  const after = sending.length > 0 ? botReplied(ownership) : ownership;
  if (after !== ownership) await saveOwnership(db, chatId, ownership, after);
  if (sending.length > 0) await recordBotAnswer(db, found, at);
  return { chat: await mustRead(db, chatId), changed: true, added, sending };
}

interface BotMessageInput {
  /** undefined: a further part of a long text */
  readonly message: BotMessage | undefined;
  readonly text: string | undefined;
  readonly at: number;
  readonly heldBack?: HeldBackReason;
  readonly isFormatted?: boolean | undefined;
}

async function insertBotMessage(
  db: Connection,
  chatId: string,
  { bot, id, action }: BotEvent,
  { message, text, at, heldBack, isFormatted = false }: BotMessageInput,
) {
  const meant =
    message?.type === 'MARKDOWN'
      ? { markdown: message.content }
      : message?.type === 'BUTTONS'
        ? { title: message.title, buttons: message.buttons }
        : {};
  return await insertMessage(db, {
    chatId,
    from: 'bot',
    type: 'text',
    text,
    fields: meant,
    // Here, on the writing thread, once: not for each window that reads it.
    formatted: isFormatted && message?.type === 'MARKDOWN' ? markdownBlocks(message.content) : undefined,
    externalId: action.event === 'BOT_MESSAGE' ? id : undefined,
    botId: bot.id,
    heldBack,
    authorName: bot.name,
    at,
  });
}

async function askForPerson(
  db: Connection,
  { chatId, row, ownership }: FoundChat,
  bot: BotEvent['bot'],
  { at, isStaffed: operatorsOnline }: { readonly at: number; readonly isStaffed: boolean },
): Promise<ChatChange> {
  const after = inviteAgent(ownership, operatorsOnline, at);
  if (after.changed) await saveOwnership(db, chatId, ownership, after.ownership);
  const added = after.changed
    ? [
        await insertSystemLine(
          db,
          chatId,
          { kind: 'asked_for_person', operatorsOnline, botId: bot.id, botName: bot.name },
          at,
        ),
      ]
    : [];
  const target = { botId: bot.id, chatId, customerId: row.customerId, at };
  const events =
    after.ownership.state === 'bot' ? [await enqueueEvent(db, target, { event: 'AGENT_UNAVAILABLE' })] : [];
  return { chat: await mustRead(db, chatId), changed: after.changed, added, events };
}

async function saveContacts(
  db: Connection,
  { chatId, row }: FoundChat,
  bot: BotEvent['bot'],
  { at, info }: { readonly at: number; readonly info: ClientInfo },
): Promise<ChatChange> {
  const { customer, fields } = await fillContacts(db, row.customerId, info);
  const added =
    fields.length === 0
      ? []
      : [
          await insertSystemLine(
            db,
            chatId,
            { kind: 'contacts_given', fields: [...fields], botId: bot.id, botName: bot.name },
            at,
          ),
        ];
  return {
    chat: await mustRead(db, chatId),
    changed: fields.length > 0,
    added,
    ...(customer !== undefined && fields.length > 0 && { customer }),
  };
}
