import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import type { CountedChats } from '#shared/contract/events.ts';
import { createSignals } from '#main/nodes/signals.ts';
import { startCounts, type Counts } from './counts.ts';
import { as } from '../../../test/fixtures/acts.ts';

let clock: FakeClock;
let bus: Bus;
let counts: Counts;
let waiting: number;
let reads: number;
let told: (readonly CountedChats[])[];
beforeEach(() => {
  clock = createFakeClock();
  bus = createBus({ error: () => expect.fail('nothing fails here') });
  waiting = 0;
  reads = 0;
  told = [];
  bus.on('chats.counted', ({ counted }) => told.push(counted));
  const read = async () => {
    reads += 1;
    return { waiting } as never;
  };
  counts = startCounts({
    store: { limitedTo: () => ({ read }) },
    channelsOf: () => undefined,
    clock,
    log: pino({ level: 'silent' }),
    on: bus.on,
    emit: bus.emit,
  });
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const change = (): void => {
  waiting += 1;
  bus.emit('chats.changed', {});
};
const countsOf = (operatorId: string, since: number) =>
  counts.calls['chats.counts']({ since }, { ...as(operatorId), from: undefined });

test('counts nothing before it is asked', async () => {
  change();
  await turn();
  expect([reads, clock.waiting()]).toEqual([0, 0]);
});

test('counts changes once at the end of a turn, for everyone who asked', async () => {
  await countsOf('olga', 1);
  await countsOf('olga', 1);
  await countsOf('boris', 2);
  change();
  change();
  await turn();
  expect(told).toEqual([
    [
      { operatorId: 'olga', since: 1, counts: { waiting: 2 } },
      { operatorId: 'boris', since: 2, counts: { waiting: 2 } },
    ],
  ]);
});

test('counts 400 milliseconds apart while chats keep changing, and once after the last change', async () => {
  await countsOf('olga', 1);
  for (let times = 0; times < 9; times += 1) {
    change();
    await turn();
    await clock.advance(100);
    await turn();
  }
  await clock.advance(1000);
  await turn();
  expect(told.map(([first]) => first?.counts.waiting)).toEqual([1, 4, 8, 9]);
});

test('counts for a large team, and of an operator who keeps asking since other times only the latest', async () => {
  const team = Array.from({ length: 60 }, (_, number) => `colleague ${number}`);
  for (const operatorId of team) await countsOf(operatorId, 1);
  for (let since = 2; since < 100; since += 1) await countsOf('olga', since);
  change();
  await turn();
  expect(told[0]?.map(({ operatorId, since }) => `${operatorId} ${since}`)).toEqual([
    ...team.map((operatorId) => `${operatorId} 1`),
    'olga 97',
    'olga 98',
    'olga 99',
  ]);
});

test('of several nodes, all count for whoever asked one of them, also one that joins later', async () => {
  const nodes = Array.from({ length: 2 }, (_none, number) =>
    createSignals({
      tell: async (name, data) => {
        for (const [at, { hear }] of nodes.entries())
          hear({ entry: { kind: 'told', name, data }, from: `node ${number}`, isOwn: at === number });
      },
    }),
  );
  const [one, other] = nodes;
  const read = async () => ({ waiting: 7 }) as never;
  const start = (signals: typeof one) =>
    startCounts({
      store: { limitedTo: () => ({ read }) },
      channelsOf: () => undefined,
      clock,
      log: pino({ level: 'silent' }),
      on: bus.on,
      emit: bus.emit,
      signals,
    });
  const asked = start(one);
  await asked.calls['chats.counts']({ since: 1 }, { ...as('olga'), from: undefined });
  start(other);
  await other?.tell('joined', {});
  asked.stop();
  change();
  await turn();
  expect(told).toEqual([[{ operatorId: 'olga', since: 1, counts: { waiting: 7 } }]]);
});

test('counts nothing after a stop', async () => {
  await countsOf('olga', 1);
  change();
  await turn();
  change();
  counts.stop();
  await clock.advance(1000);
  await turn();
  expect([told.length, clock.waiting()]).toEqual([1, 0]);
});
