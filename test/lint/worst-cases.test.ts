import { expect, test } from 'vitest';
import { oneLine } from '#shared/locales/call-texts.ts';
import { namesOf, readOwnCertificate } from '../../src/main/exposure/own-certificate.ts';
import { subscriberOf } from '../../src/main/intake/client-address.ts';
import { maskAddress, maskPath } from '../../src/main/journal/masking.ts';
import { safeFileName, attachmentHeader } from '#main/media/file-name.ts';
import { linkTarget } from '../../src/main/media/incoming/guarded-fetch.ts';
import { textType } from '../../src/main/media/sniff.ts';
import { phoneDigits } from '../../src/main/store/search/tokens.ts';
import { toCsv } from '../../src/shared/domain/csv.ts';
import { appendSegment } from '../../src/shared/domain/endpoint.ts';
import { searchTerms, searchWords } from '../../src/shared/domain/search-terms.ts';
import { normalizeTag } from '../../src/shared/domain/tags.ts';
import { withoutSlashes } from '../../src/shared/domain/addresses.ts';
import { maskSecrets } from '#main/engine/log-masking.ts';
import { preferredLanguage } from '#main/ratings/rating-page.ts';

const SIZE = 64 * 1024;
/** Quadratic time exceeds a second for each, and the test's time limit for all of them. */
const AGAIN = 20;

/** Repeats a text up to 64 KiB, between two others. */
const long = (unit: string, before = '', after = ''): string =>
  before + unit.repeat(Math.floor(SIZE / unit.length)) + after;
const quietly = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

/**
 * Functions that match untrusted text with an unbounded regular expression, and their worst input. The console's is in
 * `text-parts.test.ts`.
 */
const CASES: Readonly<Record<string, readonly [worst: readonly string[], look: (text: string) => unknown]>> = {
  'a table of replies': [[long(' ', 'a', 'b'), long('"'), long('",'), long('\t', '', 'a')], (text) => toCsv([[text]])],
  'a file’s name': [
    [long('.', 'a', 'b'), long(' .', 'a', 'b'), long('_', 'a', '\0b'), long('a.'), long('/..')],
    (text) => attachmentHeader(safeFileName(text, 'image/png')),
  ],
  'the address of a file': [
    [long('/', 'https:', 'x'), long(':1', 'http://a'), long('\t', '', 'a'), long('a', '', ':')],
    (text) => quietly(() => linkTarget(text)),
  ],
  'the address of an endpoint': [
    [long('/', 'https://a.example/', 'x'), long('/', 'https://a.example')],
    (text) => [appendSegment(text, 'shop-1'), withoutSlashes(text)],
  ],
  'a path in Activity': [
    [long('a', '/', '/b/c'), long('?', '/'), long('/a')],
    (text) => [maskPath(text, () => false), quietly(() => maskAddress(`https://a.example${text}`, true))],
  ],
  'a report for helpers': [
    [long('http://'), long('a', 'https://'), long(' ', 'bearer', '!'), long('bearer ')],
    (text) => maskSecrets(text),
  ],
  'a notification': [[long(' ', 'a', 'b'), long(' \u0085', 'a', 'b')], (text) => oneLine(text, 100)],
  'the names in a certificate': [
    [long('DNS:"\\", '), long('"\\', 'DNS:'), long('DNS:"a, '), long(', DNS:')],
    (subjectAltName) => namesOf({ subjectAltName }),
  ],
  'a certificate to import': [
    [
      long('-----BEGIN CERTIFICATE-----\n'),
      long('-----BEGIN EC PRIVATE KEY-----\n'),
      long('A', '-----BEGIN '),
      long('-'),
    ],
    (text) => quietly(() => readOwnCertificate({ certificate: text, key: text }, 0)),
  ],
  'who asks': [[long('1', '::ffff:'), long('1.'), long('0:')], (text) => quietly(() => subscriberOf(text))],
  'what a file is': [
    [long('<a'), long('<svg'), long('a', '<', ':svg'), long(' ')],
    (text) => textType(Buffer.from(text)),
  ],
  'the languages of a browser': [
    [long(' ', 'en;q', '=1'), long('en;'), long('en,'), long('0', 'en;q=0.')],
    preferredLanguage,
  ],
  'a telephone number': [[long('1', '', 'a'), long('+')], phoneDigits],
  'words to search': [
    [long('"'), long('"a '), long('a“'), long('a-'), long('\u0301', 'a')],
    (text) => [searchWords(text), searchTerms(text)],
  ],
  'a tag': [[long(' ', 'a', 'b'), long('\u0001 ')], normalizeTag],
};

test.each(Object.entries(CASES))(
  '%s: 64 KiB of the worst are looked through',
  { timeout: 60_000, tags: ['thorough'] },
  (_what, [worst, look]) => {
    for (const text of worst) {
      expect(text.length).toBeGreaterThanOrEqual(SIZE - 40);
      for (let again = 0; again < AGAIN; again += 1) look(text);
    }
  },
);
