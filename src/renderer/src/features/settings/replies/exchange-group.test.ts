import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_FORMS, readReplies, repliesFile } from './exchange-group.tsx';

const read = (text: string) => readReplies(new TextEncoder().encode(text));

describe.each(FILE_FORMS)('a file in %s', (form) => {
  it('contains all that was exported', () => {
    const shortcut = fc.stringMatching(/^[a-z0-9äж_-]{1,12}$/u);
    const text = fc
      .string({ unit: 'grapheme' })
      .map((each) => each.replaceAll('\r', '').trim())
      .filter((each) => each !== '');
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.constant('1'), shortcut, text }), { minLength: 1 }), (replies) => {
        expect(read(repliesFile(replies, form).text)).toEqual({
          replies: replies.map((each) => ({ shortcut: each.shortcut, text: each.text })),
        });
      }),
    );
  });
});

it.each([
  ['with headings in any order', 'Text;Tags;Shortcut\r\nWe open at 9;x;hours\r\n'],
  ['without headings', 'hours,We open at 9\n\n'],
  ['with the slash that one types', '/hours,We open at 9'],
  ['as a list', '[{"shortcut":"hours","text":"We open at 9","id":"7"}]'],
  ['as a list inside an object', ' {"version":1,"replies":[{"shortcut":"hours","text":"We open at 9"}]}'],
])('reads replies %s', (_how, text) => {
  expect(read(text)).toEqual({ replies: [{ shortcut: 'hours', text: 'We open at 9' }] });
});

it('reports invalid rows, and imports none', () => {
  expect(read('shortcut,text\nhours,We open at 9\nopening hours,We open at 9\n\nstock,')).toEqual({
    problem: {
      kind: 'wrongRows',
      rows: [
        { row: 3, problem: 'Use only letters, digits, - and _' },
        { row: 5, problem: 'Enter some text' },
      ],
    },
  });
  expect(read('[{"shortcut":"hours","text":"9"},7]')).toMatchObject({
    problem: { kind: 'wrongRows', rows: [{ row: 2 }] },
  });
});

it.each([
  ['', 'nothingInside'],
  ['shortcut,text\n', 'nothingInside'],
  ['{"a":1}', 'nothingInside'],
  ['[1', 'notJson'],
  ['hours,"9', 'openQuote'],
  [Array.from({ length: 1001 }, (_, at) => `r${String(at)},text`).join('\n'), 'tooMany'],
])('imports nothing from %j', (text, kind) => {
  expect(read(text)).toEqual({ problem: { kind } });
});

it('imports nothing from a file in another encoding', () => {
  expect(readReplies(new Uint8Array([0x66, 0xfc, 0x72, 0x2c, 0x78]))).toEqual({ problem: { kind: 'notText' } });
});
