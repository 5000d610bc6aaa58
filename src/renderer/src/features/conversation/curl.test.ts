import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curlCommand, providerAddress, serviceAddress, shellQuoted } from './bot-turn-parts.tsx';

/** Parses a word like a POSIX shell: single quotes are literal, elsewhere a backslash escapes the next character. */
function readByShell(word: string): string {
  let text = '';
  for (const [, quoted, escaped, other] of word.matchAll(/'([^']*)'|\\([^])|([^])/g)) {
    if (other !== undefined) throw new Error(`${other} is not quoted in ${word}`);
    text += quoted ?? escaped ?? '';
  }
  return text;
}

it.each([
  ['plain', "'plain'"],
  ["it's", String.raw`'it'\''s'`],
  ['$HOME `id` "x" !! \\', '\'$HOME `id` "x" !! \\\''],
])('quotes %j literally for a shell', (text, quoted) => {
  expect(shellQuoted(text)).toBe(quoted);
});

it('leaves nothing outside the quotes in any text', () => {
  const signs = fc.string({ unit: fc.constantFrom("'", '\\', '$', '`', '"', '\n', ' ', 'a') });
  fc.assert(
    fc.property(signs, (text) => {
      expect(readByShell(shellQuoted(text))).toBe(text);
    }),
  );
});

it('builds a command with the event as its data', () => {
  expect(curlCommand('https://bot.example/in/<token>?a=1', '{"text":"it\'s"}')).toBe(
    [
      "curl -X POST 'https://bot.example/in/<token>?a=1' \\",
      "  -H 'content-type: application/json' \\",
      String.raw`  --data-raw '{"text":"it'\''s"}'`,
    ].join('\n'),
  );
});

it('masks the token in both addresses', () => {
  expect(providerAddress({ endpoint: 'https://bot.example/in/?key=1' })).toBe('https://bot.example/in/<token>?key=1');
  expect(providerAddress({ endpoint: null })).toBeUndefined();
  expect(serviceAddress({ providerId: 'prov-1' }, 'https://chat.example/')).toBe(
    'https://chat.example/webhooks/prov-1/<token>',
  );
});
