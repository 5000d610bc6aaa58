import { sizeWords } from '#renderer/components/amounts.ts';
import { expect, it } from 'vitest';
import { deliveryError } from '#shared/domain/message.ts';
import { durationWords, hindranceWords, reasonWords } from './conversation-text.ts';

const names = { channel: 'The shop app', customer: 'Anna' };

it('says why a reply did not arrive and what it means', () => {
  expect(reasonWords({ kind: 'timeout' }, names)).toBe(
    'The shop app did not answer for 9 seconds; Anna has not seen this message.',
  );
});

it("says what the integrator said, in the integrator's words", () => {
  expect(reasonWords({ kind: 'refused', code: 'blocked', message: 'She left' }, names)).toBe(
    'The shop app says: “She left” (blocked). Anna has not seen this message.',
  );
  expect(reasonWords({ kind: 'refused' }, names)).toBe('The shop app refused it. Anna has not seen this message.');
});

it.each(deliveryError.shape.kind.options)('has words for an operator where delivery fails by %s', (kind) => {
  for (const words of [
    reasonWords({ kind, status: 503 }, names),
    hindranceWords({ kind, status: 503 }, names.channel),
  ]) {
    expect(words).toMatch(/[.]$/);
    expect(words).not.toMatch(/timeout|webhook|payload|token|null|undefined|_/i);
  }
});

it.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1432000, '1.4 MB'],
  [88_000, '88 kB'],
])('says %i bytes as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

it.each([
  [7, '0:07'],
  [242, '4:02'],
  [3800, '1:03:20'],
])('says %i seconds as %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
