import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../test/fixtures/temporary-store.ts';
import { createSignals, ownSignals } from '#main/nodes/signals.ts';
import type { JournalStore, NewJournalEntry } from '#main/store/journal.ts';
import { onlyNode } from '#main/store/nodes.ts';
import { startJournal, type Journal, type JournalOptions, type WireExchange } from './journal.ts';
import { phrase, foreignText } from '#shared/locales/phrase.ts';

const log = pino({ level: 'silent' });

let temporary: TemporaryStore;
let store: JournalStore;
let clock: FakeClock;
let isEnabled: boolean;
let told: number;
let journal: Journal;
beforeEach(async () => {
  temporary = await openTemporaryStore();
  store = temporary.store.journal;
  clock = createFakeClock();
  isEnabled = true;
  told = 0;
  journal = startWith(store);
});
afterEach(async () => {
  await journal.stop();
  await temporary.remove();
});

const startWith = (on: JournalStore, node: Pick<JournalOptions, 'nodes' | 'tell' | 'onTold'> = alone()): Journal =>
  startJournal({
    store: on,
    clock,
    ...node,
    due: startedDueWork(clock),
    log,
    settings: { current: () => ({ connection: { journal: { enabled: isEnabled } } }) },
    secrets: () => ['secret-of-the-shop'],
    touch: () => void (told += 1),
  });
const alone = () => ({ nodes: onlyNode(), ...ownSignals() });
const entry = (more: Partial<NewJournalEntry> = {}): NewJournalEntry => ({
  at: 1,
  direction: 'in',
  kind: 'message',
  outcome: 'accepted',
  notes: [],
  took: 1,
  size: 1,
  ...more,
});
const exchange = (requestBody: string, more: Partial<WireExchange> = {}): WireExchange => ({
  method: 'POST',
  url: '/***/shop',
  requestHeaders: ['host', 'chat.example'],
  requestBody,
  isJson: true,
  ...more,
});

test('an entry can be read at once, with its headers and bodies', async () => {
  journal.add(
    entry(),
    exchange('{"a":1}', { responseHeaders: ['content-type', 'application/json'], responseBody: '{"result":"ok"}' }),
  );
  const { entries, dropped } = await journal.calls['journal.list']({ limit: 10 });
  expect(entries).toMatchObject([{ kind: 'message' }]);
  expect(dropped).toBe(0);
  expect((await journal.calls['journal.get']({ entryId: entries[0]?.id ?? '' })).exchange).toEqual({
    method: 'POST',
    url: '/***/shop',
    requestHeaders: [['host', 'chat.example']],
    requestBody: '{"a":1}',
    whole: true,
    responseHeaders: [['content-type', 'application/json']],
    responseBody: '{"result":"ok"}',
  });
});

test('entries are written after a moment, and windows notified at most once a second', async () => {
  for (let count = 0; count < 4; count += 1) {
    journal.add(entry());
    await clock.advance(250);
    await store.list({ limit: 1 });
  }
  await clock.advance(1000);
  await store.list({ limit: 1 });
  await clock.advance(1000);
  expect((await store.list({ limit: 10 })).entries).toHaveLength(4);
  expect(told).toBe(2);
});

test('no known secret is stored, wherever it appears in an entry', async () => {
  const secret = 'secret-of-the-shop';
  journal.add(
    entry({ notes: [foreignText(`refused https://x.example/${secret}/shop`)] }),
    exchange(`{"text":"${secret}"}`, {
      url: `/a/${secret}`,
      requestHeaders: ['user-agent', `agent ${secret}`, `x-${secret}`, '1'],
      responseHeaders: ['server', secret],
      responseBody: `no ${secret}`,
    }),
  );
  const { entries } = await journal.calls['journal.list']({ limit: 1 });
  const { exchange: recorded } = await journal.calls['journal.get']({ entryId: entries[0]?.id ?? '' });
  expect(recorded).toMatchObject({ requestBody: '{"text":"***"}', whole: false });
  await journal.stop();
  await temporary.store.stop();
  for (const ending of ['', '-journal'])
    expect(
      (await readFile(join(dirname(temporary.file), `journal.db${ending}`)).catch(() => Buffer.alloc(0))).includes(
        secret,
      ),
    ).toBe(false);
});

test('nothing is written if the owner turns the journal off', async () => {
  isEnabled = false;
  journal.add(entry(), exchange('{}'));
  expect((await journal.calls['journal.list']({ limit: 1 })).entries).toEqual([]);
});

test('of a flood of refusals, the first ones of each minute are written and the others counted', async () => {
  for (let count = 0; count < 100; count += 1)
    journal.add(entry({ kind: 'unknown address', outcome: 'refused', status: 404 }));
  journal.add(entry({ outcome: 'refused', status: 400, channelId: 'shop' }));
  expect((await journal.calls['journal.list']({ limit: 200 })).entries).toHaveLength(61);
  await clock.advance(60_000);
  const { entries } = await journal.calls['journal.list']({ limit: 1 });
  expect(entries).toMatchObject([
    { kind: 'unknown address', status: 404, notes: [phrase('errors:calls.more', { count: 40 })] },
  ]);
  journal.add(entry({ kind: 'unknown address', outcome: 'refused', status: 404 }));
  expect((await journal.calls['journal.list']({ limit: 200 })).entries).toHaveLength(63);
});

test('of a burst, a limited number per second is written, fewer of them with headers and bodies; the others are counted', async () => {
  for (let count = 0; count < 2100; count += 1) journal.add(entry(), exchange('{}'));
  await clock.advance(1000);
  journal.add(entry(), exchange('{"after":1}'));
  const { entries, dropped } = await journal.calls['journal.list']({ limit: 3000 });
  expect([entries.length, dropped]).toEqual([2001, 100]);
  const stored = async (at: number) =>
    (await journal.calls['journal.get']({ entryId: entries[at]?.id ?? '' })).exchange?.requestBody;
  expect(await stored(0)).toBe('{"after":1}');
  expect([await stored(1), await stored(1500)]).toEqual([undefined, undefined]);
  expect([await stored(1501), await stored(2000)]).toEqual(['{}', '{}']);
});

test('entries that cannot be written are counted, and hold nothing up', async () => {
  journal.add(entry({ size: 1n as unknown as number }));
  journal.add(entry());
  const { entries, dropped } = await journal.calls['journal.list']({ limit: 10 });
  expect([entries.length, dropped]).toEqual([1, 1]);
});

test('old entries are deleted step by step, and no further once it has stopped', async () => {
  let steps = 0;
  const pruned = startWith({ ...store, prune: async () => (steps += 1) < 5 });
  await clock.advance(10_000);
  expect(steps).toBe(5);
  await pruned.stop();

  const endless = startWith({ ...store, prune: async () => (steps += 1) > 0 && setImmediate(true) });
  await clock.advance(10_000);
  await endless.stop();
  const before = steps;
  await setImmediate();
  await setImmediate();
  expect(steps).toBe(before);
});

describe('a disk that cannot keep up', () => {
  test('costs entries, never more memory, and they are counted', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const overloaded = startWith({ ...store, append: (page) => released.then(() => store.append(page)) });
    for (let second = 0; second < 6; second += 1) {
      for (let count = 0; count < 1500; count += 1) overloaded.add(entry());
      await clock.advance(1000);
    }
    release(undefined);
    // Eight pages of 250 were being written, and five thousand waited.
    expect((await overloaded.calls['journal.list']({ limit: 1 })).dropped).toBe(2000);
    await overloaded.stop();
  });

  test('that fails costs entries, which are counted', async () => {
    const failing = startWith({ ...store, append: () => Promise.reject(new Error('full')) });
    for (let count = 0; count < 300; count += 1) failing.add(entry());
    expect((await failing.calls['journal.list']({ limit: 1 })).dropped).toBe(300);
    await failing.stop();
  });
});

describe('of several nodes', () => {
  /** Nodes that hear each other; `dead` hears nothing, and is still listed. */
  const nodesOf = (...names: readonly string[]) => {
    const signals = names.map((from) =>
      createSignals({
        tell: async (name, data) => {
          for (const [index, run] of names.entries())
            if (run !== 'dead')
              signals[index]?.hear({ entry: { kind: 'told', name, data }, from, isOwn: run === from });
        },
      }),
    );
    return names.map((own, index) => ({
      ...(signals[index] ?? ownSignals()),
      nodes: { list: async () => names.map((run) => ({ ...NODE, run, isThis: run === own })) },
    }));
  };
  const NODE = { name: '', version: '', leads: false, startedAt: 0, behind: 0, listens: true };
  const kinds = async (of: Journal) => (await of.calls['journal.list']({ limit: 10 })).entries.map(({ kind }) => kind);

  test('each reads what any has to write yet', async () => {
    const [one, two] = nodesOf('one', 'two').map((node) => startWith(store, node)) as [Journal, Journal];
    one.add(entry({ kind: 'of one' }));
    two.add(entry({ kind: 'of two' }));
    expect(await kinds(one)).toEqual(['of one', 'of two']);
    two.add(entry({ kind: 'later' }));
    await one.forgetPeople({ chatIds: [], words: [] });
    expect(await kinds(one)).toEqual(['later', 'of one', 'of two']);
    await Promise.all([one.stop(), two.stop()]);
  });

  test('one that has just died is waited for no longer than a second', async () => {
    const [own] = nodesOf('one', 'dead');
    const one = startWith(store, own);
    one.add(entry({ kind: 'of one' }));
    const reading = kinds(one);
    await setImmediate();
    await clock.advance(1_000);
    expect(await reading).toEqual(['of one']);
    await one.stop();
  });
});
