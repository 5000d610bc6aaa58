import { expect, it } from 'vitest';
import type { BotAttempt } from '#shared/domain/bots.ts';
import { heldBackReason } from '#shared/domain/message.ts';
import { attemptText, formatTook, noteText } from './bot-turn-parts.tsx';
import { phrase, foreignText } from '#shared/locales/phrase.ts';

it.each([
  [0.4, '0 ms'],
  [119.6, '120 ms'],
  [2900, '2.9 s'],
  [3000, '3.0 s'],
])('formats %d milliseconds as %s', (milliseconds, words) => {
  expect(formatTook(milliseconds)).toBe(words);
});

it.each<[Omit<BotAttempt, 'at'>, string]>([
  [{ took: 120, status: 200 }, 'answered 200 after 120 ms'],
  [{ took: 3000, error: { kind: 'timeout' } }, 'no answer within 3 s'],
  [{ took: 5, status: 503, error: { kind: 'status', status: 503 } }, 'answered 503 after 5 ms'],
  [{ took: 8, error: { kind: 'unreachable' } }, 'no connection after 8 ms'],
  [
    { took: 0, error: { kind: 'not_sent', reason: phrase('errors:calls.notSent.address') } },
    'not sent: The bot’s address is not allowed',
  ],
])('describes an attempt: %j', (attempt, words) => {
  expect(attemptText({ at: 0, ...attempt })).toBe(words);
});

it.each(heldBackReason.options)('explains why something was held back: %s', (reason) => {
  expect(noteText({ note: reason, outcome: 'held_back' })).toMatch(/[.]$/);
});

it('shows an engine note unchanged, and explains a repeat', () => {
  expect(noteText({ note: foreignText('`chat_id` is missing'), outcome: 'refused' })).toBe('`chat_id` is missing');
  expect(noteText({ note: undefined, outcome: 'repeat' })).toBe('Received before, so it counts only once.');
});
