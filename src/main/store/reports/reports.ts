import { pageFields } from '#shared/contract/fields.ts';
import {
  type FigureSelection,
  figureSelection,
  type LeftBotReason,
  type ReportSelection,
  reportSelection,
} from '#shared/contract/reports.ts';
import { reportSpan, weekHours, type Span } from '#shared/domain/report-span.ts';
import { query } from '../command.ts';
import type { Connection } from '../connection.ts';
import { operatorName } from '../chats/chat-change.ts';
import {
  beyondCursor,
  CUSTOMER_COLUMNS,
  type CustomerRow,
  type ChatRow,
  IS_COUNTED,
  JOIN_CARD,
  pageOf,
  selectChat,
  toChat,
  toCustomer,
} from '../rows.ts';
import { allOf, sql, type Sql } from '../sql.ts';
import { type Author, type CountedChat, Tallies, Tally } from './report-figures.ts';

/** `now`: milliseconds since 1970 */
export type ReportRequest = ReportSelection & { readonly now: number };

const ANSWERED = sql`answered_by IS NOT NULL`;
const BOT_ALONE = sql`(answered_by IS NULL AND bot_answer_waited IS NOT NULL)`;
const CLOSED = sql`state = 'closed'`;
const CONDITIONS = {
  all: sql`TRUE`,
  answered: ANSWERED,
  botAlone: BOT_ALONE,
  unanswered: sql`(answered_by IS NULL AND bot_answer_waited IS NULL)`,
  closed: CLOSED,
  /** closed without a request for a person or a message from one */
  botSolved: sql`(${CLOSED} AND bot_id IS NOT NULL AND left_bot IS NULL AND ${BOT_ALONE})`,
};

/** A quarter of an hour, the unit in which messages are counted. */
const QUARTER = 900_000;

/** A whole report except the previous period; requires all messages to be counted (`countMessages`). */
async function getReport(db: Connection, { days, timeZone, channelId, now }: ReportRequest) {
  const span = reportSpan(days, timeZone, now);
  const { whole, steps, channels, operators, bots, leftBot, wrote } = await gather(db, span, channelId, span.steps);
  /** The name that an operator or a bot used in a chat. */
  const nameOf = async (writer: string) =>
    (await db.value<string>`
      SELECT author_name FROM messages
      WHERE chat_id = ${wrote.get(writer)} AND (operator_id = ${writer} OR bot_id = ${writer}) AND author_name IS NOT NULL
      ORDER BY id DESC LIMIT 1`) ?? (await operatorName(db, writer));
  return {
    from: span.from,
    to: span.to,
    figures: whole.figures(),
    busy: await addMessagesOverTime(db, span, { channelId, timeZone, starts: span.steps, steps }),
    steps: steps.map((tally, index) => tally.step(span.steps[index] ?? span.from)),
    channels: channels.sorted().map(([id, tally]) => ({ channelId: id, ...tally.group() })),
    operators: await Array.fromAsync(operators.sorted(), async ([id, tally]) => ({
      operatorId: id,
      name: await nameOf(id),
      ...tally.group(),
    })),
    bots: await Array.fromAsync(bots.sorted(), async ([id, tally]) => ({
      botId: id,
      name: await nameOf(id),
      closed: tally.closed,
      solved: tally.botSolved,
      ...tally.group(),
    })),
    leftBot: [...leftBot].map(([reason, chats]) => ({ reason, chats })).sort((a, b) => b.chats - a.chats),
  };
}

/** The period before a report's. A separate query: each takes a while, and others get a turn in between. */
async function getReportBefore(db: Connection, { days, timeZone, channelId, now }: ReportRequest) {
  const { before } = reportSpan(days, timeZone, now);
  return { ...before, figures: (await gather(db, before, channelId, [])).whole.figures() };
}

/** Counts chats, ratings and messages of a period; `starts`: of its steps. */
async function gather(db: Connection, span: Span, channelId: string | undefined, starts: readonly number[]) {
  const whole = new Tally();
  const steps = starts.map(() => new Tally());
  const [channels, operators, bots] = [new Tallies(), new Tallies(), new Tallies()];
  const leftBot = new Map<LeftBotReason, number>();
  /** one for each chat in which they wrote */
  const wrote = new Map<string, string>();
  const isOfChannel = ofChannel(channelId);
  const isWithin = (at: Sql): Sql => allOf(sql`${at} >= ${span.from} AND ${at} < ${span.to}`, isOfChannel);

  const chats = db.each<CountedChat & { id: string; channelId: string; operatorId?: string; leftBot?: LeftBotReason }>`
    SELECT id, opened_at, closed_at, ${CLOSED} AS closed, channel_id, operator_id, bot_id, answered_by, answer_waited,
      bot_answer_waited, left_bot, ${CONDITIONS.botSolved} AS solved
    FROM chats WHERE ${isWithin(sql`opened_at`)} ORDER BY opened_at, id`;
  for await (const chat of chats) {
    const { id, botId, answeredBy, answerWaited, botAnswerWaited, leftBot: reason } = chat;
    const [channel, bot, step] = [channels.of(chat.channelId), bots.of(botId), steps[stepAt(starts, chat.openedAt)]];
    for (const tally of [whole, step, channel, operators.of(chat.operatorId), bot]) tally?.countChat(chat);
    if (answerWaited !== undefined)
      for (const tally of [whole, step, channel, operators.of(answeredBy)]) tally?.firstAnswers.push(answerWaited);
    if (answeredBy !== undefined) wrote.set(answeredBy, id);
    if (botAnswerWaited !== undefined && botId !== undefined) {
      bot?.firstAnswers.push(botAnswerWaited);
      wrote.set(botId, id);
    }
    if (reason !== undefined) leftBot.set(reason, (leftBot.get(reason) ?? 0) + 1);
  }
  const ratings = db.each<{ channelId: string; operatorId?: string; botId?: string; rate: number }>`
    SELECT channel_id, operator_id, bot_id, rate FROM ratings WHERE rate IS NOT NULL AND ${isWithin(sql`rated_at`)}`;
  for await (const { rate, channelId: channel, operatorId, botId } of ratings) {
    const asker = botId === undefined ? operators.of(operatorId) : bots.of(botId);
    for (const tally of [whole, channels.of(channel), asker]) tally?.countRating(rate);
  }
  const messages = db.each<{ channelId: string; author: Author; who: string; count: number }>`
    SELECT channel_id, author, who, sum(count) AS count FROM message_counts
    WHERE ${countedIn(span, channelId)} GROUP BY channel_id, author, who`;
  for await (const { channelId: channel, author, who, count } of messages) {
    const writer = { customer: undefined, operator: operators, bot: bots }[author]?.of(who);
    for (const tally of [whole, channels.of(channel), writer]) tally?.countMessages(author, count);
  }
  return { whole, steps, channels, operators, bots, leftBot, wrote };
}

function stepAt(starts: readonly number[], at: number): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );
}

/** Adds messages to the steps, and counts customers' messages by weekday and hour. */
async function addMessagesOverTime(
  db: Connection,
  span: Span,
  asked: { channelId: string | undefined; timeZone: string; starts: readonly number[]; steps: readonly Tally[] },
) {
  const busy = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  const weekHourOf = weekHours(asked.timeZone);
  const rows = db.each<{ quarter: number; author: Author; count: number }>`
    SELECT quarter, author, sum(count) AS count FROM message_counts
    WHERE ${countedIn(span, asked.channelId)} GROUP BY quarter, author`;
  for await (const { quarter, author, count } of rows) {
    const at = quarter * QUARTER;
    asked.steps[stepAt(asked.starts, at)]?.countMessages(author, count);
    if (author !== 'customer') continue;
    const { weekday, hour } = weekHourOf(at);
    const day = busy[weekday];
    if (day !== undefined) day[hour] = (day[hour] ?? 0) + count;
  }
  return busy;
}

function ofChannel(channelId: string | undefined): Sql | false {
  return channelId !== undefined && sql`channel_id = ${channelId}`;
}

function countedIn({ from, to }: Span, channelId: string | undefined): Sql {
  const [first, end] = [Math.floor(from / QUARTER), Math.ceil(to / QUARTER)];
  return allOf(sql`quarter >= ${first} AND quarter < ${end}`, ofChannel(channelId));
}

export const reportRouteQueries = {
  /** the chats behind a figure of a report, newest first. Coded error: invalid_input, for an invalid cursor */
  'reports.chats': query({
    for: 'reports',
    input: reportSelection.extend({ behind: figureSelection, ...pageFields }),
    topics: [],
    read: async (db, { days, timeZone, channelId, behind, cursor, limit }, { at }) => {
      const { from, to } = reportSpan(days, timeZone, at);
      const where = allOf(
        sql`opened_at >= ${from} AND opened_at < ${to}`,
        ofChannel(channelId),
        conditionOf(behind),
        beyondCursor(cursor, sql`(opened_at, id) <`),
      );
      const chosen = sql`(SELECT * FROM chats WHERE ${where} ORDER BY opened_at DESC, id DESC LIMIT ${limit + 1})`;
      const rows = await db.all<ChatRow>`${selectChat(chosen)} ORDER BY chats.opened_at DESC, chats.id DESC`;
      const { page: chats, ...next } = pageOf(rows.map(toChat), limit, ({ openedAt: value, id }) => ({ value, id }));
      return { chats, ...next };
    },
  }),
} as const;

export interface ReportedChats extends Span {
  readonly channelId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export type ReportedChat = Awaited<ReturnType<typeof listReportedChats>>['chats'][number];

/** Chats that began in a period, oldest first, with what a report counts of each. Coded error: invalid_input, for an invalid cursor. */
async function listReportedChats(db: Connection, { from, to, channelId, cursor, limit }: ReportedChats) {
  const where = allOf(
    sql`opened_at >= ${from} AND opened_at < ${to}`,
    ofChannel(channelId),
    beyondCursor(cursor, sql`(opened_at, id) >`),
  );
  const rows = await db.all<CustomerRow & Pick<ChatRow, 'id' | 'openedAt' | 'closedAt' | 'rating' | 'tags'> & Reported>`
    SELECT chats.id, chats.opened_at, CASE WHEN ${CLOSED} THEN chats.closed_at END AS closed_at, chats.answer_waited,
      chats.rating, chats.tags, channels.name AS channel, operators.name AS operator, bots.name AS bot,
      (SELECT count(*) FROM messages WHERE chat_id = chats.id AND ${IS_COUNTED}) AS messages,
      customers.channel_id, ${CUSTOMER_COLUMNS}
    FROM (SELECT * FROM chats WHERE ${where} ORDER BY opened_at, id LIMIT ${limit + 1}) AS chats
    JOIN customers ON customers.id = chats.customer_id ${JOIN_CARD} JOIN channels ON channels.id = chats.channel_id
    LEFT JOIN operators ON operators.id = chats.operator_id LEFT JOIN bots ON bots.id = chats.bot_id
    ORDER BY chats.opened_at, chats.id`;
  const { page, ...next } = pageOf(rows, limit, ({ openedAt: value, id }) => ({ value, id }));
  return { chats: page.map((row) => ({ ...row, customer: toCustomer(row) })), ...next };
}

interface Reported {
  readonly channel: string;
  readonly operator?: string;
  readonly bot?: string;
  readonly answerWaited?: number;
  readonly messages: number;
}

function conditionOf(behind: FigureSelection): Sql {
  switch (behind.kind) {
    case 'channel':
      return sql`channel_id = ${behind.id}`;
    case 'operator':
      return sql`operator_id = ${behind.id}`;
    case 'bot':
      return sql`bot_id = ${behind.id}`;
    case 'leftBot':
      return sql`left_bot = ${behind.reason}`;
    default:
      return CONDITIONS[behind.kind];
  }
}

/** Messages counted per step: a few milliseconds of the writing thread. */
const STEP = 2000;

/** Counts new messages by quarter of an hour, one step at a time. `done`: nothing is left. */
async function countMessages(db: Connection) {
  const from = (await db.value<number>`SELECT up_to FROM messages_counted`) ?? 0;
  const last = await db.get<{ upTo?: number; count: number }>`
    SELECT max(id) AS up_to, count(*) AS count
    FROM (SELECT id FROM messages WHERE id > ${from} ORDER BY id LIMIT ${STEP}) AS step`;
  if (last?.upTo === undefined) return { done: true };
  const { upTo, count } = last;
  await addCounts(db, sql`messages.id > ${from} AND messages.id <= ${upTo}`, 1);
  await db.run`UPDATE messages_counted SET up_to = ${upTo}`;
  return { done: count < STEP };
}

/** `sign`: -1 takes them away. */
async function addCounts(db: Connection, which: Sql, sign: 1 | -1): Promise<void> {
  await db.run`
    INSERT INTO message_counts (quarter, channel_id, author, who, count)
    SELECT messages.at / 900000, chats.channel_id, author, coalesce(messages.operator_id, messages.bot_id, ''),
      ${sign} * count(*)
    FROM messages JOIN chats ON chats.id = messages.chat_id WHERE ${which} AND ${IS_COUNTED}
    GROUP BY 1, 2, 3, 4
    ON CONFLICT (quarter, channel_id, author, who) DO UPDATE SET count = message_counts.count + excluded.count`;
}

/** Before chats are deleted: reports no longer count their messages. `chats`: a list of ids, in parentheses. */
export async function uncountMessages(db: Connection, chats: Sql): Promise<void> {
  await addCounts(db, sql`messages.chat_id IN ${chats} AND messages.id <= (SELECT up_to FROM messages_counted)`, -1);
  await db.run`DELETE FROM message_counts WHERE count = 0`;
}

export const reportQueries = { getReport, getReportBefore, listReportedChats } as const;

export const reportTransactions = { countMessages } as const;
