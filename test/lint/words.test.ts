import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Texts } from '../../src/shared/locales/i18n.ts';
import { LANGUAGES } from '../../src/shared/locales/languages.ts';
import { type Catalogue, englishFaults, translationFaults } from './words/catalogue-faults.ts';
import { forbiddenWords, foundIn } from './words/forbidden.ts';
import { physicalClasses, type Source } from './words/physical-classes.ts';
import { wordsInScreen } from './words/screen-words.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Text that needs no translation: names, addresses and similar. */
const NAMES = [/^Counterbell$/, /^https:\/\/[\w./-]*$/, /^shop\.ngrok\.app$/];

const sources = filesBelow('src').map((file): Source => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
const english = catalogues('en');

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

/** The texts of a language, by namespace and key. */
function catalogues(code: string): Record<string, Catalogue> {
  const folder = path.join(ROOT, 'src/shared/locales', code);
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      Object.fromEntries(flatTexts(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Texts)),
    ]),
  );
}

/** Texts with their keys, as `t` takes them. */
function flatTexts(texts: Texts, before = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : flatTexts(text, `${before}${key}.`),
  );
}

const glossary = forbiddenWords(readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8'));

describe('the glossary', () => {
  it('has a row for each term, with its name in every language', () => {
    expect(glossary.terms.length).toBeGreaterThanOrEqual(40);
    expect([...glossary.words.keys()].toSorted()).toEqual(LANGUAGES.map(({ code }) => code).toSorted());
  });

  it.each(LANGUAGES)('is kept to on the screens in $code', ({ code }) => {
    const texts = Object.entries(catalogues(code)).flatMap(([subject, catalogue]) =>
      // What people may type to find a command is theirs to choose.
      Object.entries(catalogue).flatMap(([key, text]) =>
        /also$/i.test(key) ? [] : [{ key: `${subject}:${key}`, text: text.replaceAll(/\{\{.*?\}\}/g, '') }],
      ),
    );
    const words = glossary.words.get(code) ?? [];
    expect(texts.flatMap(({ key, text }) => foundIn(text, words).map((word) => `${key}: ${word}`))).toEqual([]);
  });
});

describe('the texts', () => {
  it('in English have their plural forms', () => {
    expect(Object.keys(english).length).toBeGreaterThan(10);
    expect(englishFaults(english)).toEqual([]);
  });

  it.each(LANGUAGES.filter(({ code }) => code !== 'en'))('in $code match those in English completely', ({ code }) => {
    expect(translationFaults(code, english, catalogues(code))).toEqual([]);
  });

  it('are in catalogues, not in screens', () => {
    const screens = sources.filter(({ file }) => file.endsWith('.tsx'));
    const found = screens.flatMap((source) =>
      wordsInScreen(source)
        .filter((words) => !NAMES.some((name) => name.test(words)))
        .map((words) => `${source.file}: ${words}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the docs', () => {
  const page = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

  it.each(['README.md', 'docs/operators.md', 'docs/owners.md'])('%s says nothing that the glossary forbids', (name) => {
    const prose = page(name).replaceAll(/`[^`]*`|^ {4}.*|\]\([^)]*\)/gm, '');
    expect(foundIn(prose, glossary.words.get('en') ?? [])).toEqual([]);
  });

  it('link to what is there', () => {
    const pages = [
      'README.md',
      ...readdirSync(path.join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
    ];
    const anchors = (name: string): readonly string[] =>
      Array.from(page(name).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\d _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const broken = pages.flatMap((name) =>
      Array.from(
        page(name)
          .replaceAll(/```[^]*?```/g, '')
          .matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g),
      ).flatMap(([link, file = '', anchor]) => {
        const target = file === '' ? name : path.posix.join(path.posix.dirname(name), file);
        const isThere =
          existsSync(path.join(ROOT, target)) && (anchor === undefined || anchors(target).includes(anchor));
        return isThere ? [] : [`${name}: ${link}`];
      }),
    );
    expect(pages.length).toBeGreaterThan(8);
    expect(broken).toEqual([]);
  });

  it('for developers quote the refusals as the service says them', () => {
    const developers = page('docs/developers.md');
    const codes = developers.slice(developers.indexOf('### Status codes'), developers.indexOf('### Times'));
    const rows = codes.split('\n').filter((row) => row.startsWith('| ') && !row.startsWith('| ---'));
    const quoted = rows.flatMap((row) => {
      const cells = row.split(' | ');
      return Array.from(
        (cells.length === 4 ? (cells[2] ?? '') : (cells[1] ?? '')).matchAll(/`([^`]+ [^`]+)`/g),
        ([, text = '']) => text,
      );
    });
    const said = new Set(Object.values(english['errors'] ?? {}));
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((text) => !said.has(text))).toEqual([]);
  });
});

it('screens name no side that stays where it is from right to left', () => {
  const renderer = sources.filter(({ file }) => file.startsWith('src/renderer/'));
  expect(renderer.flatMap((source) => physicalClasses(source).map((name) => `${source.file}: ${name}`))).toEqual([]);
});

describe('faults are found:', () => {
  const subject = {
    plain: 'Inbox',
    of: '{{a}} of {{b}}',
    unread_one: '{{count}} unread',
    unread_other: '{{count}} unread',
    files_zero: 'none',
    files_one: 'one',
    files_other: '{{count}} files',
  };
  const german = {
    plain: 'Posteingang',
    of: '{{a}} von {{b}}',
    unread_one: '{{count}} neu',
    unread_other: '{{count}} neu',
    files_zero: 'keine',
    files_one: 'eine',
    files_other: '{{count}} Dateien',
  };
  const without = (words: Record<string, string>, key: string) =>
    Object.fromEntries(Object.entries(words).filter(([each]) => each !== key));

  it.each<[fault: string | undefined, code: string, words: Record<string, string>]>([
    [undefined, 'de', german],
    ['de: inbox: plain is missing', 'de', without(german, 'plain')],
    ['de: inbox: more is no key', 'de', { ...german, more: 'mehr' }],
    ['de: inbox: unread_few is no key', 'de', { ...german, unread_few: 'mehr' }],
    ['de: inbox: plain is empty', 'de', { ...german, plain: ' ' }],
    ['de: inbox: of lacks {{b}}', 'de', { ...german, of: '{{a}} von' }],
    ['de: inbox: of has {{c}}, which is never given', 'de', { ...german, of: '{{a}} von {{b}} {{c}}' }],
    ['de: inbox: files_zero is missing', 'de', without(german, 'files_zero')],
    ['de: inbox: files_other is missing', 'de', without(german, 'files_other')],
  ])('%s', (fault, code, words) => {
    expect(translationFaults(code, { inbox: subject }, { inbox: words })).toEqual(fault === undefined ? [] : [fault]);
  });

  it('forms that another language needs', () => {
    expect(
      translationFaults(
        'ru',
        { inbox: { unread_one: '{{count}}', unread_other: '{{count}}' } },
        { inbox: { unread_one: '{{count}}', unread_other: '{{count}}' } },
      ),
    ).toEqual(['ru: inbox: unread_many is missing', 'ru: inbox: unread_few is missing']);
  });

  it('subjects that are missing, or too many', () => {
    expect(translationFaults('de', { inbox: subject }, { outbox: german })).toEqual([
      'de: inbox is missing',
      'de: outbox is no subject',
    ]);
  });

  it('English without forms', () => {
    expect(englishFaults({ inbox: { unread: '{{count}} unread', files_other: '{{count}} files' } })).toEqual([
      'inbox: unread counts, but has no forms',
      'inbox: files_one is missing',
    ]);
  });

  it('a word that the glossary forbids', () => {
    const { words } = forbiddenWords(
      [
        '| Term | It means | Spanish | Portuguese (Brazil) | Russian | German | Never |',
        '| --- | --- | --- | --- | --- | --- | --- |',
        '| Waiting | Nobody answered | a | b | c | d | queue…, waiting list · ru: очеред… |',
        '',
        '| Language | Never |',
        '| --- | --- |',
        '| English | anew |',
      ].join('\n'),
    );
    const texts = ['The chat is queued', 'On the Waiting list', 'Open it anew.', 'Renewed, unqueued', 'With pg_queue'];
    expect(texts.map((text) => foundIn(text, words.get('en') ?? []))).toEqual([
      ['queue…'],
      ['waiting list'],
      ['anew'],
      [],
      [],
    ]);
    expect(foundIn('Чат снова в очереди', words.get('ru') ?? [])).toEqual(['очеред…']);
  });

  it('words in a screen', () => {
    const text =
      'const A = () => <p title="Not here" className="flex" aria-label={open ? \'Close it\' : words.open}>Hello <b>{words.name}</b>, · {` you `}{count > 0 && \'more\'}</p>;';
    expect(wordsInScreen({ file: 'a.tsx', text })).toEqual(['you', 'more', 'Not here', 'Close it', 'Hello']);
  });

  it('sides in classes', () => {
    const text =
      "const A = () => <p className={cn('ms-2 -ml-1 first:pr-2', isWide && 'max-panes:border-r-0 rounded-tl-sm text-start')} title=\"left-1/2 left-3\">;";
    expect(physicalClasses({ file: 'a.tsx', text })).toEqual([
      '-ml-1',
      'first:pr-2',
      'max-panes:border-r-0',
      'rounded-tl-sm',
      'left-3',
    ]);
  });
});
