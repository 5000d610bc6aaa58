import { describe, expect, test } from 'vitest';
import { toCsv } from '#shared/domain/csv.ts';
import { LANGUAGES } from '#shared/locales/languages.ts';
import { readContactFile } from './contact-file.ts';
import { transcriptWordsIn } from '#main/reports/transcript.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readContactFile(utf8(text));
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const ANNA = { name: 'Anna Müller', email: 'anna@x.example', phone: '+49 30 1234567', tags: ['vip', 'Köln'] };

describe('a file of contacts', () => {
  test.each([
    ['commas', 'Name,Phone,Email,Tags\r\nAnna Müller,+49 30 1234567,anna@x.example,"vip, Köln"\r\n'],
    ['semicolons', 'Kunde;Telefon;E-Mail;Schlagwörter\nAnna Müller;+49 30 1234567;anna@x.example;vip|Köln'],
    ['tabs', 'ФИО\tТелефон\tЭл. почта\tМетки\nAnna Müller\t+49 30 1234567\tanna@x.example\tvip;Köln\n'],
    [
      'an address book',
      'First Name,Middle Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Labels\n' +
        'Anna,,Müller,* Work,anna@x.example,Mobile,+49 30 1234567,vip ::: Köln\n',
    ],
  ])('is read with %s', (_what, text) => expect(read(text)).toEqual({ rows: [ANNA], unreadable: [] }));

  test.each(LANGUAGES.map(({ code }) => [code, LANGUAGES.find((language) => language.code === code)] as const))(
    'that was saved here in %s is read again, without the marks against formulas',
    async (_code, language) => {
      if (language === undefined) throw new Error('a language was expected');
      const titles = (await transcriptWordsIn(language)).contactColumns();
      const { name, phone, email, tags } = ANNA;
      const row = [`=${name}`, phone, email, tags.join(', '), 'Shop', '2026-11-21'];
      expect(read(toCsv([titles, row]))).toEqual({ rows: [{ ...ANNA, name: `=${name}` }], unreadable: [] });
    },
  );

  test('says which rows have nobody’s email or phone, as a spreadsheet counts them', () => {
    const text =
      'Name,Email,Phone\n"Anna\nMüller",anna@x.example,\n\nBoris,,\nCarla,carla at x,12345\nDora,,n/a\n,,030 1234567\n';
    expect(read(text)).toEqual({
      rows: [
        { name: 'Anna\nMüller', email: 'anna@x.example', tags: [] },
        { phone: '030 1234567', tags: [] },
      ],
      unreadable: [4, 5, 6],
    });
  });

  test.each([
    ['UTF-16, the little end first', utf16('Email\nзоя@x.example\n', false)],
    ['UTF-16, the big end first', utf16('Email\nзоя@x.example\n', true)],
    ['UTF-8 with a byte order mark', utf8('\uFEFFEmail\nзоя@x.example\n')],
  ])('is read in %s', (_what, bytes) =>
    expect(readContactFile(bytes)).toEqual({ rows: [{ email: 'зоя@x.example', tags: [] }], unreadable: [] }),
  );

  test.each([
    ['encoding', Buffer.from('Name,Email\nM\xFCller,m@x.example\n', 'latin1')],
    ['encoding', Buffer.from('Name,Email\nAnna,a@x.example\n', 'utf16le')],
    ['columns', utf8('anna@x.example\nboris@x.example\n')],
    ['columns', utf8('')],
    ['many', utf8(`Email\n${'a@x.example\n'.repeat(50_002)}`)],
    ['large', new Uint8Array(10_000_001)],
  ])('is refused for its %s', (problem, bytes) => expect(readContactFile(bytes)).toEqual({ problem }));
});
