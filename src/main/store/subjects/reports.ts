import type { FigureSelection, LeftBotReason, ReportSelection } from '#shared/contract/reports.ts';
import { reportSpan, weekHours, type Span } from '#shared/domain/report-span.ts';
import type { Connection, Row } from '../connection.ts';
import { selectChat, toChat, type ChatRow, pageOf, beyondCursor } from '../rows.ts';
import { Tallies, Tally } from './report-figures.ts';

/** `now`: milliseconds since 1970 */
export type ReportRequest = ReportSelection & { readonly now: number };

const ANSWERED = 'answered_by IS NOT NULL';
const BOT_ALONE = '(answered_by IS NULL AND bot_answer_waited IS NOT NULL)';
const UNANSWERED = '(answered_by IS NULL AND bot_answer_waited IS NULL)';
const CLOSED = "state = 'closed'";
/** closed without a request for a person or a message from one */
const BOT_SOLVED = `(${CLOSED} AND bot_id IS NOT NULL AND left_bot IS NULL AND ${BOT_ALONE})`;

/** A quarter of an hour, the unit in which messages are counted. */
const QUARTER = 900_000;

/** A whole report except the previous period; requires all messages to be counted (`countMessages`). */
async function getReport(db: Connection, { days, timeZone, channelId, now }: ReportRequest) {
  const span = reportSpan(days, timeZone, now);
  const whole = new Tally();
  const steps = span.steps.map(() => new Tally());
  const groups = { channels: new Tallies(), operators: new Tallies(), bots: new Tallies() };
  const leftBot = new Map<LeftBotReason, number>();
  /** one for each chat in which they wrote */
  const wrote = new Map<string, number>();

  for await (const row of chatRows(db, span, channelId)) {
    const channel = groups.channels.of(String(row['channelId']));
    const [bot, operator] = [row['botId'], row['operatorId']].map((id) => (id == null ? undefined : String(id)));
    const botTally = bot === undefined ? undefined : groups.bots.of(bot);
    const operatorTally = operator === undefined ? undefined : groups.operators.of(operator);
    const answerer = row['answeredBy'] == null ? undefined : groups.operators.of(String(row['answeredBy']));
    const step = steps[stepIndex(span.steps, Number(row['openedAt']))];
    for (const tally of [whole, step, channel, operatorTally, botTally]) if (tally !== undefined) countChat(tally, row);
    addFirstAnswer(row, [whole, step, channel, answerer]);
    if (row['answeredBy'] != null) wrote.set(String(row['answeredBy']), Number(row['id']));
    if (row['botAnswerWaited'] != null) {
      botTally?.firstAnswers.push(Number(row['botAnswerWaited']));
      if (bot !== undefined) wrote.set(bot, Number(row['id']));
    }
    if (row['leftBot'] != null)
      leftBot.set(row['leftBot'] as LeftBotReason, (leftBot.get(row['leftBot'] as LeftBotReason) ?? 0) + 1);
  }
  for await (const row of ratingRows(db, span, channelId)) {
    const asker =
      row['botId'] == null ? groups.operators.of(String(row['operatorId'])) : groups.bots.of(String(row['botId']));
    for (const tally of [whole, groups.channels.of(String(row['channelId'])), asker])
      tally.countRating(Number(row['rate']));
  }
  for await (const row of messageRows(db, span, channelId)) {
    const [author, who, count] = [
      row['author'] as 'customer' | 'operator' | 'bot',
      String(row['who']),
      Number(row['count']),
    ];
    const writer =
      author === 'operator' ? groups.operators.of(who) : author === 'bot' ? groups.bots.of(who) : undefined;
    for (const tally of [whole, groups.channels.of(String(row['channelId'])), writer])
      tally?.countMessages(author, count);
  }
  return {
    from: span.from,
    to: span.to,
    figures: whole.figures(),
    busy: await addMessagesOverTime(db, span, { channelId, timeZone, starts: span.steps, steps }),
    steps: steps.map((tally, index) => tally.step(span.steps[index] ?? span.from)),
    channels: groups.channels.sorted().map(([id, tally]) => ({ channelId: id, ...tally.group() })),
    operators: await Array.fromAsync(groups.operators.sorted(), async ([id, tally]) => ({
      operatorId: id,
      name: await authorNameIn(db, wrote.get(id), id),
      ...tally.group(),
    })),
    bots: await Array.fromAsync(groups.bots.sorted(), async ([id, tally]) => ({
      botId: id,
      name: await authorNameIn(db, wrote.get(id), id),
      closed: tally.closed,
      solved: tally.botSolved,
      ...tally.group(),
    })),
    leftBot: [...leftBot].map(([reason, chats]) => ({ reason, chats })).sort((a, b) => b.chats - a.chats),
  };
}

/** The name that an operator or a bot used in a chat. */
async function authorNameIn(db: Connection, chatId: number | undefined, writer: string) {
  if (chatId === undefined) return undefined;
  return await db.value<string>(
    'SELECT author_name FROM messages WHERE chat_id = ?1 AND (operator_id = ?2 OR bot_id = ?2) AND author_name IS NOT NULL ORDER BY id DESC LIMIT 1',
    chatId,
    writer,
  );
}

/** The period before a report's. A separate query: each takes a while, and others get a turn in between. */
async function getReportBefore(db: Connection, { days, timeZone, channelId, now }: ReportRequest) {
  const span = reportSpan(days, timeZone, now).before;
  const whole = new Tally();
  for await (const row of chatRows(db, span, channelId)) {
    countChat(whole, row);
    addFirstAnswer(row, [whole]);
  }
  for await (const row of ratingRows(db, span, channelId)) whole.countRating(Number(row['rate']));
  for await (const row of messageRows(db, span, channelId))
    whole.countMessages(row['author'] as 'customer' | 'operator' | 'bot', Number(row['count']));
  return { ...span, figures: whole.figures() };
}

function countChat(tally: Tally, row: Row): void {
  const isClosed = Number(row['closed']) > 0;
  tally.chats += 1;
  if (row['answeredBy'] != null) tally.answered += 1;
  else if (row['botAnswerWaited'] != null) tally.botAlone += 1;
  if (!isClosed) return;
  tally.closed += 1;
  if (row['botId'] != null) tally.botClosed += 1;
  if (Number(row['solved']) > 0) tally.botSolved += 1;
  if (row['closedAt'] != null) tally.resolutions.push(Math.max(0, Number(row['closedAt']) - Number(row['openedAt'])));
}

function addFirstAnswer(row: Row, tallies: readonly (Tally | undefined)[]): void {
  if (row['answerWaited'] == null) return;
  for (const tally of tallies) tally?.firstAnswers.push(Number(row['answerWaited']));
}

function stepIndex(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Adds messages to the steps, and counts customers' messages by weekday and hour. */
async function addMessagesOverTime(
  db: Connection,
  span: Span,
  asked: { channelId: string | undefined; timeZone: string; starts: readonly number[]; steps: readonly Tally[] },
) {
  const busy = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  const placeOf = weekHours(asked.timeZone);
  for await (const row of db.each(
    `SELECT quarter, author, sum(count) AS count ${COUNTS}${ofChannel(asked.channelId)} GROUP BY quarter, author`,
    ...countedSpan(span, asked.channelId),
  )) {
    const [at, author, count] = [
      Number(row['quarter']) * QUARTER,
      row['author'] as 'customer' | 'operator' | 'bot',
      Number(row['count']),
    ];
    asked.steps[stepIndex(asked.starts, at)]?.countMessages(author, count);
    if (author !== 'customer') continue;
    const { weekday, hour } = placeOf(at);
    const day = busy[weekday];
    if (day !== undefined) day[hour] = (day[hour] ?? 0) + count;
  }
  return busy;
}

const COUNTS = 'FROM message_counts WHERE quarter >= ? AND quarter < ?';

function ofChannel(channelId: string | undefined): string {
  return channelId === undefined ? '' : ' AND channel_id = ?';
}

function channelValue(channelId: string | undefined): readonly string[] {
  return channelId === undefined ? [] : [channelId];
}

function countedSpan({ from, to }: Span, channelId: string | undefined): (string | number)[] {
  return [Math.floor(from / QUARTER), Math.ceil(to / QUARTER), ...channelValue(channelId)];
}

function chatRows(db: Connection, { from, to }: Span, channelId: string | undefined) {
  return db.each(
    `SELECT id, opened_at, closed_at, ${CLOSED} AS closed, channel_id, operator_id, bot_id, answered_by, answer_waited, bot_answer_waited, left_bot, ${BOT_SOLVED} AS solved
     FROM chats WHERE opened_at >= ? AND opened_at < ?${ofChannel(channelId)}`,
    ...[from, to, ...channelValue(channelId)],
  );
}

function ratingRows(db: Connection, { from, to }: Span, channelId: string | undefined) {
  return db.each(
    `SELECT channel_id, operator_id, bot_id, rate FROM ratings WHERE rate IS NOT NULL AND rated_at >= ? AND rated_at < ?${ofChannel(channelId)}`,
    ...[from, to, ...channelValue(channelId)],
  );
}

function messageRows(db: Connection, span: Span, channelId: string | undefined) {
  return db.each(
    `SELECT channel_id, author, who, sum(count) AS count ${COUNTS}${ofChannel(channelId)} GROUP BY channel_id, author, who`,
    ...countedSpan(span, channelId),
  );
}

/** The chats behind a figure of a report, newest first. Coded error: invalid_input, for an invalid cursor. */
async function listReportChats(
  db: Connection,
  asked: ReportRequest & {
    readonly behind: FigureSelection;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
) {
  const { from, to } = reportSpan(asked.days, asked.timeZone, asked.now);
  const condition = conditionOf(asked.behind);
  const beyond = beyondCursor(asked.cursor, '(opened_at, id) <');
  const rows = await db.all<ChatRow>(
    `${selectChat(`(SELECT * FROM chats WHERE opened_at >= ? AND opened_at < ?${ofChannel(asked.channelId)} AND ${condition.sql}${beyond.sql}
      ORDER BY opened_at DESC, id DESC LIMIT ?)`)} ORDER BY chats.opened_at DESC, chats.id DESC`,
    ...[from, to, ...channelValue(asked.channelId), ...condition.values, ...beyond.values, asked.limit + 1],
  );
  const { page: chats, ...next } = pageOf(rows.map(toChat), asked.limit, ({ openedAt: value, id }) => ({ value, id }));
  return { chats, ...next };
}

function conditionOf(behind: FigureSelection): { readonly sql: string; readonly values: readonly string[] } {
  switch (behind.kind) {
    case 'all':
      return { sql: 'TRUE', values: [] };
    case 'answered':
      return { sql: ANSWERED, values: [] };
    case 'botAlone':
      return { sql: BOT_ALONE, values: [] };
    case 'unanswered':
      return { sql: UNANSWERED, values: [] };
    case 'closed':
      return { sql: CLOSED, values: [] };
    case 'botSolved':
      return { sql: BOT_SOLVED, values: [] };
    case 'channel':
      return { sql: 'channel_id = ?', values: [behind.id] };
    case 'operator':
      return { sql: 'operator_id = ?', values: [behind.id] };
    case 'bot':
      return { sql: 'bot_id = ?', values: [behind.id] };
    case 'leftBot':
      return { sql: 'left_bot = ?', values: [behind.reason] };
  }
}

/** Messages counted per step: a few milliseconds of the writing thread. */
const STEP = 2000;

/** Counts new messages by quarter of an hour, one step at a time. `done`: nothing is left. */
async function countMessages(db: Connection) {
  const from = (await db.value<number>('SELECT up_to FROM messages_counted')) ?? 0;
  const last = await db.get<{ upTo?: number; count: number }>(
    'SELECT max(id) AS up_to, count(*) AS count FROM (SELECT id FROM messages WHERE id > ? ORDER BY id LIMIT ?)',
    from,
    STEP,
  );
  if (last?.upTo === undefined) return { done: true };
  const { upTo, count } = last;
  await db.run(
    `INSERT INTO message_counts (quarter, channel_id, author, who, count)
     SELECT messages.at / 900000, chats.channel_id, messages.author, coalesce(messages.operator_id, messages.bot_id, ''), count(*)
     FROM messages JOIN chats ON chats.id = messages.chat_id
     WHERE messages.id > ? AND messages.id <= ? AND messages.author IN ('customer', 'operator', 'bot') AND messages.held_back IS NULL
     GROUP BY 1, 2, 3, 4
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    from,
    upTo,
  );
  await db.run('UPDATE messages_counted SET up_to = ?', upTo);
  return { done: count < STEP };
}

export const reportQueries = { getReport, getReportBefore, listReportChats } as const;

export const reportTransactions = { countMessages } as const;
