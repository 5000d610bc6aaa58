import { ContractError } from '#shared/contract/errors.ts';
import type { Rating } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import { CUSTOMER_COLUMNS, JOIN_CARD, rowId, toCustomer, type CustomerRow } from '../rows.ts';
import { ratingPageOf, type RatedPage, type RatingRow } from '../transactions/ratings.ts';
import { pageOf, parseCursor } from './cursor.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The rating page with this digest; undefined: there is none. */
export async function findRatingPage(
  connection: Connection,
  { digest, now }: { readonly digest: string; readonly now: number },
): Promise<RatedPage | undefined> {
  const row = await connection.get<RatingRow>('SELECT * FROM ratings WHERE digest = ?', digest);
  return row && ratingPageOf(row, now);
}

export interface RatingSelection {
  readonly channelId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly chatId?: string | undefined;
  readonly operatorId?: string | undefined;
  readonly botId?: string | undefined;
  readonly rate?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Ratings, newest first, with average and count of all matches. Coded error: invalid_input, for an invalid cursor. */
export async function listRatings(
  connection: Connection,
  selection: RatingSelection,
): Promise<{
  readonly ratings: Rating[];
  readonly count: number;
  readonly average: number | null;
  readonly nextCursor?: string;
}> {
  const where = conditionsOf(selection);
  const fits = where.map(([sql]) => ` AND ${sql}`).join('');
  const values = where.map(([, value]) => value);
  const summary = await connection.get<{ count: number; average?: number }>(
    `SELECT count(*) AS count, avg(rate) AS average FROM ratings WHERE rate IS NOT NULL${fits}`,
    ...values,
  );
  const after = parseCursor(selection.cursor);
  const rows = await connection.all<RatingRow & CustomerRow>(
    `SELECT ratings.*, ${CUSTOMER_COLUMNS} FROM ratings JOIN customers ON customers.id = ratings.customer_id ${JOIN_CARD}
     WHERE rate IS NOT NULL${fits}${after === undefined ? '' : ' AND (rated_at, ratings.id) < (?, ?)'} ORDER BY rated_at DESC, ratings.id DESC LIMIT ?`,
    ...[...values, ...(after === undefined ? [] : [after.value, after.id]), selection.limit + 1],
  );
  const { page: ratings, ...next } = pageOf(rows.map(toRating), selection.limit, ({ at: value, id }) => ({
    value,
    id,
  }));
  return { ratings, count: summary?.count ?? 0, average: summary?.average ?? null, ...next };
}

function conditionsOf(selection: RatingSelection): readonly (readonly [sql: string, value: string | number])[] {
  const { channelId, customerId, chatId, operatorId, botId, rate } = selection;
  const wanted: readonly (readonly [string, string | number | undefined])[] = [
    ['ratings.channel_id = ?', channelId],
    ['ratings.customer_id = ?', idOf(customerId)],
    ['ratings.chat_id = ?', idOf(chatId)],
    ['ratings.operator_id = ?', operatorId],
    ['ratings.bot_id = ?', botId],
    ['ratings.rate = ?', rate],
  ];
  return wanted.flatMap(([sql, value]) => (value === undefined ? [] : [[sql, value] as const]));
}

function idOf(id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  const found = rowId(id);
  if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.nothing.number'));
  return found;
}

function toRating(row: RatingRow & CustomerRow): Rating {
  const { id, chatId, channelId, rate = 0, comment, ratedAt: at = 0, operatorId = '', botId, askedName: name } = row;
  const askedBy: Rating['askedBy'] =
    botId === undefined ? { kind: 'operator', operatorId, name } : { kind: 'bot', botId, name };
  return { id, chatId, channelId, customer: toCustomer(row), rate, comment, at, askedBy };
}
