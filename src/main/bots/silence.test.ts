import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import { acting, standing } from '../../../test/fixtures/acts.ts';
import { createChatWorld } from '../../../test/fixtures/chat-world.ts';
import { openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { startBotSilence, startSilenceWatch } from './silence.ts';

let clock: FakeClock;
let seconds: number;
let silent: string[];
let watch: ReturnType<typeof startSilenceWatch>;
beforeEach(() => {
  clock = createFakeClock();
  seconds = 60;
  silent = [];
  watch = startSilenceWatch({
    clock,
    due: startedDueWork(clock),
    secondsOf: () => seconds,
    onSilent: (chatId, botId) => silent.push(`${chatId} of ${botId} at ${clock.monotonic()}`),
  });
});

describe('a bot that accepted a message', () => {
  test('is silent if it does nothing in time, counted from when the first message was sent', async () => {
    watch.sent('1', 'faq');
    await clock.advance(2000);
    watch.taken('1');
    await clock.advance(38_000);
    watch.sent('1', 'faq');
    watch.taken('1');
    await clock.advance(60_000);
    expect(silent).toEqual(['1 of faq at 60000']);
  });

  test('on the second attempt has its full time from then', async () => {
    watch.sent('1', 'faq');
    await clock.advance(3000);
    watch.sent('1', 'faq');
    watch.taken('1');
    await clock.advance(120_000);
    expect(silent).toEqual(['1 of faq at 63000']);
  });

  test.each(['before it takes it', 'after it took it'])('is not silent if it reacts %s', async (when) => {
    watch.sent('1', 'faq');
    if (when === 'before it takes it') watch.ended('1');
    watch.taken('1');
    if (when === 'after it took it') watch.ended('1');
    await clock.advance(120_000);
    expect([silent, watch.watches('1'), clock.waiting()]).toEqual([[], false, 0]);
  });

  test('may stay silent forever if its limit is 0', async () => {
    seconds = 0;
    watch.sent('1', 'faq');
    watch.taken('1');
    await clock.advance(86_400_000);
    expect(silent).toEqual([]);
  });

  test('and kept its chat because nobody was there is checked again when somebody comes', async () => {
    for (const chatId of ['1', '2']) {
      watch.sent(chatId, 'faq');
      watch.taken(chatId);
    }
    watch.sent('3', 'faq');
    await clock.advance(60_000);
    watch.ended('2');
    silent = [];
    watch.recheck();
    expect(silent).toEqual(['1 of faq at 60000']);
  });

  test('in an earlier run gets its full time again', async () => {
    await clock.advance(5000);
    watch.resumed('1', 'faq');
    await clock.advance(60_000);
    expect(silent).toEqual(['1 of faq at 65000']);
  });
});

test('the time of a bot begins anew when the computer wakes', async () => {
  for (const chatId of ['1', '2']) {
    watch.sent(chatId, 'faq');
    watch.taken(chatId);
  }
  await clock.advance(50_000);
  await clock.sleep(3_600_000);
  await clock.advance(50_000);
  expect(silent).toEqual([]);
  await clock.advance(10_000);
  expect(silent).toHaveLength(2);
});

test('a message that was never accepted makes no bot silent', async () => {
  watch.sent('1', 'faq');
  await clock.advance(120_000);
  watch.recheck();
  expect(silent).toEqual([]);
});

test('of two that watch one database, one hands a chat over', async () => {
  const world = createChatWorld(await openUsualStore());
  const { store } = world;
  await world.switchBot(true);
  const chatId = await world.say('"anna"');
  const id = world.toBot[0]?.id ?? '';
  await store.write('beginEventAttempt', { id });
  await store.write('bots.endEvent', { id, log: [], error: undefined }, standing(world.clock.wall()));
  const both = [world, createChatWorld(store)];
  for (const { perform, online, ...each } of both) {
    online.add('olga');
    const silence = startBotSilence({
      ...each,
      secondsOf: () => 60,
      handOver: (ofChat, botId) => perform['bots.handOverSilent']({ chatId: ofChat, botId }),
      runInBackground: (work) => void work,
    });
    await silence.resume();
  }
  await Promise.all(both.map((each) => each.clock.advance(60_000)));
  const { messages } = await store.read('messages.list', { chatId, limit: 50 }, acting('olga'));
  expect(messages.filter(({ event }) => event?.kind === 'handed_over')).toMatchObject([
    { event: { reason: 'silent' } },
  ]);
});
