import { PostgresConnection } from '#main/store/postgres/connection.ts';
import { runQuery } from '#main/store/queries.ts';
import { CHAT_FILTERS } from '#shared/domain/chat-list.ts';
import { noPostgres, startPostgres } from '../fixtures/postgres.ts';
import { fillWithChats } from './many-chats-database.ts';
import type { Measure } from './measures.ts';
import { percentile } from './statistics.ts';

const MANY = 1_000_000;
const FEW = 10_000;
/** PostgreSQL settles on how to answer a statement when it has come five times. */
const WARM_UP = 6;
const ROUNDS = 10;
const DAY = 86_400_000;

/** A query's name and input. */
type Question = readonly [name: string, input: object];

/** What windows and services ask about all chats, contacts and messages. */
function questions(
  now: number,
): Readonly<Record<'lists' | 'ratings' | 'counts' | 'reports' | 'search', readonly Question[]>> {
  const paged = { limit: 50 };
  const channels = ['app', 'old'].map((channelId) => ({ channelId }));
  const operators = ['olga', 'zoe', 'piotr'].map((heldBy) => ({ heldBy }));
  const tags = ['vip', 'rare', 'old'];
  const within = [{}, ...channels, ...operators, ...tags.map((tag) => ({ tags: [tag] }))];
  const views = [undefined, ...CHAT_FILTERS].flatMap((filter) => within.map((more) => ({ filter, ...more })));
  const contacts = [{}, ...channels, ...tags.map((tag) => ({ tag })), { query: 'anna' }];
  const period = { timeZone: 'Europe/Berlin', now };
  const words = ['the', 'message', 'me', '"the message"', 'lampost', 'the lampost e', '10000005', '1000000', 'zzzz'];
  const names = ['anna', 'anna ab', 'ab', 'customer 77', '10000077', '4567', 'zzzz', 'anna zzzz', 'a b c'];
  return {
    lists: [
      ...views.map((view): Question => ['chats.list', { ...paged, ...view }]),
      ['chats.list', { ...paged, filter: 'closed', cursor: `${now - 20 * DAY}.1` }],
      ...contacts.flatMap((of) =>
        ['activity', 'name'].map((sort): Question => ['contacts.list', { ...paged, sort, ...of }]),
      ),
      ['customers.blocked', paged],
      ['listTranscriptChats', { ...paged, from: now - 7 * DAY, to: now }],
      ['listSilentChats', { ...paged, before: now - DAY }],
      ...(['all', 'unanswered', 'botSolved'] as const).map((kind): Question => [
        'reports.chats',
        { ...paged, ...period, days: 30, behind: { kind } },
      ]),
    ],
    ratings: [{}, { rate: 1 }, { operatorId: 'boris' }, { botId: 'faq' }, { channelId: 'app' }].map((of): Question => [
      'ratings.list',
      { ...paged, ...of },
    ]),
    counts: [
      ['countChats', { operatorId: 'olga', since: now - DAY }],
      ...['countOpenChats', 'nextDue', 'listSending', 'listSendingEvents', 'listSilentBotChats'].map(
        (name): Question => [name, {}],
      ),
    ],
    reports: [1, 7, 30].flatMap((days) =>
      ['getReport', 'getReportBefore'].map((name): Question => [name, { ...period, days }]),
    ),
    search: [
      ...words.map((text): Question => ['search.messages', { text, limit: 20 }]),
      ...[{ from: 'operator' }, { operatorId: 'boris' }, { channelId: 'app' }, { since: now - DAY }].map(
        (more): Question => ['search.messages', { text: 'the', limit: 20, ...more }],
      ),
      ...names.map((text): Question => ['search.customers', { text, limit: 20 }]),
    ],
  };
}

/**
 * A million chats on PostgreSQL compared with ten thousand: the worst of each kind, but of searches, whose pages end after
 * a time, the 95th percentile.
 */
export async function measureManyChats(): Promise<readonly Measure[]> {
  if (noPostgres !== undefined) return [];
  const server = await startPostgres();
  try {
    const now = Date.now();
    const few = await fillWithChats(server, 'few', FEW, now);
    const many = await fillWithChats(server, 'many', MANY, now);
    return await compare(few, many, now);
  } finally {
    await server.remove();
  }
}

/** Compares two databases, each given by its URL. */
async function compare(fewUrl: string, manyUrl: string, now: number): Promise<readonly Measure[]> {
  const [few, many] = [new PostgresConnection(fewUrl), new PostgresConnection(manyUrl)];
  const bestOf = async (question: Question) => {
    const [inFew, inMany]: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const times = [await timeOf(few, question, now), await timeOf(many, question, now)] as const;
      if (round < 0) continue;
      inFew.push(times[0]);
      inMany.push(times[1]);
    }
    const best = { inFew: Math.min(...inFew), inMany: Math.min(...inMany) };
    return { ...best, ratio: best.inMany / best.inFew, asked: `${question[0]} ${JSON.stringify(question[1])}` };
  };
  try {
    const { search, ...others } = questions(now);
    const found = await Array.fromAsync(search, bestOf);
    const [slow, fast] = [found.map(({ inMany }) => inMany), found.map(({ inFew }) => inFew)].map((times) =>
      percentile(times, 0.95),
    ) as [number, number];
    const worst = await Array.fromAsync(Object.entries(others), async ([kind, asked]) => {
      const all = (await Array.fromAsync(asked, bestOf)).toSorted((a, b) => b.ratio - a.ratio);
      const [{ inMany, inFew, asked: which }] = all as [(typeof all)[number]];
      return measureOf(`the worst of ${all.length} questions for ${kind}, ${which}`, inMany, inFew);
    });
    return [...worst, measureOf(`${found.length} searches, 95th percentile`, slow, fast)];
  } finally {
    for (const db of [few, many]) await db.close();
  }
}

const measureOf = (what: string, inMany: number, inFew: number): Measure => ({
  name: `1,000,000 chats on PostgreSQL, ${what}`,
  ours: `${inMany.toFixed(1)} ms`,
  base: `of 10,000: ${inFew.toFixed(1)} ms`,
  ratio: inMany / inFew,
  bound: { atMost: 3 },
});

async function timeOf(db: PostgresConnection, [name, input]: Question, at: number): Promise<number> {
  const begun = performance.now();
  await runQuery(db, { id: 0, name, input, context: { operatorId: 'olga', role: 'owner', at } });
  return performance.now() - begun;
}
