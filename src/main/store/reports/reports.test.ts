import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FigureSelection } from '#shared/contract/reports.ts';
import type { BotAction } from '../bots/receive-bot-event.ts';
import { snapshot } from '../archive/copies.ts';
import { author } from '#shared/domain/entities.ts';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';
import { acting, changeOf, standing, textParts } from '../../../../test/fixtures/acts.ts';

const BOT = { id: 'faq', name: 'Faq', enabled: true };
const MINUTE = 60_000;
/** a Saturday */
const NOW = Date.parse('2026-11-21T14:05:00Z');
const TODAY = Date.parse('2026-11-21T09:00:00Z');

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

let customers = 0;
async function newChat(
  at: number,
  { bot = false, ...message }: { channelId?: string; bot?: boolean; texts?: string[] } = {},
): Promise<string> {
  customers += 1;
  if (bot) await store.write('changeBot', { botId: 'faq', change: { channelIds: ['shop'] }, at });
  return receiveNew(store, { externalId: `"c${customers}"`, at, ...message });
}
const reply = (chatId: string, at: number) =>
  changeOf(store.write('replies.store', { chatId, operatorId: 'olga', parts: textParts(['Hi']) }, standing(at)));
const close = (chatId: string, at: number) => changeOf(store.write('chats.close', { chatId }, acting('olga', at)));
const hear = (chatId: string, at: number, action: BotAction, staffedChannels: readonly string[] = []) =>
  store.write(
    'bots.act',
    { bot: BOT, id: undefined, chatId, customerId: undefined, action, body: '{}', digest: undefined },
    standing(at, { staffedChannels }),
  );
const says = (chatId: string, at: number) =>
  hear(chatId, at, { event: 'BOT_MESSAGE', message: { type: 'TEXT', text: 'Yes' } });
const report = async (more: { days?: 1 | 7 | 30 | 90; channelId?: string; timeZone?: string } = {}) => {
  while (!(await store.write('countMessages')).done) continue;
  const asked = { days: 7 as const, timeZone: 'UTC', now: NOW, ...more };
  return {
    ...(await store.read('getReport', asked)),
    before: await store.read('getReportBefore', asked),
  };
};
const OLGA = { at: NOW, operatorId: 'olga', role: 'owner' } as const;
const behind = async (which: FigureSelection) =>
  (await store.read('reports.chats', { days: 7, timeZone: 'UTC', behind: which, limit: 50 }, OLGA)).chats.map(
    ({ id }) => id,
  );

describe('a report', () => {
  test('of an empty installation is empty and does not divide by zero', async () => {
    const { figures, before, channels, busy } = await report();
    expect(figures).toEqual(before.figures);
    expect(figures).toMatchObject({
      chats: 0,
      firstAnswer: { count: 0, median: null, ninetieth: null },
      ratings: { count: 0, average: null },
    });
    expect([channels, busy.flat().every((count) => count === 0)]).toEqual([[], true]);
  });

  test('measures first answers from the first unanswered message, and resolutions of closed chats', async () => {
    for (const waited of [1, 2, 3, 10]) {
      const chatId = await newChat(TODAY);
      await reply(chatId, TODAY + waited * MINUTE);
      await reply(chatId, TODAY + 50 * MINUTE);
      if (waited < 3) await close(chatId, TODAY + 60 * MINUTE * waited);
    }
    const silent = await newChat(TODAY);
    const { figures, operators } = await report();
    expect(figures).toMatchObject({ chats: 5, answered: 4, unanswered: 1, botAlone: 0, closed: 2 });
    expect(figures.firstAnswer).toEqual({ count: 4, median: 2.5 * MINUTE, ninetieth: 10 * MINUTE });
    expect(figures.resolution).toEqual({ count: 2, median: 90 * MINUTE, ninetieth: 120 * MINUTE });
    expect(figures.messages).toEqual({ customers: 5, operators: 8, bots: 0 });
    expect(operators).toMatchObject([
      { operatorId: 'olga', name: 'Olga', chats: 4, messages: { operators: 8 }, firstAnswer: { count: 4 } },
    ]);
    expect(await behind({ kind: 'unanswered' })).toEqual([silent]);
    expect(await behind({ kind: 'operator', id: 'olga' })).toHaveLength(4);
  });

  test('counts a chat closed without help as solved by its bot', async () => {
    const chatIds: string[] = [];
    for (let count = 0; count < 5; count += 1) chatIds.push(await newChat(TODAY, { bot: true }));
    const [solved = '', open = '', asked = '', taken = '', failed = ''] = chatIds;
    for (const chatId of [solved, open, asked, taken]) await says(chatId, TODAY + 2000);
    await hear(asked, TODAY + MINUTE, { event: 'INVITE_AGENT' }, ['shop']);
    await reply(asked, TODAY + 4 * MINUTE);
    await store.write('chats.take', { chatId: taken, over: false }, acting('olga', TODAY + MINUTE));
    const told = (await store.read('listSendingEvents')).find(({ chatId }) => chatId === failed)?.id ?? '';
    await store.write('beginEventAttempt', { id: told });
    await store.write('bots.endEvent', { id: told, log: [], error: undefined }, standing(TODAY));
    const now = standing(TODAY + MINUTE, { staffedChannels: ['shop'] });
    await store.write('bots.handOverSilent', { chatId: failed, botId: 'faq' }, now);
    for (const chatId of [solved, asked, taken, failed]) await close(chatId, TODAY + 5 * MINUTE);
    const { figures, bots, leftBot } = await report();
    expect(figures).toMatchObject({ chats: 5, answered: 1, botAlone: 3, unanswered: 1, botClosed: 4, botSolved: 1 });
    expect(figures.firstAnswer).toEqual({ count: 1, median: 3 * MINUTE, ninetieth: 3 * MINUTE });
    expect(bots).toMatchObject([
      {
        botId: 'faq',
        name: 'Faq',
        chats: 5,
        closed: 4,
        solved: 1,
        firstAnswer: { count: 4, median: 2000 },
        messages: { bots: 4 },
      },
    ]);
    expect(new Map(leftBot.map(({ reason, chats }) => [reason, chats]))).toEqual(
      new Map([
        ['asked', 1],
        ['taken', 1],
        ['silent', 1],
      ]),
    );
    expect(await behind({ kind: 'botSolved' })).toEqual([solved]);
    expect(await behind({ kind: 'leftBot', reason: 'silent' })).toEqual([failed]);
  });

  test('counts a bot’s request for a person even if nobody came', async () => {
    const chatId = await newChat(TODAY, { bot: true });
    await says(chatId, TODAY + 1000);
    await hear(chatId, TODAY + 2000, { event: 'INVITE_AGENT' });
    await close(chatId, TODAY + MINUTE);
    const { figures, leftBot } = await report();
    expect([figures.botClosed, figures.botSolved, leftBot]).toEqual([1, 0, [{ reason: 'asked', chats: 1 }]]);
  });

  test('is compared with the previous period up to the same hour, and can be filtered by channel', async () => {
    const DAY = 24 * 60 * MINUTE;
    await newChat(TODAY);
    await newChat(TODAY - 6 * DAY, { channelId: 'mail' });
    await newChat(TODAY - 7 * DAY);
    await newChat(TODAY - 7 * DAY + 12 * 60 * MINUTE);
    const whole = await report();
    expect([whole.figures.chats, whole.before.figures.chats]).toEqual([2, 1]);
    expect(whole.channels.map(({ channelId, chats }) => [channelId, chats])).toEqual([
      ['mail', 1],
      ['shop', 1],
    ]);
    const narrowed = await report({ channelId: 'mail' });
    expect([narrowed.figures.chats, narrowed.figures.messages.customers, narrowed.before.figures.chats]).toEqual([
      1, 1, 0,
    ]);
    expect((await report({ days: 30 })).figures.chats).toBe(4);
  });

  test('has hours and days in the viewer’s time zone', async () => {
    await newChat(Date.parse('2026-11-20T23:30:00Z'), { texts: ['One', 'Two'] });
    const { steps, busy } = await report({ days: 1, timeZone: 'Europe/Berlin' });
    expect(steps).toHaveLength(24);
    expect(steps[0]).toMatchObject({
      from: Date.parse('2026-11-21T00:00:00+01:00'),
      unanswered: 1,
      messages: { customers: 2 },
    });
    expect([busy[5]?.[0], busy.flat().reduce((sum, count) => sum + count)]).toEqual([2, 2]);
    expect((await report({ days: 1 })).figures.chats).toBe(0);
  });

  test('has the ratings of its days, by who asked', async () => {
    const chatId = await newChat(TODAY);
    for (const rate of [5, 2]) {
      const { answer } = await store.write('chats.requestRating', { chatId }, acting('olga', TODAY));
      const token = answer.message.text?.split('/rating/')[1] ?? '';
      await store.write('ratings.rate', { asked: { token }, rate, comment: undefined }, standing(TODAY + MINUTE));
    }
    const { figures, operators } = await report();
    expect([figures.ratings, figures.stars]).toEqual([{ count: 2, average: 3.5 }, [0, 1, 0, 0, 1]]);
    expect(operators[0]?.ratings).toEqual({ count: 2, average: 3.5 });
  });

  test('counts no message twice, whenever it is requested', async () => {
    const chatId = await newChat(TODAY);
    expect((await report()).figures.messages.customers).toBe(1);
    await reply(chatId, TODAY + MINUTE);
    await report();
    store.restart();
    expect((await report()).figures.messages).toEqual({ customers: 1, operators: 1, bots: 0 });
  });

  test('pages through its chats, each once', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await newChat(TODAY));
    const asked = { days: 7 as const, timeZone: 'UTC', behind: { kind: 'all' as const }, limit: 2 };
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await store.read('reports.chats', { ...asked, cursor }, OLGA);
      seen.push(...page.chats.map(({ id }) => id));
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(made.toReversed());
    await expect(store.read('reports.chats', { ...asked, cursor: 'x' }, OLGA)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

/** What each place that counts messages says of them. */
const countsOf = async (customerId: string, chatIds: string[]) => {
  const { messages } = (await report()).figures;
  const person = await store.read('getPerson', { customerId }).catch(() => undefined);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'counterbell-reports-'));
  const file = join(folder.path, 'counterbell.db');
  store.sqlite.run`VACUUM INTO ${file}`;
  const copy = await snapshot(file, `${file}.copy`, () => undefined);
  return {
    person: person?.messages,
    selected: (await store.read('countSelected', { chatIds })).messages,
    backup: copy.messages,
    report: messages.customers + messages.operators + messages.bots,
  };
};

test.each(author.options)(
  'messages by the author %s are counted alike everywhere, whatever their type',
  async (from) => {
    const chatId = await newChat(TODAY);
    const customerId = (await store.read('readChat', { chatId })).customer.id;
    for (const type of CONTENT_TYPES)
      store.sqlite.run`
      INSERT INTO messages (chat_id, author, type, text, fields, at)
      VALUES (${Number(chatId)}, ${from}, ${type}, 'x', '{}', ${TODAY + MINUTE})`;
    const count = 1 + (['customer', 'operator', 'bot'].includes(from) ? CONTENT_TYPES.length : 0);
    const same = { selected: count, backup: count, report: count };
    expect(await countsOf(customerId, [chatId])).toEqual({ person: count, ...same });
  },
);

test('messages are counted alike everywhere: before a customer is erased, in a backup, in a report, and once they are gone', async () => {
  const others = await newChat(TODAY);
  const chatId = await newChat(TODAY, { bot: true, texts: ['First part', 'Second part'] });
  const customerId = (await store.read('readChat', { chatId })).customer.id;
  await says(chatId, TODAY + MINUTE);
  const parts = textParts(['Hi', 'there']);
  await store.write('replies.store', { chatId, operatorId: 'olga', parts }, standing(TODAY + 2 * MINUTE));
  // Held back: the bot no longer has the chat. A note, a line of the chat and a scheduled reply are none, either.
  await says(chatId, TODAY + 3 * MINUTE);
  await store.write('chats.note', { chatId, text: 'A difficult one' }, acting('olga', TODAY + 3 * MINUTE));
  const later = { chatId, text: 'Later', sendAt: NOW + MINUTE, clientId: 'later-1' };
  await store.write('replies.schedule', later, acting('olga', TODAY + 4 * MINUTE));
  const counts = () => countsOf(customerId, [chatId, others]);
  expect(await counts()).toEqual({ person: 5, selected: 6, backup: 6, report: 6 });
  await close(chatId, NOW);
  await store.write('eraseCustomers', { customerIds: [customerId] });
  expect(await counts()).toEqual({ person: undefined, selected: 1, backup: 1, report: 1 });
  const next = await newChat(TODAY, { texts: ['One', 'Two'] });
  expect(await countsOf(customerId, [next, others])).toEqual({ person: undefined, selected: 3, backup: 3, report: 3 });
});
