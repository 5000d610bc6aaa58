import type { Chat, Customer, LastMessage } from '#shared/domain/entities.ts';
import type { ChatEvent, Delivery, DeliveryError, Message, MessageFields } from '#shared/domain/message.ts';
import type { Connection, Row } from './connection.ts';

/** How much of the last words a list row carries, in UTF-16 units. */
const EXCERPT = 160;

/** Of a customer, as `toCustomer` reads them: name and contacts are those of the card that merged customers share. */
export const CUSTOMER_COLUMNS = `customers.id AS customer_id, customers.external_id, customers.photo, customers.url, customers.invite, customers.first_seen_at,
    customers.contact_id, customers.blocked_at, iif(customers.contact_id IS NULL, customers.name, card.name) AS name,
    iif(customers.contact_id IS NULL, customers.phone, card.phone) AS phone, iif(customers.contact_id IS NULL, customers.email, card.email) AS email`;

/** What the columns of a customer need beside the customers. */
export const JOIN_CARD = 'LEFT JOIN customers AS card ON card.id = customers.contact_id';

/** Chats, from the table or from a query in brackets, with all that a list row shows; callers add WHERE, ORDER and LIMIT. */
export const selectChat = (chats = 'chats'): string => `
  SELECT chats.id, chats.state, chats.channel_id, chats.operator_id, chats.bot_id, chats.asked, chats.rating, chats.unanswered, chats.seen, chats.waiting_since, chats.failed,
    chats.opened_at, chats.last_activity_at, chats.closed_at,
    chats.tags, ${CUSTOMER_COLUMNS},
    last.id AS last_id, last.author AS last_author, last.type AS last_type, last.text AS last_text,
    last.at AS last_at, last.fields AS last_fields
  FROM ${chats} AS chats JOIN customers ON customers.id = chats.customer_id ${JOIN_CARD}
  LEFT JOIN messages AS last ON last.id = chats.last_message_id`;

export const SELECT_MESSAGE = `
  SELECT messages.*, deliveries.state AS delivery_state, deliveries.attempts, deliveries.error AS delivery_error, deliveries.delivered_at
  FROM messages LEFT JOIN deliveries ON deliveries.message_id = messages.id`;

export async function readChat(connection: Connection, chatId: number): Promise<Chat | undefined> {
  const row = await connection.get(`${selectChat()} WHERE chats.id = ?`, chatId);
  return row && toChat(row);
}

export async function readMessage(connection: Connection, messageId: number): Promise<Message | undefined> {
  const row = await connection.get(`${SELECT_MESSAGE} WHERE messages.id = ?`, messageId);
  return row && toMessage(row);
}

export async function readCustomer(connection: Connection, customerId: number): Promise<Customer | undefined> {
  const row = await connection.get(
    `SELECT customers.channel_id, ${CUSTOMER_COLUMNS} FROM customers ${JOIN_CARD} WHERE customers.id = ?`,
    customerId,
  );
  return row && toCustomer(row);
}

export function toChat(row: Row): Chat {
  return {
    id: String(row['id']),
    state: row['state'] as Chat['state'],
    channelId: String(row['channel_id']),
    customer: toCustomer(row),
    operatorId: text(row['operator_id']),
    botId: text(row['bot_id']),
    askedForPerson: Number(row['asked']) > 0,
    rating: parsed<Chat['rating'] & object>(row['rating']),
    unanswered: Number(row['unanswered']),
    seen: parsed<Chat['seen'] & object>(row['seen']),
    waitingSince: number(row['waiting_since']),
    tags: parsed<string[]>(row['tags']),
    hasFailed: Number(row['failed']) > 0,
    openedAt: Number(row['opened_at']),
    lastActivityAt: Number(row['last_activity_at']),
    closedAt: number(row['closed_at']),
    lastMessage: toLastMessage(row),
  };
}

function toLastMessage(row: Row): LastMessage | undefined {
  if (row['last_id'] == null) return undefined;
  const fields = parsed<MessageFields>(row['last_fields']);
  return {
    id: String(row['last_id']),
    from: row['last_author'] as Message['from'],
    type: row['last_type'] as Message['type'],
    text: text(row['last_text'])?.slice(0, EXCERPT),
    title: fields?.title,
    emoji: fields?.emoji,
    fileName: fields?.fileName,
    at: Number(row['last_at']),
  };
}

/** What a list row shows of a chat's last message. */
export function excerpt(message: Message): LastMessage {
  const { id, from, type, text: words, at, title, emoji, fileName } = message;
  return { id, from, type, text: words?.slice(0, EXCERPT), title, emoji, fileName, at };
}

export function toCustomer(row: Row): Customer {
  return {
    id: String(row['customer_id']),
    channelId: String(row['channel_id']),
    externalId: String(row['external_id']),
    name: text(row['name']),
    phone: text(row['phone']),
    email: text(row['email']),
    photo: text(row['photo']),
    url: text(row['url']),
    invite: text(row['invite']),
    firstSeenAt: Number(row['first_seen_at']),
    contactId: text(row['contact_id']),
    blocked: row['blocked_at'] == null ? undefined : true,
  };
}

export function toMessage(row: Row): Message {
  return {
    ...parsed<MessageFields>(row['fields']),
    id: String(row['id']),
    chatId: String(row['chat_id']),
    from: row['author'],
    type: row['type'],
    text: text(row['text']),
    externalId: text(row['external_id']),
    clientId: text(row['client_id']),
    part: number(row['part']),
    operatorId: text(row['operator_id']),
    botId: text(row['bot_id']),
    heldBack: text(row['held_back']),
    authorName: text(row['author_name']),
    event: parsed<ChatEvent>(row['event']),
    delivery: row['delivery_state'] == null ? undefined : toDelivery(row),
    at: Number(row['at']),
    // Each was of one of the kinds when it was stored.
  } as Message;
}

function toDelivery(row: Row): Delivery {
  const error = row['delivery_error'];
  return {
    state: row['delivery_state'] as Delivery['state'],
    attempts: Number(row['attempts']),
    error: error == null ? undefined : (JSON.parse(String(error)) as DeliveryError),
    deliveredAt: number(row['delivered_at']),
  };
}

/** Ids are decimal strings outside the store; undefined where the text is not one of ours. */
export function rowId(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

function text(value: Row[string] | undefined): string | undefined {
  return value == null ? undefined : String(value);
}

function number(value: Row[string] | undefined): number | undefined {
  return value == null ? undefined : Number(value);
}

/** Only for JSON that this store wrote itself. */
function parsed<T>(value: Row[string] | undefined): T | undefined {
  return value == null ? undefined : (JSON.parse(String(value)) as T);
}
