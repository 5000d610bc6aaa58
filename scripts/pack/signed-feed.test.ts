import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedFeed } from './signed-feed.ts';

const feed = (sha512: string, size: number, more = ''): string => `version: 1.2.0
files:
  - url: Counterbell-1.2.0-win-x64.exe
    sha512: ${sha512}
    size: ${size}
${more}path: Counterbell-1.2.0-win-x64.exe
sha512: ${sha512}
releaseNotes: |
  The size: of it.
releaseDate: '2026-11-29T03:00:00.000Z'
`;

test('the feed is of the signed installer, which has no map of blocks', () => {
  const signed = Buffer.from('signed');
  const sha512 = createHash('sha512').update(signed).digest('base64');
  expect(signedFeed(feed('old==', 3, '    blockMapSize: 9\n'), signed)).toBe(feed(sha512, 6));
});
