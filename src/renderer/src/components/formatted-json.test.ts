import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formattedJson } from './formatted-json.ts';

it('formats any JSON like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, indent) => {
      expect(formattedJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('keeps every digit', () => {
  expect(formattedJson('{"id":12345678901234567890.10}')).toBe('{\n  "id": 12345678901234567890.10\n}');
});

it('leaves invalid JSON unchanged', () => {
  expect(formattedJson('{"event": ')).toBe('{"event": ');
});
