import { beforeEach, describe, expect, test } from 'vitest';
import { createHeldClock, type HeldClock } from '#main/clock/held-clock.ts';
import { startSilenceWatch, type SilenceWatch } from './silence.ts';

let clock: HeldClock;
let isOnline: boolean;
let silent: string[];
let watch: SilenceWatch;
beforeEach(() => {
  clock = createHeldClock();
  isOnline = true;
  silent = [];
  watch = startSilenceWatch({ clock, anyOperatorOnline: () => isOnline, onSilent: (chatId, botId) => silent.push(`${chatId} of ${botId}`) });
});

describe('a bot that took a message', () => {
  test('and says nothing in its time is silent, counted from the first message', async () => {
    watch.expectAnswer('1', 'faq', 60);
    await clock.pass(40_000);
    watch.expectAnswer('1', 'faq', 60);
    await clock.pass(20_000);
    expect(silent).toEqual(['1 of faq']);
  });

  test('and says something is not', async () => {
    watch.expectAnswer('1', 'faq', 60);
    watch.ended('1');
    await clock.pass(120_000);
    expect(silent).toEqual([]);
  });

  test('may be silent for ever where its time is 0', async () => {
    watch.expectAnswer('1', 'faq', 0);
    await clock.pass(86_400_000);
    expect(silent).toEqual([]);
  });

  test('loses the chat only when somebody is there', async () => {
    isOnline = false;
    watch.expectAnswer('1', 'faq', 60);
    watch.expectAnswer('2', 'faq', 60);
    await clock.pass(60_000);
    watch.recheck();
    expect(silent).toEqual([]);
    watch.ended('2');
    isOnline = true;
    watch.recheck();
    expect(silent).toEqual(['1 of faq']);
  });
});
