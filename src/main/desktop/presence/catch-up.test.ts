import { beforeEach, describe, expect, test } from 'vitest';
import type { MissedActivity } from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { Message } from '#shared/domain/message.ts';
import { pino } from 'pino';
import { createFakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { askOf } from '../ask-engine.ts';
import { createCatchUpWatch, type CatchUpWatch } from './presence.ts';

const clock = createFakeClock();
const noChats = {
  waiting: 0,
  mine: 0,
  bot: 0,
  open: 0,
  today: { opened: 0, closed: 0 },
};

let waiting: number;
let bus: Bus;
let told: Promise<MissedActivity>;
let allTold: MissedActivity[];
let watch: CatchUpWatch;
beforeEach(() => {
  waiting = 0;
  bus = createBus(pino({ level: 'silent' }));
  allTold = [];
  const request = async (): Promise<Answer> => ({
    ok: true,
    data: { ...noChats, needsMe: { all: waiting, waiting, mine: 0, bot: 0, unseen: 0 } },
  });
  told = new Promise((resolve) => {
    const onReturn = (catchUp: MissedActivity): void => {
      allTold.push(catchUp);
      resolve(catchUp);
    };
    watch = createCatchUpWatch({ ask: askOf({ request }), bus, clock, onReturn });
  });
});

const delivery = (id: string, state: 'failed' | 'sending', dismissed?: true): void => {
  const message: Message = {
    id,
    chatId: '1',
    from: 'operator',
    type: 'text',
    text: '',
    at: 1,
    delivery: { state, attempts: 1, dismissed },
  };
  bus.emit('message.changed', { message });
};

describe('coming back to the computer', () => {
  test('reports what waits and which replies failed since', async () => {
    delivery('m0', 'failed');
    const since = clock.wall();
    watch.left();
    await clock.advance(60_000);
    waiting = 2;
    delivery('m1', 'failed');
    delivery('m1', 'failed');
    delivery('m2', 'failed');
    delivery('m3', 'failed');
    delivery('m3', 'sending');
    delivery('m4', 'failed');
    delivery('m4', 'failed', true);
    watch.back();
    expect(await told).toEqual({ since, waiting: 2, failed: 2 });
  });

  test('reports nothing if nothing happened, and starts over each time', async () => {
    watch.left();
    watch.back();
    watch.back();
    watch.left();
    delivery('m1', 'failed');
    watch.back();
    expect(await told).toMatchObject({ waiting: 0, failed: 1 });
    expect(allTold).toHaveLength(1);
  });

  test('is ignored after a stop', async () => {
    watch.left();
    delivery('m1', 'failed');
    watch.stop();
    watch.back();
    await clock.advance(0);
    expect(allTold).toEqual([]);
  });
});
