import { expect, it } from 'vitest';
import { deliveryError } from '#shared/domain/message.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { delayText, failureText, formatDuration, reasonText } from './conversation-text.ts';

const names = { channel: 'The shop app', customer: 'Anna' };

it('explains why a reply was not delivered, and what that means', () => {
  expect(reasonText({ kind: 'timeout' }, names)).toBe(
    'The shop app didn’t respond within 9 seconds. Anna hasn’t seen this message.',
  );
});

it('says that the channel has no reply address, and who can enter one', () => {
  const reason = phrase('errors:calls.notSent.noReplyAddress');
  expect(reasonText({ kind: 'not_sent', reason }, names)).toBe(
    'The shop app has no reply address yet. Anna hasn’t seen this message. The owner can enter the address in Settings.',
  );
});

it("quotes the integration's own words", () => {
  expect(reasonText({ kind: 'refused', code: 'blocked', message: 'She left' }, names)).toBe(
    'The shop app refused it: “She left” (blocked). Anna hasn’t seen this message.',
  );
  expect(reasonText({ kind: 'refused' }, names)).toBe('The shop app refused it. Anna hasn’t seen this message.');
});

it.each(deliveryError.shape.kind.options)('explains a %s failure in words for operators', (kind) => {
  for (const words of [reasonText({ kind, status: 503 }, names), delayText({ kind, status: 503 }, names.channel)]) {
    expect(words).toMatch(/[.]$/);
    expect(words).not.toMatch(/timeout|webhook|payload|token|null|undefined|_/i);
  }
});

it.each([
  [7, '0:07'],
  [242, '4:02'],
  [3800, '1:03:20'],
])('formats %i seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

it.each([
  [{ kind: 'refused', message: '550 No such user', code: '550' }, 'The mail server refused it: “550 No such user”.'],
  [{ kind: 'refused', message: 'No such user', code: '5.1.1' }, 'The mail server refused it: “No such user (5.1.1)”.'],
  [{ kind: 'refused' }, 'The mail server refused it.'],
  [{ kind: 'unreachable', message: 'ECONNREFUSED' }, 'The mail server couldn’t be reached for a day.'],
  [{ kind: 'interrupted' }, 'The connection to the mail server broke off twice. It may have arrived.'],
] as const)('why a mail was given up after %o', (error, words) => {
  expect(failureText({ state: 'failed', attempts: 1, error, mail: { to: 'anna@shop.example' } }, names)).toBe(words);
});
