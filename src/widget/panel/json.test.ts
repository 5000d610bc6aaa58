import { afterEach, expect, test } from 'vitest';
import { toJson } from './json.ts';

const prototypes = [Array, Object, String, Number, Boolean].map(({ prototype }) => prototype as { toJSON?: unknown });

afterEach(() => {
  for (const prototype of prototypes) delete prototype.toJSON;
});

test('what is sent is the same where prototypes have a toJSON', () => {
  const frame = { kind: 'send', frames: [{ id: 'a', text: 'Hello', on: true, size: 3 }, []], page: undefined };
  const plain = JSON.stringify(frame);
  for (const prototype of prototypes) prototype.toJSON = () => '"changed"';
  expect(JSON.stringify(frame)).not.toBe(plain);
  expect(toJson(frame)).toBe(plain);
});
