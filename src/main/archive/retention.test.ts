import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { createJobs } from '#main/jobs/jobs.ts';
import type { Settings } from '#main/settings/settings.ts';
import { acting } from '../../../test/fixtures/acts.ts';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { installation } from '../../../test/fixtures/installation.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../test/fixtures/received-message.ts';
import { startRetention } from './retention.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** noon in Berlin */
const NOW = Date.parse('2026-11-29T12:00:00+01:00');

let store: MemoryStore;
let clock: FakeClock;
beforeEach(async () => {
  store = await openUsualStore();
  clock = createFakeClock(NOW);
});

function started() {
  const current = installation();
  let state = { ...current, hours: { ...current.hours, hours: { ...current.hours.hours, zone: 'Europe/Berlin' } } };
  const settings = {
    current: () => state,
    write: async (_name: string, change: object) => {
      state = { ...state, ...change };
      return [];
    },
  } as unknown as Settings;
  const log = pino({ level: 'silent' });
  const jobs = createJobs({ clock, log, touch: () => undefined });
  const told = {
    onStep: async (): Promise<unknown> => undefined,
    events: [] as unknown[],
    forgotten: [] as unknown[],
    audited: 0,
    touched: 0,
  };
  const retention = startRetention({
    store,
    settings,
    clock,
    due: startedDueWork(clock),
    jobs,
    journal: { forgetPeople: async ({ chatIds }) => void told.forgotten.push(...(chatIds ?? [])) },
    media: { remove: async () => void (await told.onStep()) },
    emit: (name, data) => void told.events.push([name, data]),
    touch: () => void (told.touched += 1),
    onErased: async () => void (told.audited += 1),
  });
  const change = async (months: number) => {
    const view = await retention.calls['retention.change']({ months });
    void retention.check();
    return view;
  };
  return { ...retention, change, jobs, told };
}

const closed = async (customer: string, daysAgo: number): Promise<string> => {
  const at = NOW - daysAgo * DAY;
  const chatId = await receiveNew(store, { externalId: `"${customer}"`, at });
  await store.write('chats.close', { chatId }, acting('olga', at + HOUR));
  return chatId;
};
const left = () => store.db.column<string>`SELECT id FROM chats ORDER BY id`;

test('old closed chats are erased in the night after that was chosen, with customers who have no others', async () => {
  const [old, ofRegular] = [await closed('anna', 200), await closed('boris', 190)];
  const rest = [await closed('boris', 20), await receiveNew(store, { externalId: '"carla"', at: NOW - 300 * DAY })];
  const { calls, change, told, jobs, stop } = started();
  const night = Date.parse('2026-11-30T04:00:00+01:00');
  expect(await calls['retention.preview']({ months: 6 })).toEqual({ chats: 2, nextAt: night });
  expect(await change(6)).toEqual({ months: 6, nextAt: night });
  await clock.advance(15 * HOUR);
  expect(await left()).toEqual([old, ofRegular, ...rest]);
  await clock.advance(HOUR + 10 * 60_000);
  expect(await left()).toEqual(rest);
  expect(await store.db.column`SELECT external_id FROM customers ORDER BY id`).toEqual(['"boris"', '"carla"']);
  expect(told).toMatchObject({ events: [['customers.erased', { chatIds: [old, ofRegular] }]], audited: 1 });
  expect(told.forgotten).toEqual([old, ofRegular]);
  expect(jobs.list()).toMatchObject([{ kind: 'erase_chats', state: 'done', scheduled: true }]);
  expect(await calls['retention.get']()).toEqual({ months: 6, nextAt: night + DAY });
  await clock.advance(3 * DAY);
  expect([told.audited, jobs.list().length]).toEqual([1, 1]);
  await stop();
});

test('while another job runs it waits, and once nothing is to be erased any more it stops', async () => {
  const old = await closed('anna', 200);
  const { change, jobs, stop } = started();
  await change(6);
  const end = Promise.withResolvers<object>();
  jobs.begin({ kind: 'backup', first: 'snapshot', run: () => end.promise });
  await clock.advance(17 * HOUR);
  expect(await left()).toEqual([old]);
  await change(0);
  end.resolve({});
  await clock.advance(3 * DAY);
  expect(await left()).toEqual([old]);
  await change(12);
  await clock.advance(DAY);
  expect(await left()).toEqual([old]);
  await stop();
});

test('an owner who changes their mind while chats are erased keeps the rest', async () => {
  const ids = [];
  for (let count = 0; count < 120; count += 1) ids.push(await closed(`customer ${count}`, 200));
  const { change, told, stop } = started();
  told.onStep = () => change(0);
  await change(6);
  await clock.advance(2 * DAY);
  expect(await left()).toEqual(ids.slice(50));
  await stop();
});

test('what is being sent in an old chat is waited for', async () => {
  const old = await closed('anna', 200);
  const { change, stop } = started();
  await store.db.run`
    INSERT INTO bot_events (direction, bot_id, chat_id, kind, body, state, at)
    SELECT 'out', 'faq', ${Number(old)}, 'CHAT_CLOSED', '{}', 'sending', 0`;
  await change(6);
  await clock.advance(DAY);
  expect(await left()).toEqual([old]);
  await store.db.run`UPDATE bot_events SET state = 'done'`;
  await clock.advance(DAY);
  expect(await left()).toEqual([]);
  await stop();
});
