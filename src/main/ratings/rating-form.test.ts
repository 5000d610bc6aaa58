import { describe, expect, test } from 'vitest';
import { codePoints } from '#shared/protocol/code-points.ts';
import { MAX_COMMENT_LENGTH, readRatingForm } from './rating-form.ts';

const read = (body: string | Buffer) => readRatingForm(Buffer.from(body as string));
const comment = (text: string) =>
  readRatingForm(Buffer.from(new URLSearchParams({ rate: '5', comment: text }).toString())).comment;

describe('a posted form', () => {
  test('has a rating and a comment', () => {
    expect(read('rate=4&comment=Quick+and+kind+%E2%9C%93')).toEqual({ rate: 4, comment: 'Quick and kind ✓' });
  });

  test.each([
    '',
    'rate=',
    'rate=0',
    'rate=6',
    'rate=4.5',
    'rate=05',
    'rate=%205',
    'rate=five',
    'comment=x',
    '{"rate":5}',
  ])('%j has no rating', (body) => {
    expect(read(body).rate).toBeUndefined();
  });

  test('trims the comment and treats blank as none; line breaks stay', () => {
    expect(comment('  \r\n Good \r\n\r\n Thanks ')).toBe('Good \n\n Thanks');
    expect(comment(' \n ')).toBeUndefined();
  });

  test('keeps a comment whole that is too long, and counts it in code points', () => {
    expect(codePoints(comment('🙂'.repeat(2001)) ?? '')).toBe(MAX_COMMENT_LENGTH + 1);
  });

  test('replaces invalid bytes by U+FFFD', () => {
    expect(read(Buffer.from([...Buffer.from('rate=1&comment=a'), 0xff, ...Buffer.from('%ED%A0%80b')])).comment).toMatch(
      /^a\uFFFD+b$/,
    );
  });
});
