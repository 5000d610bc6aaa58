import { z } from 'zod';
import { externalKey, type Chat, type ChatState, type Operator } from '#shared/domain/entities.ts';
import type { Formatted } from '#shared/domain/formatted.ts';
import type { Message } from '#shared/domain/message.ts';
import { required } from '#shared/contract/errors.ts';
import type { SenderFields } from '#shared/protocol/chat-channel.ts';
import { command, DONE } from '../command.ts';
import { type Connection, mapInOrder } from '../connection.ts';
import {
  JOIN_CARD,
  ofCard,
  type MessageRow,
  rowId,
  readChat,
  readCustomer,
  SELECT_MESSAGE,
  fitting,
  MESSAGE_SIZE,
  toMessage,
} from '../rows.ts';
import { inIds, sql, type Sql } from '../sql.ts';
import { ratingPageOf, type RatedPage, type RatingRow } from '../reports/ratings.ts';
import { findChats } from '../chats/chat-change.ts';
import { closeFound } from '../chats/chats.ts';
import type { ReceivedMessage } from '../messages/receive-message.ts';
import { stillFilledByBot } from './contacts.ts';
import { readDeliveryChange, subtractFailure } from '../deliveries/deliveries.ts';

/** A visitor of a website, and who has their open chat. */
export interface VisitorRecord {
  readonly customerId: string;
  readonly blocked: boolean;
  /** undefined: none is open */
  readonly chatId?: string | undefined;
  readonly state?: Exclude<ChatState, 'closed'> | undefined;
  readonly operatorId?: string | undefined;
  readonly botName?: string | undefined;
  readonly hasEmail: boolean;
  /** the newest message that was on their screen */
  readonly seen?: string | undefined;
}

/** undefined: they never wrote */
export async function findVisitor(
  db: Connection,
  { channelId, externalId }: { readonly channelId: string; readonly externalId: string },
): Promise<VisitorRecord | undefined> {
  const row = await db.get<
    Omit<VisitorRecord, 'blocked' | 'hasEmail' | 'seen'> & { blockedAt?: number; email?: string; seenId?: string }
  >`
    SELECT customers.id AS customer_id, customers.blocked_at, ${ofCard(sql`email`)} AS email, chats.id AS chat_id, state, operator_id, bots.name AS bot_name,
      (SELECT max(messages.id) FROM messages JOIN deliveries ON message_id = messages.id
       WHERE messages.chat_id IN (SELECT id FROM chats WHERE customer_id = customers.id) AND seen_at IS NOT NULL) AS seen_id
    FROM customers ${JOIN_CARD} LEFT JOIN chats ON chats.customer_id = customers.id AND state <> 'closed'
    LEFT JOIN bots ON bots.id = bot_id
    WHERE customers.channel_id = ${channelId} AND customers.external_key = ${externalKey(externalId)}`;
  if (row === undefined) return undefined;
  const { blockedAt, email, seenId, ...visitor } = row;
  return { ...visitor, blocked: blockedAt !== undefined, hasEmail: email !== undefined, seen: seenId };
}

/** The latest chat of each of these customers, with their name; by the customer's id. */
async function latestChats(db: Connection, { customerIds }: { readonly customerIds: readonly string[] }) {
  const rows = await db.all<Pick<Chat, 'id' | 'state'> & { customerId: string; name?: string }>`
    SELECT customers.id AS customer_id, chats.id, chats.state, ${ofCard(sql`name`)} AS name
    FROM customers ${JOIN_CARD} JOIN chats
      ON chats.id = (SELECT max(latest.id) FROM chats AS latest WHERE latest.customer_id = customers.id)
    WHERE customers.id IN ${inIds(customerIds)}`;
  return Object.fromEntries(rows.map(({ customerId, ...chat }) => [customerId, chat]));
}

/** A message with what a visitor is shown of its writer, and of the rating that it asks for. */
export interface VisitorMessage {
  readonly message: Message;
  /** of a bot's Markdown, parsed when it was stored */
  readonly formatted?: readonly Formatted[] | undefined;
  readonly writer?: Pick<Operator, 'photo' | 'picture'> | undefined;
  readonly rating?: RatedPage | undefined;
}

/** Selects what a visitor sees: their own messages, and what was sent to them in any of their chats. */
const isShown = (customerId: string): Sql => sql`
  chat_id IN (SELECT id FROM chats WHERE customer_id = ${rowId(customerId)}) AND held_back IS NULL
  AND (author IN ('customer', 'operator', 'bot') OR (author = 'system' AND event IS NULL))`;

/** The newest messages of a visitor before one, or the first after one; oldest first. */
async function listVisitorMessages(
  db: Connection,
  request: {
    readonly customerId: string;
    readonly after?: string | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
    readonly now: number;
  },
) {
  const { customerId, after, before, limit, now } = request;
  const isForward = after !== undefined;
  const bound = rowId(after ?? before ?? '') ?? (isForward ? 0 : Number.MAX_SAFE_INTEGER);
  const [isBeyond, order] = isForward ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const rows = await db.all<{ id: string; size: number; photo?: string; picture?: string }>`
    SELECT messages.id, ${MESSAGE_SIZE} AS size, operators.photo, operators.picture FROM messages LEFT JOIN operators ON operators.id = operator_id
    WHERE ${isShown(customerId)} AND messages.id ${isBeyond} ${bound} ORDER BY messages.id ${order} LIMIT ${limit + 1}`;
  const page = fitting(rows, limit);
  const messages = await mapInOrder(isForward ? page : page.toReversed(), async ({ id, photo, picture }) => {
    const row = await db.get<MessageRow>`${SELECT_MESSAGE} WHERE messages.id = ${rowId(id)}`;
    const asked = await db.get<RatingRow>`SELECT * FROM ratings WHERE message_id = ${rowId(id)}`;
    const writer = row?.author === 'operator' ? { photo, picture } : undefined;
    const told = await db.get<{ formatted?: readonly Formatted[] }>`
      SELECT formatted FROM messages WHERE id = ${rowId(id)}`;
    return (
      row && { message: toMessage(row), formatted: told?.formatted, writer, rating: asked && ratingPageOf(asked, now) }
    );
  });
  return { messages, more: rows.length > page.length };
}

/**
 * True if a visitor's window can have this message from here, not from before a restore. `at`: its time there, if known
 */
async function isShownToVisitor(
  db: Connection,
  { customerId, id, at }: { readonly customerId: string; readonly id: string; readonly at?: number | undefined },
): Promise<boolean> {
  const found = await db.get<{ at: number }>`
    SELECT messages.at FROM messages WHERE id = ${rowId(id)} AND ${isShown(customerId)}`;
  return found !== undefined && (at === undefined || found.at === at);
}

export const visitorCommands = {
  /** a visitor's window has everything up to this message; `seen`: it was on the screen */
  'visitors.received': command({
    for: 'engine',
    input: z.custom<{ readonly customerId: string; readonly upTo: string; readonly seen: boolean }>(),
    run: async (db, { customerId, upTo, seen }, { at }) => {
      const theirs = sql`SELECT id FROM messages WHERE chat_id IN (SELECT id FROM chats WHERE customer_id = ${rowId(customerId)})`;
      // A mail that came back does not matter any more.
      const failed = await db.column<string>`
        SELECT chat_id FROM deliveries WHERE message_id IN (${theirs} AND id <= ${rowId(upTo)})
          AND state = 'failed' AND dismissed = 0`;
      for (const chatId of failed) await subtractFailure(db, chatId);
      const changed = await db.column<string>`
        UPDATE deliveries SET state = 'delivered', attempts = CASE attempts WHEN 0 THEN 1 ELSE attempts END, error = NULL,
          delivered_at = coalesce(delivered_at, ${at}), seen_at = ${seen ? sql`coalesce(seen_at, ${at})` : sql`seen_at`}
        WHERE message_id IN (${theirs} AND id <= ${rowId(upTo)})
          AND (state IN ('sending', 'failed') OR ${seen ? sql`(state = 'delivered' AND seen_at IS NULL)` : sql`FALSE`})
        RETURNING message_id`;
      const inOrder = changed.toSorted((a, b) => Number(a) - Number(b));
      const happened = await mapInOrder(inOrder, async (messageId) => {
        const { message } = await readDeliveryChange(db, messageId);
        return { name: 'message.changed', data: { message } } as const;
      });
      const chats = await mapInOrder(new Set(failed), async (chatId) => {
        const chat = await readChat(db, chatId);
        return chat && ({ name: 'chat.changed', data: { chat } } as const);
      });
      return { answer: DONE, happened: [...happened, ...chats] };
    },
  }),
  /** a visitor ends their open chat; answers whether they had one */
  'visitors.endChat': command({
    for: 'engine',
    input: z.custom<{ readonly customerId: string }>(),
    run: async (db, { customerId }, { at }) => {
      const [found] = await findChats(db, sql`chats.customer_id = ${rowId(customerId)} AND chats.state <> 'closed'`);
      if (found === undefined) return { answer: false };
      return { answer: true, chats: [await closeFound(db, found, { kind: 'ended_by_customer' }, at)] };
    },
  }),
  /**
   * a visitor says where mail reaches them; the same again changes nothing that an operator has corrected since. Answers
   * false if there is no such visitor, or the website has proven another address
   */
  'visitors.giveEmail': command({
    for: 'engine',
    input: z.custom<{ readonly customerId: string; readonly email: string }>(),
    run: async (db, { customerId, email }) => {
      const row = await db.get<{ given: string; filledByBot: string; email?: string; blockedAt?: number }>`
        SELECT given, filled_by_bot, email, blocked_at FROM customers WHERE id = ${rowId(customerId)}`;
      if (row === undefined) return { answer: false };
      const given = JSON.parse(row.given) as SenderFields & Pick<ReceivedMessage, 'proven'>;
      // A blocked visitor is not told so, and nothing of theirs is kept.
      if (row.blockedAt !== undefined || (given.email === email && row.email !== undefined)) return { answer: true };
      if (given.proven?.email !== undefined) return { answer: false };
      const filledByBot = stillFilledByBot(row.filledByBot, ['email']);
      await db.update('customers', { id: customerId }, { email, given: { ...given, email }, filledByBot });
      // Of a card that they share, only what is missing there, or what they said before.
      await db.run`
        UPDATE customers SET email = ${email} WHERE (email IS NULL OR email = ${given.email})
          AND id = (SELECT contact_id FROM customers WHERE id = ${rowId(customerId)})`;
      const customer = required(await readCustomer(db, customerId), 'customer');
      return { answer: true, happened: [{ name: 'customer.changed', data: { customer } }], touched: ['contacts'] };
    },
  }),
} as const;

export const visitorQueries = { findVisitor, latestChats, listVisitorMessages, isShownToVisitor } as const;
