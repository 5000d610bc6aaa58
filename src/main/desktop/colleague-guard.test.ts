import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createBus } from '#main/engine/bus.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { ChatAttention } from '#shared/contract/operators.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import type { Ask } from './ask-engine.ts';
import { createColleagueGuard, type ColleagueGuardOptions } from './leaving.ts';

const OPERATORS = [
  { id: 'olga', name: 'Olga' },
  { id: 'ivan', name: 'Ivan' },
  { id: 'maria', name: 'Maria' },
];
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `answers`: the buttons pressed, in order; then “Stay”. */
function guarded({
  connected = [],
  answers = [],
}: { connected?: readonly string[]; answers?: readonly string[] } = {}) {
  const bus = createBus(pino({ level: 'silent' }));
  const clock = createFakeClock();
  const boxes: Parameters<ColleagueGuardOptions['askPerson']>[0][] = [];
  const left = [...answers];
  const typing = new Map<string, readonly string[]>();
  let online = connected;
  let answersAll = true;
  const attention = (): ChatAttention[] =>
    [...typing].map(([chatId, operatorIds]) => ({ chatId, looking: [], typing: [...operatorIds] }));
  const guard = createColleagueGuard({
    ask: (async (route: string) => {
      if (!answersAll) throw new ContractError('internal', foreignText('dead'));
      return route === 'operators.list' ? { operators: OPERATORS } : { chats: attention() };
    }) as unknown as Ask,
    bus,
    connected: () => online,
    askPerson: async (box) => {
      boxes.push(box);
      return { response: box.buttons?.indexOf(left.shift() ?? 'Stay') ?? 0 };
    },
    clock,
  });
  return {
    guard,
    boxes,
    clock,
    connect: (...operatorIds: string[]) => (online = operatorIds),
    type: (chatId: string, ...operatorIds: string[]): void => {
      typing.set(chatId, operatorIds);
      bus.emit('chat.attention', { chatId, looking: [], typing: operatorIds });
    },
    fail: () => (answersAll = false),
  };
}

test('allows quitting at once while nobody is connected', () => {
  const { guard, boxes } = guarded();
  expect([guard.mayLeave(), boxes]).toEqual([true, []]);
});

test('says who would be cut off, and stays unless told otherwise', async () => {
  const { guard, boxes } = guarded({ connected: ['maria', 'ivan'], answers: ['Stay', 'Quit anyway'] });
  expect(await guard.mayLeave()).toBe(false);
  expect(await guard.mayLeave()).toBe(true);
  expect(boxes[0]).toMatchObject({
    message: 'Ivan and Maria are connected and would be cut off.',
    detail: 'They can continue as soon as Counterbell runs here again.',
    buttons: ['Stay', 'Quit anyway'],
    defaultId: 0,
    cancelId: 0,
  });
});

test('asks once when asked twice at the same time', async () => {
  const { guard, boxes } = guarded({ connected: ['ivan'], answers: ['Quit anyway'] });
  expect(await Promise.all([guard.mayLeave(), guard.mayLeave()])).toEqual([true, true]);
  expect(boxes.map(({ message }) => message)).toEqual(['Ivan is connected and would be cut off.']);
});

test('says who is writing, and quits as soon as nobody is', async () => {
  const { guard, boxes, type } = guarded({ connected: ['ivan'], answers: ['Quit when nobody is writing'] });
  type('1', 'ivan');
  type('2', 'ivan', 'olga');
  const decisions: boolean[] = [];
  void Promise.resolve(guard.mayLeave()).then((may) => decisions.push(may));
  await settled();
  expect(boxes).toMatchObject([
    {
      detail: 'Olga and Ivan are writing right now. They can continue as soon as Counterbell runs here again.',
      buttons: ['Stay', 'Quit when nobody is writing', 'Quit anyway'],
    },
  ]);
  type('1');
  await settled();
  expect(decisions).toEqual([]);
  type('2');
  await settled();
  expect([decisions, boxes.length]).toEqual([[true], 1]);
});

test('asks again after five minutes of waiting, and does not quit by itself any more', async () => {
  const { guard, boxes, clock, type } = guarded({ connected: ['ivan'], answers: ['Quit when nobody is writing'] });
  type('1', 'ivan');
  const may = guard.mayLeave();
  await settled();
  await clock.advance(299_000);
  expect(boxes).toHaveLength(1);
  await clock.advance(1000);
  expect(await may).toBe(false);
  expect(boxes).toHaveLength(2);
  type('1');
  expect(clock.waiting()).toBe(0);
});

test('asks again when the owner quits again while it waits', async () => {
  const { guard, boxes, type } = guarded({
    connected: ['ivan'],
    answers: ['Quit when nobody is writing', 'Quit anyway'],
  });
  type('1', 'ivan');
  const first = guard.mayLeave();
  await settled();
  expect(await Promise.all([first, guard.mayLeave()])).toEqual([true, true]);
  expect(boxes).toHaveLength(2);
});

test('quits without another question if all have left while it waited', async () => {
  const { guard, boxes, clock, connect, type } = guarded({
    connected: ['ivan'],
    answers: ['Quit when nobody is writing'],
  });
  type('1', 'olga');
  const may = guard.mayLeave();
  await settled();
  connect();
  await clock.advance(300_000);
  expect([await may, boxes.length]).toEqual([true, 1]);
});

test('an engine that no longer answers keeps nobody from quitting', async () => {
  const { guard, fail } = guarded({ connected: ['ivan'] });
  fail();
  expect(await guard.mayLeave()).toBe(true);
});
