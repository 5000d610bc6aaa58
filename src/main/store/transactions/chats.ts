import { ContractError } from '#shared/contract/errors.ts';
import { close, reopen, returnToBot, take, type Standing } from '#shared/domain/chat-rules.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { isNews } from '#shared/domain/needs-person.ts';
import type { Connection } from '../connection.ts';
import { cardOf } from '../contact-rows.ts';
import { readCustomer, rowId, SELECT_MESSAGE, toMessage } from '../rows.ts';
import { enqueueClientMessage, enqueueEvent, reviveEvent, type BotContext, type SendingEvent } from './bot-events.ts';
import { allowed, findChat, finish, mustRead, type ChatChange, type FoundChat } from './chat-change.ts';
import { noLongerFilledByBot } from './contacts.ts';
import { insertSystemLine } from './messages.ts';
import { actingOperator, botName, attachedBots, operatorName, worksHere, type ActingOperator } from './people.ts';
import { standingOf } from './standing.ts';
import { phrase } from '#shared/locales/phrase.ts';

export interface OperatorAct {
  readonly chatId: string;
  readonly operatorId: string;
  readonly at: number;
}

/** An operator takes a chat. Coded errors: not_found, chat_closed, chat_taken. */
export async function takeChat(
  connection: Connection,
  act: OperatorAct & { readonly over: boolean },
): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  const move = await allowed(connection, found, take(found.standing, operator.id, act.over));
  return await finish(connection, found, move, () => takenLine(connection, found, operator, act.at));
}

/** Closes a chat; the customer's next message opens a new one. Bots that had it are told. Coded error: not_found. */
export async function closeChat(connection: Connection, act: OperatorAct): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  const move = await allowed(connection, found, close(found.standing));
  if (!move.changed) return { chat: await mustRead(connection, found.chatId), changed: false, added: [] };
  await noteClosed(connection, found, act.at);
  const change = await finish(connection, found, move, () =>
    insertSystemLine(
      connection,
      found.chatId,
      { kind: 'closed', operatorId: operator.id, operatorName: operator.name },
      act.at,
    ),
  );
  return { ...change, events: await closedEvents(connection, found, act.at) };
}

/** Undoes a close. Coded errors: not_found, chat_superseded where the customer has a newer chat, customer_blocked. */
export async function reopenChat(connection: Connection, act: OperatorAct): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  const { row, chatId } = found;
  const newer = await connection.get(
    'SELECT id FROM chats WHERE customer_id = ? AND id > ? LIMIT 1',
    Number(row['customer_id']),
    chatId,
  );
  if (newer !== undefined) throw new ContractError('chat_superseded', phrase('errors:refusals.chat.superseded'));
  if (
    (await connection.get(
      'SELECT 1 FROM customers WHERE id = ? AND blocked_at IS NOT NULL',
      Number(row['customer_id']),
    )) !== undefined
  ) {
    throw new ContractError('customer_blocked', phrase('errors:refusals.chat.blocked'));
  }
  const move = await allowed(
    connection,
    found,
    reopen(found.standing, await standingBefore(connection, found, operator.id)),
  );
  if (move.changed)
    await connection.run(
      'UPDATE chats SET closed_at = NULL, before_close = NULL, seen = ? WHERE id = ?',
      JSON.stringify({ [operator.id]: 0 }),
      chatId,
    );
  return await finish(connection, found, move, () =>
    insertSystemLine(
      connection,
      chatId,
      { kind: 'reopened', operatorId: operator.id, operatorName: operator.name },
      act.at,
    ),
  );
}

/**
 * As it stood before the close. A bot was told that the chat is over, so its chat comes back to the operator who undid it;
 * so does that of an operator who works here no more.
 */
async function standingBefore(
  connection: Connection,
  { row, standing }: FoundChat,
  operatorId: string,
): Promise<Standing> {
  const before = row['before_close'] == null ? undefined : (JSON.parse(String(row['before_close'])) as Standing);
  const isGone = before?.state === 'active' && !(await worksHere(connection, before.operatorId));
  if (before !== undefined && before.state !== 'bot' && !isGone) return { ...before, botMaySpeak: undefined };
  return { state: 'active', operatorId, botId: standing.botId, waitingSince: before?.waitingSince };
}

/**
 * An operator gives a chat to a bot, which is told what the customer said meanwhile and nobody answered.
 * Coded errors: not_found, no_bot, chat_closed, chat_taken.
 */
export async function returnChatToBot(
  connection: Connection,
  act: OperatorAct & {
    /** what a bot is told of each channel on which one works */
    readonly contexts: Readonly<Record<string, BotContext>>;
  },
): Promise<ChatChange> {
  const operator = await actingOperator(connection, act.operatorId);
  const found = await findChat(connection, act.chatId);
  if (found.standing.state === 'closed') await allowed(connection, found, { ok: false, refusal: 'chat_closed' });
  const { context, bot } = await workingBot(connection, found, act.contexts);
  const move = await allowed(connection, found, returnToBot(found.standing, operator.id, bot.id));
  const change = await finish(connection, found, move, () =>
    insertSystemLine(
      connection,
      found.chatId,
      {
        kind: 'returned_to_bot',
        operatorId: operator.id,
        operatorName: operator.name,
        botId: bot.id,
        botName: bot.name,
      },
      act.at,
    ),
  );
  if (!move.changed) return change;
  return {
    ...change,
    events: await unansweredEvents(connection, found, {
      botId: bot.id,
      since: move.standing.waitingSince,
      at: act.at,
      customer: change.chat.customer,
      context,
    }),
  };
}

/** The bot that had the chat, or else the first that works on its channel. Coded error: no_bot. */
async function workingBot(
  connection: Connection,
  { row, standing }: FoundChat,
  contexts: Readonly<Record<string, BotContext>>,
): Promise<{ readonly context: BotContext; readonly bot: BotContext['bots'][number] }> {
  const channelId = String(row['channel_id']);
  const context = contexts[channelId];
  const bots = await attachedBots(connection, channelId, context);
  const bot = bots.find(({ id }) => id === standing.botId) ?? bots[0];
  if (context === undefined || bot === undefined)
    throw new ContractError('no_bot', phrase('errors:refusals.chat.noBot'));
  return { context, bot };
}

export interface Unanswered {
  readonly botId: string;
  /** when the first of it came; undefined: there is nothing */
  readonly since: number | undefined;
  readonly at: number;
  readonly customer: Customer;
  readonly context: BotContext;
}

/** Queues what the customer said and nobody answered, for a bot that got the chat again. */
export async function unansweredEvents(
  connection: Connection,
  { row, chatId }: FoundChat,
  { botId, since, at, customer, context }: Unanswered,
): Promise<readonly SendingEvent[]> {
  if (since === undefined) return [];
  const rows = await connection.all(
    `${SELECT_MESSAGE} WHERE messages.chat_id = ?1 AND messages.author = 'customer' AND messages.at >= ?2 AND NOT EXISTS (
       SELECT 1 FROM bot_events WHERE bot_events.message_id = messages.id AND direction = 'out' AND bot_events.bot_id = ?3 AND bot_events.state = 'delivered')
     ORDER BY messages.id LIMIT 100`,
    ...[chatId, since, botId],
  );
  const target = { botId, chatId, customerId: Number(row['customer_id']), at };
  return await Array.fromAsync(
    rows,
    async (said) =>
      (await reviveEvent(connection, Number(said['id']), botId)) ??
      (await enqueueClientMessage(connection, target, customer, toMessage(said), context)),
  );
}

/** An operator has looked at the chat; to the others nothing has changed. Coded error: not_found. */
export async function markChatRead(
  connection: Connection,
  act: { readonly chatId: string; readonly operatorId: string },
): Promise<ChatChange> {
  const { chatId } = await findChat(connection, act.chatId);
  const chat = await mustRead(connection, chatId);
  if (!isNews(chat, act.operatorId)) return { chat, changed: false, added: [] };
  const seen = { ...chat.seen, [act.operatorId]: chat.unanswered };
  await connection.run('UPDATE chats SET seen = ? WHERE id = ?', JSON.stringify(seen), chatId);
  return { chat: { ...chat, seen }, changed: true, added: [] };
}

/** Closes all open chats of a channel that goes away. */
export async function closeChannel(
  connection: Connection,
  act: { readonly channelId: string; readonly channelName: string; readonly at: number },
): Promise<readonly ChatChange[]> {
  const rows = await connection.all("SELECT * FROM chats WHERE channel_id = ? AND state <> 'closed'", act.channelId);
  return await Array.fromAsync(rows, async (row) => {
    const found = { row, chatId: Number(row['id']), standing: standingOf(row) };
    await noteClosed(connection, found, act.at);
    const change = await finish(connection, found, await allowed(connection, found, close(found.standing)), () =>
      insertSystemLine(connection, found.chatId, { kind: 'channel_removed', channelName: act.channelName }, act.at),
    );
    return { ...change, events: await closedEvents(connection, found, act.at) };
  });
}

/** Sets what an operator typed on the contact card, which merged customers share; an empty text takes the field away. Coded error: not_found. */
export async function updateCustomer(
  connection: Connection,
  change: {
    readonly customerId: string;
    readonly name?: string | undefined;
    readonly phone?: string | undefined;
    readonly email?: string | undefined;
  },
): Promise<Customer> {
  const id = rowId(change.customerId);
  const given = (['name', 'phone', 'email'] as const).filter((field) => change[field] !== undefined);
  const cardId = id === undefined ? undefined : await cardOf(connection, id);
  if (cardId !== undefined) {
    for (const field of given)
      await connection.run(
        `UPDATE customers SET ${field} = ? WHERE id = ?`,
        change[field] === '' ? null : (change[field] ?? null),
        cardId,
      );
    await noLongerFilledByBot(connection, cardId, given);
  }
  const customer = id === undefined ? undefined : await readCustomer(connection, id);
  if (customer === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.customer'));
  return customer;
}

/** Says that the operator has the chat now. */
export async function takenLine(
  connection: Connection,
  { chatId, standing }: FoundChat,
  operator: ActingOperator,
  at: number,
): Promise<Message> {
  return await insertSystemLine(
    connection,
    chatId,
    {
      kind: 'taken',
      operatorId: operator.id,
      operatorName: operator.name,
      ...(await formerNames(connection, standing)),
    },
    at,
  );
}

/** Of who has a chat now. */
export async function formerNames(
  connection: Connection,
  { state, operatorId, botId }: Standing,
): Promise<{ readonly fromOperatorName?: string; readonly fromBotName?: string }> {
  if (state === 'bot' && botId !== undefined) return { fromBotName: await botName(connection, botId) };
  const name = state === 'active' ? await operatorName(connection, operatorId) : undefined;
  return name === undefined ? {} : { fromOperatorName: name };
}

export async function noteClosed(connection: Connection, { chatId, standing }: FoundChat, at: number): Promise<void> {
  await connection.run(
    'UPDATE chats SET closed_at = ?, before_close = ?, unanswered = 0, seen = NULL WHERE id = ?',
    at,
    JSON.stringify(standing),
    chatId,
  );
}

/** CHAT_CLOSED for every bot that has held the chat (bot provider interface, section 6). */
export async function closedEvents(
  connection: Connection,
  { row, chatId }: FoundChat,
  at: number,
): Promise<readonly SendingEvent[]> {
  const bots = await connection.all('SELECT bot_id FROM chat_bots WHERE chat_id = ? ORDER BY bot_id', chatId);
  return await Array.fromAsync(bots, (bot) =>
    enqueueEvent(
      connection,
      { botId: String(bot['bot_id']), chatId, customerId: Number(row['customer_id']), at },
      { event: 'CHAT_CLOSED' },
    ),
  );
}
