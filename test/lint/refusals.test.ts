import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode, MAY_CHANGE } from '../../src/shared/contract/errors.ts';
import type { Texts } from '../../src/shared/locales/i18n.ts';
import { LANGUAGES } from '../../src/shared/locales/languages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** How each language says that the same request may succeed another time. */
const TRY_AGAIN: Readonly<Record<string, RegExp>> = {
  en: /\btry again\b/iu,
  de: /\bversuchen Sie es\b/iu,
  es: /\binténtalo\b/iu,
  'pt-BR': /\btente\b/iu,
  ru: /попробуйте|повторите/iu,
};

const OTHER_ANSWERS: readonly string[] = [
  // The problem of a job, which can be begun again.
  'refusals.job.fault',
  // The sign-in screen, which counts the seconds.
  'refusals.web.slow',
];

/** What throws one code for whatever reason it is given. */
const HELPERS: Readonly<Record<string, ErrorCode>> = {
  unavailable: 'storage_unavailable',
  unusable: 'backup_unusable',
};

const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => readFileSync(path.join(ROOT, 'src', file), 'utf8'));

function flat(texts: Texts, before = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  );
}

/** The keys of the refusals that tell somebody to try again, in a language. */
function retried(code: string): readonly string[] {
  const file = path.join(ROOT, 'src/shared/locales', code, 'errors.json');
  const { refusals, seat } = JSON.parse(readFileSync(file, 'utf8')) as Record<'refusals' | 'seat', Texts>;
  return flat({ refusals, seat }).flatMap(([key, text]) => (TRY_AGAIN[code]?.test(text) === true ? [key] : []));
}

/** The codes with which a reason is given. */
function codesOf(key: string): readonly (ErrorCode | 'none')[] {
  return sources.flatMap((text) =>
    [...text.matchAll(/errors:[\w.]+/g)].flatMap(({ 0: found, index }): (ErrorCode | 'none')[] => {
      if (found !== `errors:${key}`) return [];
      const before = text.slice(Math.max(0, index - 200), index);
      const helper = /(\w+)\(phrase\('$/u.exec(before)?.[1] ?? '';
      if (Object.hasOwn(HELPERS, helper)) return [HELPERS[helper] ?? 'none'];
      // What nobody expected, where the code of what was expected is taken along.
      if (/instanceof ContractError \? [\w.]+ : phrase\('$/u.test(before)) return ['internal'];
      return [[...before.matchAll(/'(\w+)'/g)].map(([, word]) => word).findLast(isCode) ?? 'none'];
    }),
  );
}

function isCode(word: string | undefined): word is ErrorCode {
  return word !== undefined && Object.hasOwn(ERROR_STATUS, word);
}

describe('a refusal that will not change never says to try again', () => {
  it.each(LANGUAGES)('in $code', ({ code }) => {
    const keys = retried(code).filter((key) => !OTHER_ANSWERS.includes(key));
    expect(keys.length).toBeGreaterThan(5);
    const wrong = keys.flatMap((key) => {
      const codes = codesOf(key);
      if (codes.length === 0) return [`${key}: nobody says it`];
      return codes.flatMap((each) => (each !== 'none' && MAY_CHANGE[each] ? [] : [`${key}: ${each}`]));
    });
    expect(wrong).toEqual([]);
  });

  it('is the same in all languages', () => {
    const [english, ...others] = LANGUAGES.map(({ code }) => retried(code));
    for (const other of others) expect(other).toEqual(english);
  });
});
