import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startBotTyping } from './typing.ts';

let clock: ReturnType<typeof createFakeClock>;
let typing: ReturnType<typeof startBotTyping>;
let shown: string[];
beforeEach(() => {
  clock = createFakeClock();
  shown = [];
  typing = startBotTyping({
    clock,
    show: (chatId, botId, isTyping) => shown.push(`${botId} ${isTyping ? 'types' : 'rests'} in ${chatId}`),
  });
});

describe('a bot that has been asked', () => {
  test('is seen to type until it answers', async () => {
    typing.sent('7', 'faq');
    await clock.advance(300);
    expect(shown).toEqual(['faq types in 7']);
    typing.ended('7');
    expect(shown).toEqual(['faq types in 7', 'faq rests in 7']);
  });

  test('is not seen to type if it answers in a blink', async () => {
    typing.sent('7', 'faq');
    await clock.advance(299);
    typing.ended('7');
    await clock.advance(20_000);
    expect(shown).toEqual([]);
  });

  test('is seen to type for ten seconds at most, however often it is asked meanwhile', async () => {
    typing.sent('7', 'faq');
    await clock.advance(3000);
    typing.sent('7', 'faq');
    await clock.advance(7299);
    expect(shown).toEqual(['faq types in 7']);
    await clock.advance(1);
    expect(shown).toEqual(['faq types in 7', 'faq rests in 7']);
    typing.sent('7', 'faq');
    await clock.advance(300);
    expect(shown.at(-1)).toBe('faq types in 7');
  });

  test('leaves other chats alone, and stops with the program', async () => {
    typing.sent('7', 'faq');
    typing.sent('8', 'faq');
    await clock.advance(300);
    typing.ended('7');
    expect(shown.at(-1)).toBe('faq rests in 7');
    typing.stop();
    expect(shown.at(-1)).toBe('faq rests in 8');
    expect(clock.waiting()).toBe(0);
  });
});
