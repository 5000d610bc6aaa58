import { botReplied, CLOCK_STEP, inviteAgent, operatorCameOnline, whyHeldBack } from '#shared/domain/chat-rules.ts';
import { markdownBlocks } from '#shared/domain/formatted.ts';
import type { HeldBackReason, Message } from '#shared/domain/message.ts';
import { RATING_LINK } from '#shared/domain/rating-rules.ts';
import { ratingRequest } from '#shared/locales/rating.ts';
import type { BotMessage, ClientInfo } from '#shared/protocol/bot-provider.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import { sql } from '../sqlite.ts';
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
import { canBeAsked, inviteToRate, type RatingInvitation } from '../reports/ratings.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import type { SendingDelivery } from '../deliveries/sending.ts';
import { exceptDuringSwap } from '../refusals.ts';

/** Action requested by a provider's event. `texts`: messages for the channel. */
export type BotAction =
  | {
      readonly kind: 'BOT_MESSAGE';
      readonly message: BotMessage;
      readonly texts: readonly string[];
      readonly eventId: string | undefined;
      /** customers are shown it as it was meant, not only as texts */
      readonly isFormatted?: boolean;
    }
  | {
      readonly kind: 'INVITE_AGENT';
      /** channels with someone there */ readonly staffedChannels: readonly string[];
    }
  | { readonly kind: 'CLIENT_INFO'; readonly info: ClientInfo }
  | {
      readonly kind: 'INIT_RATE';
      readonly invitation: RatingInvitation;
    };

export interface BotEvent {
  readonly bot: { readonly id: string; readonly name: string; readonly enabled: boolean };
  /** as sent by the provider; without a chat id, the chat is found by its customer */
  readonly chatId: string | undefined;
  readonly customerId: string | undefined;
  readonly act: BotAction;
  /** the whole event, for the inspector */
  readonly body: string;
  /** of id and content; undefined: has no id, so it is never a repeat */
  readonly digest: string | undefined;
  readonly at: number;
  readonly repeatsSince: number;
}

/** Reason why an event is not allowed for this bot. */
export type BotProblem = 'unknown_chat' | 'unknown_client' | 'other_client' | 'not_yours';

export type BotEventReceived =
  | { readonly outcome: 'accepted'; readonly chatId: string; readonly change: ChatChange }
  | { readonly outcome: 'repeat'; readonly chatId: string }
  /** `change` is what the operator sees of it */
  | {
      readonly outcome: 'held_back';
      readonly chatId: string;
      readonly reason: HeldBackReason;
      readonly change: ChatChange | undefined;
    }
  | { readonly outcome: 'refused'; readonly problem: BotProblem; readonly chatId?: string };

/** The answer to its provider. */
export const BOT_PROBLEMS: Record<BotProblem, Phrase> = {
  unknown_chat: phrase('errors:calls.chatId.unknown'),
  unknown_client: phrase('errors:calls.clientId.unknown'),
  other_client: phrase('errors:calls.clientId.other'),
  not_yours: phrase('errors:calls.notYours'),
};

/** Executes a bot's event if the bot has the chat, and records the outcome. */
async function receiveBotEvent(db: Connection, event: BotEvent): Promise<BotEventReceived> {
  const { bot, act, body, digest, at } = event;
  const note = (became: Pick<BotEventRecord, 'outcome' | 'status'> & Partial<BotEventRecord>) =>
    recordBotEvent(db, { botId: bot.id, chatId: undefined, kind: act.kind, body, digest, at, ...became });
  const named = await chatOf(db, event);
  const isOwnChat = typeof named === 'string' || (await hasHeld(db, named.chatId, bot.id));
  const found = isOwnChat ? named : 'not_yours';
  if (typeof found === 'string') {
    await note({ outcome: 'refused', status: found === 'not_yours' ? 403 : 400, note: BOT_PROBLEMS[found] });
    return { outcome: 'refused', problem: found };
  }
  const { chatId } = found;
  const earlier = await findRepeated(db, event, chatId);
  if (earlier !== undefined) {
    // Held-back messages stay so, however often they are repeated.
    const heldBack = earlier.state === 'held_back' ? earlier.note : undefined;
    const status = heldBack === undefined ? 200 : 403;
    await note({ digest: undefined, chatId, outcome: 'repeat', status, note: heldBack });
    return heldBack === undefined
      ? { outcome: 'repeat', chatId }
      : { outcome: 'held_back', chatId, reason: heldBack, change: undefined };
  }
  const shown = await capabilitiesOf(db, found.row.channelId);
  const canBeRated = act.kind !== 'INIT_RATE' || (await canBeAsked(db, found.row.channelId, act.invitation));
  const reason = whyHeldBack(found.ownership, bot.id, bot.enabled) ?? (canBeRated ? undefined : 'not_reachable');
  if (reason !== undefined) {
    const change = await holdBack(db, found, event, reason);
    await note({ chatId, outcome: 'held_back', status: 403, note: reason, messageId: change?.added[0]?.id });
    return { outcome: 'held_back', chatId, reason, change };
  }
  const accepted = { chatId, outcome: 'accepted', status: 200 } as const;
  // A message is recorded with its result; other events before their effects, which the inspector shows below them.
  if (act.kind !== 'BOT_MESSAGE') await note(accepted);
  const change = await performAction(db, found, shown.botMessages ? asWritten(event) : event);
  if (act.kind === 'BOT_MESSAGE')
    await note({
      ...accepted,
      messageId: change.added[0]?.id,
      note: change.sending?.length === 0 ? 'no_plain_text' : undefined,
    });
  return { outcome: 'accepted', chatId, change };
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

async function findRepeated(db: Connection, { bot, digest, repeatsSince, at }: BotEvent, chatId: string) {
  if (digest === undefined) return undefined;
  return await db.get<Repeated>`
    SELECT state, note FROM bot_events WHERE digest = ${digest} AND bot_id = ${bot.id} AND chat_id = ${chatId}
      AND at > ${repeatsSince} AND at <= ${at + CLOCK_STEP} LIMIT 1`;
}

/**
 * Undelivered content is shown greyed in the chat: a late message, or a rating request that could not be opened. Other
 * events only appear in the inspector.
 */
async function holdBack(db: Connection, { row, chatId }: FoundChat, event: BotEvent, reason: HeldBackReason) {
  const { act } = event;
  const input = ((): BotMessageInput | undefined => {
    if (act.kind === 'BOT_MESSAGE') return { ...act, text: act.message.text };
    if (act.kind !== 'INIT_RATE' || reason !== 'not_reachable') return undefined;
    return {
      message: undefined,
      text: ratingRequest(act.invitation.texts[row.channelId], RATING_LINK),
      eventId: undefined,
    };
  })();
  if (input === undefined) return undefined;
  const message = await insertBotMessage(db, chatId, event, { ...input, heldBack: reason });
  return { chat: await mustRead(db, chatId), changed: true, added: [message] };
}

/** For channels that show a bot's message as it wrote it: one message, not cut into texts. */
function asWritten(event: BotEvent): BotEvent {
  const { act } = event;
  if (act.kind !== 'BOT_MESSAGE' || act.message.type === 'TEXT') return event;
  const text = act.message.type === 'BUTTONS' ? act.message.title : act.message.text;
  return { ...event, act: { ...act, texts: [text], isFormatted: true } };
}

async function performAction(db: Connection, found: FoundChat, event: BotEvent): Promise<ChatChange> {
  const { act, bot, at } = event;
  switch (act.kind) {
    case 'BOT_MESSAGE':
      return await insertReply(db, found, event, act);
    case 'INVITE_AGENT':
      return await askForPerson(db, found, event, act.staffedChannels.includes(found.row.channelId));
    case 'CLIENT_INFO':
      return await saveContacts(db, found, event, act.info);
    case 'INIT_RATE':
      return await inviteToRate(db, found, { name: bot.name, botId: bot.id }, act.invitation, at);
  }
}

async function insertReply(
  db: Connection,
  found: FoundChat,
  event: BotEvent,
  act: BotAction & { readonly kind: 'BOT_MESSAGE' },
) {
  const { row, chatId, ownership } = found;
  const added: Message[] = [];
  const sending: SendingDelivery[] = [];
  if (act.texts.length === 0)
    added.push(await insertBotMessage(db, chatId, event, { ...act, text: undefined, heldBack: 'no_plain_text' }));
  for (const [part, text] of act.texts.entries()) {
    const message = await insertBotMessage(db, chatId, event, {
      ...act,
      message: part === 0 ? act.message : undefined,
      text,
    });
    sending.push(await enqueueMessage(db, row, { name: event.bot.name }, message));
    added.push({ ...message, delivery: QUEUED });
  }
  const last = added.at(-1);
  if (last !== undefined) await saveLastMessage(db, chatId, last);
  // A customer who got nothing still waits.
  const after = sending.length > 0 ? botReplied(ownership) : ownership;
  if (after !== ownership) await saveOwnership(db, chatId, ownership, after);
  if (sending.length > 0) await recordBotAnswer(db, found, event.at);
  return { chat: await mustRead(db, chatId), changed: true, added, sending };
}

interface BotMessageInput {
  /** undefined: a further part of a long text */
  readonly message: BotMessage | undefined;
  readonly text: string | undefined;
  readonly eventId: string | undefined;
  readonly heldBack?: HeldBackReason;
  readonly isFormatted?: boolean | undefined;
}

async function insertBotMessage(
  db: Connection,
  chatId: string,
  { bot, at }: BotEvent,
  { message, text, eventId, heldBack, isFormatted = false }: BotMessageInput,
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
    externalId: eventId,
    botId: bot.id,
    heldBack,
    authorName: bot.name,
    at,
  });
}

async function askForPerson(db: Connection, found: FoundChat, { bot, at }: BotEvent, operatorsOnline: boolean) {
  const { chatId, row, ownership } = found;
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

async function saveContacts(db: Connection, { chatId, row }: FoundChat, { bot, at }: BotEvent, info: ClientInfo) {
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

/** Someone is now there for these channels: moves their chats whose bot asked for a person to Waiting. */
async function moveAskedChats(
  db: Connection,
  {
    at,
    staffedChannels,
  }: {
    readonly at: number;
    readonly staffedChannels: readonly string[];
  },
) {
  const chats = await findChats(db, sql`chats.state = 'bot' AND chats.asked > 0`);
  return await mapInOrder(chats, async (found) => {
    const { botId = '' } = found.ownership;
    if (!staffedChannels.includes(found.row.channelId)) return undefined;
    const { ownership } = operatorCameOnline(found.ownership, at);
    const name = await botName(db, botId);
    const event = { kind: 'handed_over', reason: 'operator_online', botId, botName: name } as const;
    return await finish(db, found, { ok: true, ownership, changed: true }, event, at);
  });
}

export const botActionTransactions = { ...exceptDuringSwap({ receiveBotEvent }), moveAskedChats } as const;
