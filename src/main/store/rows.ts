import type { Past } from '#main/clock/settled-clock.ts';
import { unreadOf } from '#shared/domain/needs-person.ts';
import { CONTACT_FIELDS, type ContactField, mapContactFields } from '#shared/domain/contact-fields.ts';
import { isOfKind } from '#shared/domain/kinds/kinds.ts';
import type { Chat, Customer, LastMessage } from '#shared/domain/entities.ts';
import {
  chatEvent,
  deliveryError as deliveryErrorSchema,
  excerpt,
  heldBackReason,
  type ChatEvent,
  type Delivery,
  type DeliveryError,
  type HeldBackReason,
  type Message,
  type MessageFields,
} from '#shared/domain/message.ts';
import type { Connection } from './connection.ts';
import { allOf, sql, Sql } from './sql.ts';
import { invalidCursor } from '#shared/contract/errors.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';

/** A column of the card that merged customers share. */
export function ofCard(column: Sql): Sql {
  return sql`CASE WHEN customers.contact_id IS NULL THEN customers.${column} ELSE card.${column} END`;
}

/** Columns of a customer for `toCustomer`; the contact fields are those of the card that merged customers share. */
export const CUSTOMER_COLUMNS =
  new Sql(`customers.id AS customer_id, customers.external_id, customers.photo, customers.url, customers.invite, customers.first_seen_at,
    customers.contact_id, customers.blocked_at,
    ${ofCard(new Sql('given')).text} AS card_given,
    ${CONTACT_FIELDS.map((field) => `${ofCard(new Sql(field)).text} AS ${field}`).join(', ')}`);

/** Joins required by the columns of a customer. */
export const JOIN_CARD = sql`LEFT JOIN customers AS card ON card.id = customers.contact_id`;

/** Chats from the table or a query in parentheses, with all list row data; callers add WHERE, ORDER and LIMIT. */
export const selectChat = (chats = sql`chats`): Sql => sql`
  SELECT chats.id, chats.state, chats.channel_id, chats.operator_id, chats.bot_id, chats.asked, chats.rating, chats.unanswered, chats.seen, chats.waiting_since, chats.failed, chats.snoozed_by, chats.snoozed_until, chats.pinned,
    chats.opened_at, chats.last_activity_at, chats.closed_at,
    chats.tags, ${CUSTOMER_COLUMNS},
    last.id AS last_id, last.author AS last_author, last.type AS last_type, last.text AS last_text,
    last.at AS last_at, last.fields AS last_fields,
    customer_last.id AS customer_last_id, customer_last.type AS customer_last_type, customer_last.text AS customer_last_text, customer_last.at AS customer_last_at, customer_last.fields AS customer_last_fields
  FROM ${chats} AS chats JOIN customers ON customers.id = chats.customer_id ${JOIN_CARD}
  LEFT JOIN messages AS last ON last.id = chats.last_message_id
  LEFT JOIN messages AS customer_last ON customer_last.id = CASE WHEN last.author = 'customer' THEN NULL ELSE (
    SELECT id FROM messages WHERE chat_id = chats.id AND author = 'customer' ORDER BY id DESC LIMIT 1) END`;

/** Selects what counts as a message wherever they are counted (docs/glossary.md): nothing that only operators see. */
export const IS_COUNTED = sql`messages.author IN ('customer', 'operator', 'bot') AND messages.held_back IS NULL`;

export const SELECT_MESSAGE = sql`
  SELECT messages.id, messages.chat_id, messages.author, messages.type, messages.text, messages.fields, messages.external_id,
    messages.client_id, messages.part, messages.operator_id, messages.bot_id, messages.held_back, messages.author_name,
    messages.event, messages.at, deliveries.state AS delivery_state, deliveries.attempts, deliveries.error AS delivery_error, deliveries.delivered_at, deliveries.seen_at, deliveries.dismissed,
    mails.address AS mailed_to, mails.sent_at AS mailed_at
  FROM messages LEFT JOIN deliveries ON deliveries.message_id = messages.id
  LEFT JOIN mailed_messages ON mailed_messages.message_id = messages.id LEFT JOIN mails ON mails.id = mail_id`;

export async function readChat(db: Connection, chatId: string): Promise<Chat | undefined> {
  const row = await db.get<ChatRow>`${selectChat()} WHERE chats.id = ${rowId(chatId)}`;
  return row && toChat(row);
}

export async function readMessage(db: Connection, messageId: string): Promise<Message | undefined> {
  const row = await db.get<MessageRow>`${SELECT_MESSAGE} WHERE messages.id = ${rowId(messageId)}`;
  return row && toMessage(row);
}

export async function readCustomer(db: Connection, customerId: string): Promise<Customer | undefined> {
  const row = await db.get<CustomerRow>`
    SELECT customers.channel_id, ${CUSTOMER_COLUMNS} FROM customers ${JOIN_CARD}
    WHERE customers.id = ${rowId(customerId)}`;
  return row && toCustomer(row);
}

/** The result of `CUSTOMER_COLUMNS`. */
export type CustomerRow = Omit<Customer, 'id' | 'blocked' | 'proven'> & {
  /** what the integrator said last; `proven`: values covered by a signature */
  readonly cardGiven?: { readonly proven?: { readonly [F in ContactField]?: string } };
  readonly customerId: string;
  readonly blockedAt?: number;
};

/** A row of `selectChat`. */
export type ChatRow = CustomerRow &
  Omit<
    Chat,
    'customer' | 'askedForPerson' | 'hasFailed' | 'snoozed' | 'pinned' | 'lastMessage' | 'lastFromCustomer'
  > & {
    readonly asked: number;
    readonly pinned: number;
    readonly failed: number;
    readonly snoozedBy?: string;
    readonly snoozedUntil?: number;
    readonly lastId?: string;
    readonly lastAuthor?: Message['from'];
    readonly lastType?: Message['type'];
    readonly lastText?: string;
    readonly lastFields?: MessageFields;
    readonly lastAt?: number;
    readonly customerLastId?: string;
    readonly customerLastType?: Message['type'];
    readonly customerLastText?: string;
    readonly customerLastFields?: MessageFields;
    readonly customerLastAt?: number;
  };

export function toChat(row: ChatRow): Chat {
  return {
    id: row.id,
    state: row.state,
    channelId: row.channelId,
    customer: toCustomer(row),
    operatorId: row.operatorId,
    botId: row.botId,
    askedForPerson: row.asked > 0,
    rating: row.rating,
    unanswered: row.unanswered,
    seen: row.seen,
    waitingSince: row.waitingSince,
    tags: row.tags,
    pinned: row.pinned > 0 ? true : undefined,
    hasFailed: row.failed > 0,
    snoozed: row.snoozedBy === undefined ? undefined : { by: row.snoozedBy, until: row.snoozedUntil },
    openedAt: row.openedAt,
    lastActivityAt: row.lastActivityAt,
    closedAt: row.closedAt,
    lastMessage: toExcerpt(row.lastId, row.lastAuthor, row.lastType, row.lastAt, {
      ...row.lastFields,
      text: row.lastText,
    }),
    lastFromCustomer: toExcerpt(row.customerLastId, 'customer', row.customerLastType, row.customerLastAt, {
      ...row.customerLastFields,
      text: row.customerLastText,
    }),
  };
}

function toExcerpt(
  id: string | undefined,
  from: Message['from'] | undefined,
  type: Message['type'] | undefined,
  at: number | undefined,
  content: MessageFields & Pick<Message, 'text'>,
): LastMessage | undefined {
  if (id === undefined || from === undefined || type === undefined || at === undefined) return undefined;
  return excerpt({ ...content, id, from, type, at });
}

export function toCustomer(row: CustomerRow): Customer {
  const { customerId: id, channelId, externalId, photo, url, invite, firstSeenAt, contactId } = row;
  const contacts = mapContactFields((field) => row[field]);
  const blocked = row.blockedAt === undefined ? undefined : true;
  // An operator, or the customer, may have given another one since.
  const fields = CONTACT_FIELDS.filter(
    (field) => row[field] !== undefined && row.cardGiven?.proven?.[field] === row[field],
  );
  const proven = fields.length === 0 ? undefined : fields;
  return { id, channelId, externalId, ...contacts, proven, photo, url, invite, firstSeenAt, contactId, blocked };
}

/** A row of `SELECT_MESSAGE`. */
export interface MessageRow extends Omit<Message, 'from' | 'delivery'> {
  readonly author: Message['from'];
  readonly fields?: MessageFields | undefined;
  readonly deliveryState?: Delivery['state'];
  readonly attempts?: number;
  readonly deliveryError?: DeliveryError;
  readonly deliveredAt?: number;
  readonly seenAt?: number;
  readonly dismissed?: number;
  readonly mailedTo?: string;
  readonly mailedAt?: number;
}

/** A stored message; one that this version cannot read becomes a line about that. */
export function toMessage({ author: from, fields, ...row }: MessageRow): Message {
  const { deliveryState: state, attempts = 0, deliveryError, deliveredAt, seenAt, dismissed, mailedTo, ...rest } = row;
  const { mailedAt, ...message } = rest;
  const { id, chatId, at, type, event, heldBack } = row;
  if (type !== 'text' && !isOfKind(type, fields))
    return { id, chatId, at, from: 'system', type: 'text', event: UNKNOWN };
  const isDismissed = dismissed === 1 ? true : undefined;
  // Of an unreadable error, the important part is kept: the reply may have arrived.
  const error = deliveryError && knownError.parse(deliveryError);
  const mail = mailedTo === undefined ? undefined : omitUndefined({ to: mailedTo, at: mailedAt });
  const delivery = state && {
    state,
    attempts,
    error,
    deliveredAt,
    seenAt,
    dismissed: isDismissed,
    ...(mail && { mail }),
  };
  return {
    ...fields,
    ...message,
    ...(event !== undefined && { event: readEvent(event) }),
    ...(heldBack !== undefined && { heldBack: readHeldBack(heldBack) }),
    from,
    delivery,
  } as Message;
}

const UNKNOWN = { kind: 'unknown' } as const;
const knownEvent = chatEvent.catch(UNKNOWN);
const knownReason = heldBackReason.catch('unknown');
const knownError = deliveryErrorSchema.catch({ kind: 'invalid_answer' });

export function readEvent(stored: unknown): ChatEvent {
  return knownEvent.parse(stored);
}

export function readHeldBack(stored: unknown): HeldBackReason {
  return knownReason.parse(stored);
}

/** Ids are decimal strings outside the store; undefined if the text is not a valid id. */
export function rowId(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** Splits rows queried with one more than the limit into a page and its end: the sort value and the row's id. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (last: T) => { readonly value: number; readonly id: string },
): { readonly page: T[]; readonly nextCursor?: string } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  if (found.length <= limit || last === undefined) return { page };
  const { value, id } = cursorOf(last);
  return { page, nextCursor: `${value}.${id}` };
}

/** Rows among which a page is looked for one by one; of more, it is looked for in its order. */
const FEW = 1000;

/** The ids that a query selects; undefined if they are more than a few. */
export async function ifFew(db: Connection, select: Sql): Promise<readonly string[] | undefined> {
  const ids = await db.column<string>`${select} LIMIT ${FEW + 1}`;
  return ids.length > FEW ? undefined : ids;
}

/** Bytes of texts that a page has at most, unless its first entry alone has more. */
const PAGE_BYTES = 2 ** 20;

/** Bytes that a message adds to a page. */
export const MESSAGE_SIZE = sql`
  coalesce(octet_length(text), 0) + coalesce(octet_length(CAST(fields AS TEXT)), 0)
    + coalesce(octet_length(CAST(formatted AS TEXT)), 0)`;

/** The first of them that make a page: at most `limit`, and fewer where they are large. `size`: in bytes */
export function fitting<T extends { readonly size: number }>(rows: readonly T[], limit: number): readonly T[] {
  let size = 0;
  const end = rows.findIndex((row) => (size += row.size) > PAGE_BYTES);
  return rows.slice(0, end < 0 ? limit : Math.min(limit, Math.max(1, end)));
}

export function parseCursor(cursor: string | undefined): { readonly value: number; readonly id: number } | undefined {
  if (cursor === undefined) return undefined;
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
  if (parts === null) throw invalidCursor();
  return { value: Number(parts[1]), id: Number(parts[2]) };
}

/** A condition that leaves out the pages before; `isBeyond` is `(opened_at, id) <`. Coded error: invalid_input. */
export function beyondCursor(cursor: string | undefined, isBeyond: Sql): Sql | undefined {
  const after = parseCursor(cursor);
  return after && sql`${isBeyond} (${after.value}, ${after.id})`;
}

export function isPast(time: Sql, { before, except }: Past): Sql {
  return allOf(
    sql`${time} < ${before}`,
    except !== undefined && sql`${time} NOT BETWEEN ${except.from} AND ${except.to}`,
  );
}

/** A chat as an operator sees it: `unread` counts the unanswered messages they haven't seen. */
export function chatFor(chat: Chat, operatorId: string): Chat & { readonly unread: number } {
  return { ...chat, unread: unreadOf(chat, operatorId) };
}
