import { beforeEach, describe, expect, test } from 'vitest';
import { createHeldClock, type HeldClock } from '#main/clock/held-clock.ts';
import { startSilenceWatch, type SilenceWatch } from './silence.ts';

let clock: HeldClock;
let seconds: number;
let silent: string[];
let watch: SilenceWatch;
beforeEach(() => {
  clock = createHeldClock();
  seconds = 60;
  silent = [];
  watch = startSilenceWatch({
    clock,
    secondsOf: () => seconds,
    onSilent: (chatId, botId) => silent.push(`${chatId} of ${botId} at ${clock.monotonic()}`),
  });
});

describe('a bot that took a message', () => {
  test('and says nothing in its time is silent, counted from when the first message went out', async () => {
    watch.sent('1', 'faq');
    await clock.pass(2000);
    watch.taken('1');
    await clock.pass(38_000);
    watch.sent('1', 'faq');
    watch.taken('1');
    await clock.pass(60_000);
    expect(silent).toEqual(['1 of faq at 60000']);
  });

  test('at the second attempt has its time from there', async () => {
    watch.sent('1', 'faq');
    await clock.pass(3000);
    watch.sent('1', 'faq');
    watch.taken('1');
    await clock.pass(120_000);
    expect(silent).toEqual(['1 of faq at 63000']);
  });

  test.each(['before it takes it', 'after it took it'])('and says something %s is not', async (when) => {
    watch.sent('1', 'faq');
    if (when === 'before it takes it') watch.ended('1');
    watch.taken('1');
    if (when === 'after it took it') watch.ended('1');
    await clock.pass(120_000);
    expect([silent, watch.watches('1'), clock.waiting()]).toEqual([[], false, 0]);
  });

  test('may be silent for ever where its time is 0', async () => {
    seconds = 0;
    watch.sent('1', 'faq');
    watch.taken('1');
    await clock.pass(86_400_000);
    expect(silent).toEqual([]);
  });

  test('and kept its chat, as nobody was there, is looked at again when somebody comes', async () => {
    for (const chatId of ['1', '2']) {
      watch.sent(chatId, 'faq');
      watch.taken(chatId);
    }
    watch.sent('3', 'faq');
    await clock.pass(60_000);
    watch.ended('2');
    silent = [];
    watch.recheck();
    expect(silent).toEqual(['1 of faq at 60000']);
  });

  test('in an earlier run has its whole time again', async () => {
    await clock.pass(5000);
    watch.resumed('1', 'faq');
    await clock.pass(60_000);
    expect(silent).toEqual(['1 of faq at 65000']);
  });
});

test('a message that nobody takes makes no bot silent', async () => {
  watch.sent('1', 'faq');
  await clock.pass(120_000);
  watch.recheck();
  expect(silent).toEqual([]);
});
