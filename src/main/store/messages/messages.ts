import { z } from 'zod';
import { notFound, required } from '#shared/contract/errors.ts';
import { externalKey, type ChatState } from '#shared/domain/entities.ts';
import type { HistoryChat } from '#shared/contract/chats.ts';
import { toClientMessage } from '#shared/contract/answers.ts';
import { pageFields } from '#shared/contract/fields.ts';
import type { Message } from '#shared/domain/message.ts';
import { query } from '../command.ts';
import type { Connection } from '../connection.ts';
import { SENDING_DELIVERY } from '../deliveries/deliveries.ts';
import {
  rowId,
  SELECT_MESSAGE,
  toMessage,
  type MessageRow,
  selectChat,
  toChat,
  type ChatRow,
  pageOf,
  beyondCursor,
  fitting,
  MESSAGE_SIZE,
} from '../rows.ts';
import { allOf, inIds, sql, type Sql } from '../sql.ts';
import type { Span } from '#shared/domain/report-span.ts';
import type { SendingDelivery } from '../deliveries/sending.ts';

const messagePage = z.object({
  chatId: z.string(),
  /** earlier messages continue into the customer's previous, closed chats */
  history: z.boolean().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
  limit: pageFields.limit,
});

export interface MessagePage {
  readonly messages: Message[];
  readonly hasEarlier: boolean;
  /** for a page after or around a message: whether there are later ones */
  readonly hasLater?: boolean;
  /** for a page with history: the chats of its messages */
  readonly chats?: HistoryChat[];
}

export const messageRouteQueries = {
  /**
   * the newest page, or the one before, after or around a message, which is in the last of them; oldest first within the
   * page. Coded error: not_found
   */
  'messages.list': query({
    for: 'everyone',
    input: messagePage,
    topics: [],
    read: async (db, page) => {
      const list = await listMessages(db, page);
      return { ...list, messages: list.messages.map(toClientMessage) };
    },
  }),
} as const;

async function listMessages(db: Connection, page: z.output<typeof messagePage>): Promise<MessagePage> {
  const chat = await db.get<{ id: string; cardId: string }>`
    SELECT chats.id, coalesce(contact_id, customer_id) AS card_id FROM chats
    JOIN customers ON customers.id = customer_id WHERE chats.id = ${rowId(page.chatId)}`;
  if (chat === undefined) throw notFound('chat');
  const { before, after, around, limit } = page;
  const past = page.history === true ? chat.cardId : undefined;
  if (after !== undefined) return { ...(await later(db, chat.id, requiredId(after), limit)), hasEarlier: true };
  if (around === undefined) {
    const beforeId = before === undefined ? END : requiredId(before);
    const from = past === undefined ? undefined : await chatOfMessage(db, beforeId, past);
    return await earlier(db, { chatId: from ?? chat.id, before: beforeId, limit, past });
  }
  const aroundId = requiredId(around);
  if ((await db.get`SELECT 1 FROM messages WHERE id = ${aroundId} AND chat_id = ${chat.id}`) === undefined)
    throw notFound('message');
  const most = Math.ceil(limit / 2);
  const back = await earlier(db, { chatId: chat.id, before: aroundId + 1, limit: most, past });
  const on = await later(db, chat.id, aroundId, limit - most);
  return { ...back, messages: [...back.messages, ...on.messages], hasLater: on.hasLater };
}

/** After every message. */
const END = Number.MAX_SAFE_INTEGER;

/** Selects the messages of all customers who share a contact. */
const isOfCard = (cardId: string): Sql =>
  sql`customer_id IN (SELECT id FROM customers WHERE id = ${cardId} OR contact_id = ${cardId})`;

/** The chat of a message; undefined if it does not belong to the contact. */
async function chatOfMessage(db: Connection, messageId: number, cardId: string) {
  return await db.value<string>`
    SELECT chat_id FROM messages JOIN chats ON chats.id = chat_id WHERE messages.id = ${messageId} AND ${isOfCard(cardId)}`;
}

interface EarlierRequest {
  readonly chatId: string;
  readonly before: number;
  readonly limit: number;
  /** the contact whose closed chats before this one follow; undefined: none */
  readonly past: string | undefined;
}

async function earlier(db: Connection, { chatId: from, before: start, limit, past }: EarlierRequest) {
  const found: SizedMessage[] = [];
  let [chatId, before]: [string | undefined, number] = [from, start];
  while (chatId !== undefined && found.length <= limit) {
    found.push(
      ...(await db.all<SizedMessage>`
        SELECT id, ${MESSAGE_SIZE} AS size FROM messages WHERE chat_id = ${chatId} AND id < ${before}
        ORDER BY id DESC LIMIT ${limit + 1 - found.length}`),
    );
    [chatId, before] = [past === undefined ? undefined : await chatBefore(db, chatId, past), END];
  }
  const shown = fitting(found, limit);
  const messages = await readMessages(db, shown.toReversed());
  const page = { messages, hasEarlier: found.length > shown.length };
  return past === undefined ? page : { ...page, chats: await chatsOf(db, messages) };
}

/** The contact's previous closed chat. */
async function chatBefore(db: Connection, chatId: string, cardId: string) {
  return await db.value<string>`
    SELECT id FROM chats WHERE id < ${chatId} AND state = 'closed' AND ${isOfCard(cardId)} ORDER BY id DESC LIMIT 1`;
}

async function chatsOf(db: Connection, messages: readonly Message[]) {
  return await db.all<HistoryChat>`
    SELECT chats.id, chats.channel_id, opened_at,
      coalesce(operators.name, CASE WHEN bot_answer_waited IS NOT NULL THEN bots.name END) AS answered_by
    FROM chats LEFT JOIN operators ON operators.id = answered_by LEFT JOIN bots ON bots.id = bot_id
    WHERE chats.id IN ${inIds([...new Set(messages.map(({ chatId }) => chatId))])} ORDER BY chats.id`;
}

async function later(db: Connection, chatId: string, after: number, limit: number) {
  const found = await db.all<SizedMessage>`
    SELECT id, ${MESSAGE_SIZE} AS size FROM messages WHERE chat_id = ${chatId} AND id > ${after}
    ORDER BY id LIMIT ${limit + 1}`;
  const shown = fitting(found, limit);
  return { messages: await readMessages(db, shown), hasLater: found.length > shown.length };
}

interface SizedMessage {
  readonly id: string;
  readonly size: number;
}

/** Reads only the messages of a page: a bot's text may have hundreds of kilobytes. */
async function readMessages(db: Connection, ids: readonly SizedMessage[]): Promise<Message[]> {
  const rows = await db.all<MessageRow>`
    ${SELECT_MESSAGE} WHERE messages.id IN ${inIds(ids.map(({ id }) => id))}
    ORDER BY messages.chat_id, messages.id`;
  return rows.map(toMessage);
}

/** Coded error: not_found. */
function requiredId(messageId: string): number {
  return required(rowId(messageId), 'message');
}

/** All unfinished replies, in sending order. */
async function listSending(db: Connection) {
  return await db.all<SendingDelivery>`
    SELECT ${SENDING_DELIVERY} FROM deliveries WHERE state = 'sending' ORDER BY sequence`;
}

/** The number of unfinished replies. */
async function countSending(db: Connection): Promise<number> {
  return (await db.value<number>`SELECT count(*) FROM deliveries WHERE state = 'sending'`) ?? 0;
}

/** Finds a customer's open chat, and whether they are blocked. */
async function findSender(db: Connection, customer: { readonly channelId: string; readonly externalId: string }) {
  const row = await db.get<{ blockedAt?: number; id?: string }>`
    SELECT customers.blocked_at, chats.id FROM customers
    LEFT JOIN chats ON chats.customer_id = customers.id AND chats.state <> 'closed'
    WHERE customers.channel_id = ${customer.channelId} AND customers.external_key = ${externalKey(customer.externalId)}`;
  return { isBlocked: row?.blockedAt !== undefined, ...(row?.id !== undefined && { chatId: row.id }) };
}

/** The recipient of messages in a chat. Coded error: not_found. */
async function recipientOf(db: Connection, { chatId }: { readonly chatId: string }) {
  const found = await db.get<{ channelId: string; externalId: string; state: ChatState }>`
    SELECT chats.channel_id, chats.state, customers.external_id FROM chats
    JOIN customers ON customers.id = chats.customer_id WHERE chats.id = ${rowId(chatId)}`;
  return required(found, 'chat');
}

export interface TranscriptSelection extends Span {
  readonly channelId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Chats that began in a period, oldest first. Coded error: invalid_input, for an invalid cursor. */
async function listTranscriptChats(db: Connection, { from, to, channelId, cursor, limit }: TranscriptSelection) {
  const where = allOf(
    sql`opened_at >= ${from} AND opened_at < ${to}`,
    channelId !== undefined && sql`channel_id = ${channelId}`,
    beyondCursor(cursor, sql`(opened_at, id) >`),
  );
  const chosen = sql`(SELECT * FROM chats WHERE ${where} ORDER BY opened_at, id LIMIT ${limit + 1})`;
  const rows = await db.all<ChatRow>`${selectChat(chosen)} ORDER BY chats.opened_at, chats.id`;
  const { page: chats, ...next } = pageOf(rows.map(toChat), limit, ({ openedAt: value, id }) => ({ value, id }));
  return { chats, ...next };
}

/** Messages of a chat after one of them, oldest first. */
async function listTranscriptMessages(
  db: Connection,
  page: { readonly chatId: string; readonly after: string; readonly notes: boolean; readonly limit: number },
) {
  const rows = await db.all<MessageRow>`
    ${SELECT_MESSAGE} WHERE messages.chat_id = ${rowId(page.chatId)} AND messages.id > ${Number(page.after)}
      AND ${page.notes ? sql`TRUE` : sql`messages.author <> 'note'`} ORDER BY messages.id LIMIT ${page.limit}`;
  return rows.map(toMessage);
}

export const messageQueries = {
  listSending,
  countSending,
  findSender,
  recipientOf,
  listTranscriptChats,
  listTranscriptMessages,
} as const;
