import { botSpoke, heard, inviteAgent, operatorCameOnline } from '#shared/domain/chat-rules.ts';
import type { HeldBackReason, Message } from '#shared/domain/entities.ts';
import { RATING_LINK } from '#shared/domain/rating-rules.ts';
import { ratingRequest } from '#shared/locales/rating.ts';
import { renderAgentMessage } from '#shared/protocol/agent-message.ts';
import type { BotMessage, ClientInfo } from '#shared/protocol/bot-provider.ts';
import type { Connection, Row } from '../connection.ts';
import { enqueueEvent, hasHeld, noteHeard } from './bot-events.ts';
import { lookUpChat, mustRead, noteLastMessage, type ChatChange, type FoundChat } from './chat-change.ts';
import { fillContacts } from './contacts.ts';
import { enqueueDelivery, QUEUED, type SendingDelivery } from './deliveries.ts';
import { insertMessage, insertSystemLine } from './messages.ts';
import { inviteToRate, type RatingInvitation } from './ratings.ts';
import { noteBotAnswer } from './report-facts.ts';
import { botName } from './people.ts';
import { standingOf, writeStanding } from './standing.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** What an event of a provider asks for. `texts`: what the channel gets, a message each. */
export type BotAct =
  | {
      readonly kind: 'BOT_MESSAGE';
      readonly message: BotMessage;
      readonly texts: readonly string[];
      readonly eventId: string | undefined;
    }
  | {
      readonly kind: 'INVITE_AGENT';
      /** channels for which somebody is there */ readonly staffedChannels: readonly string[];
    }
  | { readonly kind: 'CLIENT_INFO'; readonly info: ClientInfo }
  | {
      readonly kind: 'INIT_RATE';
      /** undefined: customers could not open the page */
      readonly invitation: RatingInvitation | undefined;
      readonly texts: RatingInvitation['texts'];
    };

export interface BotEvent {
  readonly bot: { readonly id: string; readonly name: string; readonly enabled: boolean };
  /** as the provider gave them; a chat is looked up by its customer where it is not named */
  readonly chatId: string | undefined;
  readonly customerId: string | undefined;
  readonly act: BotAct;
  /** the whole event, for the inspector */
  readonly body: string;
  /** of chat, id and content; undefined: has no id, so nothing is a repeat */
  readonly digest: string | undefined;
  readonly at: number;
  readonly repeatsSince: number;
}

/** Why an event is none of this bot's business. */
export type BotProblem = 'unknown_chat' | 'unknown_client' | 'other_client' | 'not_yours';

export type BotEventReceived =
  | { readonly outcome: 'accepted'; readonly chatId: string; readonly change: ChatChange }
  | { readonly outcome: 'repeat'; readonly chatId: string }
  /** `change` holds what the operator sees of it */
  | {
      readonly outcome: 'held_back';
      readonly chatId: string;
      readonly reason: HeldBackReason;
      readonly change: ChatChange | undefined;
    }
  | { readonly outcome: 'refused'; readonly problem: BotProblem; readonly chatId?: string };

/** What its provider is told. */
export const BOT_PROBLEMS: Record<BotProblem, Phrase> = {
  unknown_chat: phrase('journal:chatId.unknown'),
  unknown_client: phrase('journal:clientId.unknown'),
  other_client: phrase('journal:clientId.other'),
  not_yours: phrase('journal:notYours'),
};

const STATUS: Record<BotProblem, number> = {
  unknown_chat: 400,
  unknown_client: 400,
  other_client: 400,
  not_yours: 403,
};

/** Does what a bot's event asks for, where the bot has the chat, and writes down what became of it. */
export function receiveBotEvent(connection: Connection, event: BotEvent): BotEventReceived {
  const found = chatOf(connection, event);
  const note = { botId: event.bot.id, kind: event.act.kind, body: event.body, digest: event.digest, at: event.at };
  if (typeof found === 'string') {
    noteHeard(connection, {
      ...note,
      chatId: undefined,
      outcome: 'refused',
      status: STATUS[found],
      note: BOT_PROBLEMS[found],
    });
    return { outcome: 'refused', problem: found };
  }
  const chatId = String(found.chatId);
  if (!hasHeld(connection, found.chatId, event.bot.id)) {
    noteHeard(connection, {
      ...note,
      chatId: undefined,
      outcome: 'refused',
      status: STATUS.not_yours,
      note: BOT_PROBLEMS.not_yours,
    });
    return { outcome: 'refused', problem: 'not_yours' };
  }
  const earlier = findRepeated(connection, event);
  if (earlier !== undefined) {
    // What was held back stays so, however often it comes.
    const reason = earlier['state'] === 'held_back' ? (earlier['note'] as HeldBackReason) : undefined;
    noteHeard(connection, {
      ...note,
      digest: undefined,
      chatId: found.chatId,
      outcome: 'repeat',
      status: reason === undefined ? 200 : 403,
      note: reason,
    });
    return reason === undefined
      ? { outcome: 'repeat', chatId }
      : { outcome: 'held_back', chatId, reason, change: undefined };
  }
  const move = heard(found.standing, event.bot.id, { isEnabled: event.bot.enabled, hasHeld: true });
  const hold = (reason: HeldBackReason): BotEventReceived => {
    const change = holdBack(connection, found, event, reason);
    noteHeard(connection, {
      ...note,
      chatId: found.chatId,
      outcome: 'held_back',
      status: 403,
      note: reason,
      messageId: change?.added[0]?.id,
    });
    return { outcome: 'held_back', chatId, reason, change };
  };
  if (!move.ok) return hold(move.heldBack ?? 'handed_over');
  const { act } = event;
  const accepted = { ...note, chatId: found.chatId, outcome: 'accepted' as const, status: 200 };
  if (act.kind === 'BOT_MESSAGE') {
    const change = say(connection, found, event, act);
    noteHeard(connection, {
      ...accepted,
      messageId: change.added[0]?.id,
      ...(act.texts.length === 0 && { note: 'no_plain_text' }),
    });
    return { outcome: 'accepted', chatId, change };
  }
  if (act.kind === 'INIT_RATE') {
    if (act.invitation === undefined) return hold('not_reachable');
    noteHeard(connection, accepted);
    return {
      outcome: 'accepted',
      chatId,
      change: inviteToRate(connection, found, { name: event.bot.name, botId: event.bot.id }, act.invitation, event.at),
    };
  }
  // Before what it sets going, which the inspector shows below it.
  noteHeard(connection, accepted);
  return { outcome: 'accepted', chatId, change: doAct(connection, found, event, act) };
}

/** By `chat_id`, or else the latest chat of `client_id`; the two must fit. */
function chatOf(connection: Connection, { chatId, customerId, bot }: BotEvent): FoundChat | BotProblem {
  if (chatId !== undefined) {
    const found = lookUpChat(connection, chatId);
    if (found === undefined) return 'unknown_chat';
    return customerId !== undefined && customerId !== String(found.row['customer_id']) ? 'other_client' : found;
  }
  const row =
    customerId !== undefined && /^\d{1,15}$/.test(customerId)
      ? connection.get(
          'SELECT id FROM chats JOIN chat_bots ON chat_bots.chat_id = chats.id WHERE customer_id = ? AND chat_bots.bot_id = ? ORDER BY id DESC LIMIT 1',
          Number(customerId),
          bot.id,
        )
      : undefined;
  return (row && lookUpChat(connection, String(row['id']))) ?? 'unknown_client';
}

function findRepeated(connection: Connection, { bot, digest, repeatsSince }: BotEvent): Row | undefined {
  if (digest === undefined) return undefined;
  return connection.get(
    'SELECT state, note FROM bot_events WHERE digest = ? AND bot_id = ? AND at > ? LIMIT 1',
    digest,
    bot.id,
    repeatsSince,
  );
}

/**
 * What the customer would have read stands greyed in the conversation: a message that came too late, and a request for
 * a rating that nobody could have followed. Other events are seen in the inspector only.
 */
function holdBack(
  connection: Connection,
  { row, chatId }: FoundChat,
  event: BotEvent,
  reason: HeldBackReason,
): ChatChange | undefined {
  const { act } = event;
  const said = ((): Said | undefined => {
    if (act.kind === 'BOT_MESSAGE') return { ...act, text: act.message.text };
    if (act.kind !== 'INIT_RATE' || reason !== 'not_reachable') return undefined;
    return {
      message: undefined,
      text: ratingRequest(act.texts[String(row['channel_id'])], RATING_LINK),
      eventId: undefined,
    };
  })();
  if (said === undefined) return undefined;
  const message = insertBotMessage(connection, chatId, event, { ...said, heldBack: reason });
  return { chat: mustRead(connection, chatId), changed: true, added: [message] };
}

function doAct(
  connection: Connection,
  found: FoundChat,
  event: BotEvent,
  act: Exclude<BotAct, { readonly kind: 'BOT_MESSAGE' | 'INIT_RATE' }>,
): ChatChange {
  switch (act.kind) {
    case 'INVITE_AGENT':
      return askForPerson(connection, found, event, act.staffedChannels.includes(String(found.row['channel_id'])));
    case 'CLIENT_INFO':
      return noteContacts(connection, found, event, act.info);
  }
}

function say(
  connection: Connection,
  found: FoundChat,
  event: BotEvent,
  act: BotAct & { readonly kind: 'BOT_MESSAGE' },
): ChatChange {
  const { row, chatId, standing } = found;
  const added: Message[] = [];
  const sending: SendingDelivery[] = [];
  if (act.texts.length === 0)
    added.push(insertBotMessage(connection, chatId, event, { ...act, text: undefined, heldBack: 'no_plain_text' }));
  for (const [part, text] of act.texts.entries()) {
    const message = insertBotMessage(connection, chatId, event, {
      ...act,
      message: part === 0 ? act.message : undefined,
      text,
    });
    const body = renderAgentMessage(
      String(row['external_id']),
      { name: event.bot.name },
      { type: 'text', id: message.id, text },
    );
    sending.push(
      enqueueDelivery(connection, {
        messageId: message.id,
        chatId: message.chatId,
        channelId: String(row['channel_id']),
        body,
      }),
    );
    added.push({ ...message, delivery: QUEUED });
  }
  const last = added.at(-1);
  if (last !== undefined) noteLastMessage(connection, chatId, last);
  // Who got nothing goes on waiting.
  const after = sending.length > 0 ? botSpoke(standing) : standing;
  if (after !== standing) writeStanding(connection, chatId, standing, after);
  if (sending.length > 0) noteBotAnswer(connection, found, event.at);
  return { chat: mustRead(connection, chatId), changed: true, added, sending };
}

interface Said {
  /** undefined: a further part of a long text */
  readonly message: BotMessage | undefined;
  readonly text: string | undefined;
  readonly eventId: string | undefined;
  readonly heldBack?: HeldBackReason;
}

function insertBotMessage(
  connection: Connection,
  chatId: number,
  { bot, at }: BotEvent,
  { message, text, eventId, heldBack }: Said,
): Message {
  const meant =
    message?.type === 'MARKDOWN'
      ? { markdown: message.content }
      : message?.type === 'BUTTONS'
        ? { title: message.title, buttons: message.buttons }
        : {};
  return insertMessage(connection, {
    chatId,
    from: 'bot',
    type: 'text',
    text,
    fields: meant,
    externalId: eventId,
    botId: bot.id,
    heldBack,
    authorName: bot.name,
    at,
  });
}

function askForPerson(
  connection: Connection,
  found: FoundChat,
  { bot, at }: BotEvent,
  operatorsOnline: boolean,
): ChatChange {
  const { chatId, row, standing } = found;
  const after = inviteAgent(standing, operatorsOnline, at);
  if (after.changed) writeStanding(connection, chatId, standing, after.standing);
  const added = after.changed
    ? [
        insertSystemLine(
          connection,
          chatId,
          { kind: 'asked_for_person', operatorsOnline, botId: bot.id, botName: bot.name },
          at,
        ),
      ]
    : [];
  const target = { botId: bot.id, chatId, customerId: Number(row['customer_id']), at };
  const events =
    after.standing.state === 'bot' ? [enqueueEvent(connection, target, { event: 'AGENT_UNAVAILABLE' })] : [];
  return { chat: mustRead(connection, chatId), changed: after.changed, added, events };
}

function noteContacts(
  connection: Connection,
  { chatId, row }: FoundChat,
  { bot, at }: BotEvent,
  info: ClientInfo,
): ChatChange {
  const { customer, fields } = fillContacts(connection, Number(row['customer_id']), info);
  const added =
    fields.length === 0
      ? []
      : [
          insertSystemLine(
            connection,
            chatId,
            { kind: 'contacts_given', fields: [...fields], botId: bot.id, botName: bot.name },
            at,
          ),
        ];
  return {
    chat: mustRead(connection, chatId),
    changed: fields.length > 0,
    added,
    ...(customer !== undefined && fields.length > 0 && { customer }),
  };
}

/** Somebody is there now for these channels: their chats whose bot asked for a person join the queue. */
export function queueAskedChats(
  connection: Connection,
  {
    at,
    staffedChannels,
  }: {
    readonly at: number;
    readonly staffedChannels: readonly string[];
  },
): readonly ChatChange[] {
  const rows = connection.all("SELECT * FROM chats WHERE state = 'bot' AND asked > 0 ORDER BY id");
  return rows
    .filter((row) => staffedChannels.includes(String(row['channel_id'])))
    .map((row) => {
      const chatId = Number(row['id']);
      const before = standingOf(row);
      const { standing } = operatorCameOnline(before, at);
      writeStanding(connection, chatId, before, standing);
      const botId = String(row['bot_id']);
      const line = insertSystemLine(
        connection,
        chatId,
        { kind: 'handed_over', reason: 'operator_online', botId, botName: botName(connection, botId) },
        at,
      );
      return { chat: mustRead(connection, chatId), changed: true, added: [line] };
    });
}
