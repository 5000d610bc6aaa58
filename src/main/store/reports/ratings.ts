import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ContractError } from '#shared/contract/errors.ts';
import type { Message } from '#shared/domain/message.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { ratingRequest } from '#shared/locales/rating.ts';
import { ratingState, type RatingState } from '#shared/domain/rating-rules.ts';
import type { Connection } from '../connection.ts';
import { enqueueEvent } from '../bots/bot-events.ts';
import {
  actingOperator,
  requireAllowed,
  type ChatChange,
  findChat,
  type FoundChat,
  insertMessage,
  insertSystemLine,
  mustRead,
  saveLastMessage,
  capabilitiesOf,
} from '../chats/chat-change.ts';
import { rowId, CUSTOMER_COLUMNS, JOIN_CARD, toCustomer, type CustomerRow, pageOf, beyondCursor } from '../rows.ts';
import { allOf, sql, type Sql } from '../sql.ts';
import { enqueueMessage, QUEUED } from '../deliveries/deliveries.ts';
import { type Change, command, query } from '../command.ts';
import type { Circumstances } from '../thread.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { pageFields } from '#shared/contract/fields.ts';
import type { Rating } from '#shared/domain/entities.ts';

/** A rating page at an unguessable address; only the digest of its token is stored. */
const newToken = (): string => randomBytes(24).toString('base64url');
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const ONLY_LOCAL = phrase('errors:refusals.chat.ratingOnlyHere');

/**
 * Checks whether a channel's customers can be asked: with a form, or with a link that they can open. One to this
 * computer can be opened where the replies arrive on it, too: somebody is trying it out.
 */
export async function canBeAsked(db: Connection, channelId: string, publicUrl: string): Promise<boolean> {
  if (!isLoopback(new URL(publicUrl).hostname) || (await capabilitiesOf(db, channelId)).ratingForm) return true;
  const endpoint = await db.value<string>`SELECT endpoint FROM channels WHERE id = ${channelId}`;
  return endpoint !== undefined && isLoopback(new URL(endpoint).hostname);
}

interface RatingAsker {
  readonly name: string;
  readonly photo?: string | undefined;
  readonly botId?: string | undefined;
  readonly operatorId?: string | undefined;
}

/**
 * Asks the customer for a rating in the asker's name: with a link to the page, or a form where the channel can show one.
 * Coded error: not_reachable, if the customer could open neither.
 */
export async function inviteToRate(
  db: Connection,
  { row, chatId }: FoundChat,
  asker: RatingAsker,
  { at, publicUrl }: Circumstances,
): Promise<ChatChange & { readonly message: Message }> {
  const { channelId, customerId } = row;
  const token = newToken();
  if (!(await canBeAsked(db, channelId, publicUrl))) throw new ContractError('not_reachable', ONLY_LOCAL);
  // The form takes the place of the link.
  const hasForm = (await capabilitiesOf(db, channelId)).ratingForm;
  const link = hasForm ? '' : `${publicUrl}/rating/${token}`;
  const text = (await ratingRequestOf(db, channelId, link)).replace(/[\s:]+$/, '');
  const { botId, operatorId, name: askedName } = asker;
  const subject =
    asker.botId === undefined
      ? { from: 'operator' as const, ...(asker.operatorId !== undefined && { operatorId: asker.operatorId }) }
      : { from: 'bot' as const, botId: asker.botId };
  const message = await insertMessage(db, { chatId, type: 'text', text, at, authorName: asker.name, ...subject });
  const { id: messageId } = message;
  const request = {
    digest: digestOf(token),
    chatId,
    customerId,
    channelId,
    botId,
    operatorId,
    messageId,
    askedName,
    askedAt: at,
  };
  await db.insert('ratings', request);
  const sending = [await enqueueMessage(db, row, asker, message)];
  await saveLastMessage(db, chatId, message);
  const shown: Message = { ...message, delivery: QUEUED };
  return { chat: await mustRead(db, chatId), changed: true, added: [shown], sending, message: shown };
}

/** What asks a channel's customers for a rating: its own text or the usual one, with the link. */
export async function ratingRequestOf(db: Connection, channelId: string, link: string): Promise<string> {
  return ratingRequest(await db.value<string>`SELECT rating_text FROM channels WHERE id = ${channelId}`, link);
}

export const ratingCommands = {
  /**
   * sends the customer a link to the rating page; refused while only this computer could open it. Coded errors:
   * not_found, chat_closed, chat_taken, not_reachable
   */
  'chats.requestRating': command({
    for: 'everyone',
    input: { chatId: z.string() },
    run: async (db, act, context) => {
      const { id, name, photo } = await actingOperator(db, context.operatorId, context.publicUrl);
      const found = await findChat(db, act.chatId);
      const { state, operatorId } = found.ownership;
      if (state === 'closed') await requireAllowed(db, found, { ok: false, refusal: 'chat_closed' });
      if (state === 'active' && operatorId !== id)
        await requireAllowed(db, found, { ok: false, refusal: 'chat_taken' });
      const change = await inviteToRate(db, found, { operatorId: id, name, photo }, context);
      return { answer: { chat: change.chat, message: change.message }, chats: [change] };
    },
  }),
  /**
   * A customer's rating, by the token of the page's address or the message that asked; another one replaces it while
   * possible. Answers the page; undefined: there is none.
   */
  'ratings.rate': command({ for: 'engine', input: z.custom<RatingAnswer>(), run: storeRating }),
} as const;

export interface RatingAnswer {
  readonly asked: { readonly token: string } | { readonly messageId: string; readonly customerId: string };
  readonly rate: number;
  readonly comment: string | undefined;
}

export interface RatedPage {
  readonly state: RatingState;
  readonly rate?: number | undefined;
  readonly comment?: string | undefined;
  readonly channelId: string;
  /** the channel's name; undefined: it was removed */
  readonly shop?: string | undefined;
}

async function storeRating(
  db: Connection,
  { asked, rate, comment }: RatingAnswer,
  { at }: Circumstances,
): Promise<Change<RatedPage | undefined>> {
  const row =
    'token' in asked
      ? await db.get<RatingRow>`SELECT * FROM ratings WHERE digest = ${digestOf(asked.token)}`
      : await db.get<RatingRow>`
        SELECT * FROM ratings WHERE message_id = ${rowId(asked.messageId)} AND customer_id = ${asked.customerId}`;
  if (row === undefined) return { answer: undefined };
  const page = { ...ratingPageOf(row, at), shop: await shopOf(db, row.channelId) };
  const isSame = page.rate === rate && page.comment === comment;
  if (page.state === 'settled' || page.state === 'expired' || isSame) return { answer: page };
  const again = page.state === 'answered';
  const { id, chatId, customerId, botId, firstRatedAt = at } = row;
  await db.update('ratings', { id }, { rate, comment, ratedAt: at, firstRatedAt });
  const rating = { rate, ...(comment !== undefined && { comment }) };
  await db.update('chats', { id: chatId }, { rating: { ...rating, at } });
  const line = await insertSystemLine(db, chatId, { kind: 'rated', ...rating, again }, at);
  const event = { event: 'CLIENT_RATED', rate, comment } as const;
  const events = botId === undefined ? [] : [await enqueueEvent(db, { botId, chatId, customerId, at }, event)];
  return {
    answer: { ...page, state: 'answered', rate, comment },
    chats: [{ chat: await mustRead(db, chatId), changed: true, added: [line], events }],
    touched: ['ratings'],
  };
}

export interface RatingRow {
  readonly id: string;
  readonly chatId: string;
  readonly customerId: string;
  readonly channelId: string;
  readonly botId?: string;
  readonly operatorId?: string;
  readonly askedName: string;
  readonly askedAt: number;
  readonly rate?: number;
  readonly comment?: string;
  readonly firstRatedAt?: number;
  readonly ratedAt?: number;
}

export function ratingPageOf({ channelId, askedAt, firstRatedAt, rate, comment }: RatingRow, now: number): RatedPage {
  return { channelId, state: ratingState({ askedAt, firstRatedAt }, now), rate, comment };
}

/** The rating page with this token in its address; undefined: there is none. */
async function findRatingPage(db: Connection, { token, now }: { readonly token: string; readonly now: number }) {
  const row = await db.get<RatingRow>`SELECT * FROM ratings WHERE digest = ${digestOf(token)}`;
  return row && { ...ratingPageOf(row, now), shop: await shopOf(db, row.channelId) };
}

async function shopOf(db: Connection, channelId: string): Promise<string | undefined> {
  return await db.value`SELECT name FROM channels WHERE id = ${channelId} AND removed_at IS NULL`;
}

const ratingSelection = z.object({
  channelId: z.string().optional(),
  customerId: z.string().optional(),
  chatId: z.string().optional(),
  operatorId: z.string().optional(),
  botId: z.string().optional(),
  rate: z.int().min(1).max(5).optional(),
  ...pageFields,
});
type RatingSelection = z.output<typeof ratingSelection>;

/** Ratings, newest first, with average and count of all matches. Coded error: invalid_input, for an invalid cursor. */
export async function listRatings(db: Connection, selection: RatingSelection) {
  const where = matching(selection);
  const summary = await db.get<{ count: number; average?: number }>`
    SELECT count(*) AS count, avg(rate) AS average FROM ratings WHERE ${where}`;
  const beyond = beyondCursor(selection.cursor, sql`(rated_at, ratings.id) <`);
  const rows = await db.all<RatingRow & CustomerRow>`
    SELECT ratings.*, ${CUSTOMER_COLUMNS} FROM ratings JOIN customers ON customers.id = ratings.customer_id ${JOIN_CARD}
    WHERE ${allOf(where, beyond)} ORDER BY rated_at DESC, ratings.id DESC LIMIT ${selection.limit + 1}`;
  const { page: ratings, ...next } = pageOf(rows.map(toRating), selection.limit, ({ at: value, id }) => ({
    value,
    id,
  }));
  return { ratings, count: summary?.count ?? 0, average: summary?.average ?? null, ...next };
}

function matching({ channelId, customerId, chatId, operatorId, botId, rate }: RatingSelection): Sql {
  if ([customerId, chatId].some((id) => id !== undefined && rowId(id) === undefined))
    throw new ContractError('not_found', phrase('errors:refusals.nothing.number'));
  return allOf(
    sql`rate IS NOT NULL`,
    channelId !== undefined && sql`ratings.channel_id = ${channelId}`,
    customerId !== undefined && sql`ratings.customer_id = ${customerId}`,
    chatId !== undefined && sql`ratings.chat_id = ${chatId}`,
    operatorId !== undefined && sql`ratings.operator_id = ${operatorId}`,
    botId !== undefined && sql`ratings.bot_id = ${botId}`,
    rate !== undefined && sql`ratings.rate = ${rate}`,
  );
}

function toRating(row: RatingRow & CustomerRow): Rating {
  const { id, chatId, channelId, rate = 0, comment, ratedAt: at = 0, operatorId = '', botId, askedName: name } = row;
  const askedBy: Rating['askedBy'] =
    botId === undefined ? { kind: 'operator', operatorId, name } : { kind: 'bot', botId, name };
  return { id, chatId, channelId, customer: toCustomer(row), rate, comment, at, askedBy };
}

export const ratingRouteQueries = {
  'ratings.list': query({ for: 'everyone', input: ratingSelection, topics: ['ratings'], read: listRatings }),
} as const;

export const ratingQueries = { findRatingPage } as const;
