import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canRun, isPassive, personFileName, safeFileName, attachmentHeader } from './file-name.ts';

test.each([
  [undefined, 'image/png', 'file.png'],
  ['', 'application/octet-stream', 'file'],
  ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['order.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'order.docx'],
  ['order.docx', 'application/zip', 'order.docx'],
  ['list.csv', 'text/plain', 'list.csv'],
  ['README', 'text/plain', 'README.txt'],
  ['voice', 'audio/ogg', 'voice.ogg'],
  ['photo.jpg', 'application/zip', 'photo.jpg.zip'],
  ['photo.jpg', 'application/octet-stream', 'photo.jpg.data'],
  ['photo.jpg', 'image/webp', 'photo.jpg.webp'],
  ['a/../b\\..\\c.png', 'image/png', 'c.png'],
  ['COM7.txt', 'text/plain', 'file.txt'],
])('%j that is %s is named %j', (name, mediaType, safe) => {
  expect(safeFileName(name, mediaType)).toBe(safe);
});

test.each([
  ['Anna Weber', 'zip', 'application/zip', 'Anna Weber 2026-11-21.zip'],
  ['Анна', 'html', 'text/html; charset=utf-8', 'Анна 2026-11-21.html'],
  ['ليلى محمود', 'txt', 'text/plain; charset=utf-8', 'ليلى محمود 2026-11-21.txt'],
  ['שרה\u202e', 'json', 'application/json; charset=utf-8', 'שרה 2026-11-21.json'],
  ['user/42', 'zip', 'application/zip', 'user_42 2026-11-21.zip'],
  ['..\\..\\boot.ini', 'zip', 'application/zip', '_.._boot.ini 2026-11-21.zip'],
  ['CON', 'zip', 'application/zip', 'CON 2026-11-21.zip'],
  [' . ', 'zip', 'application/zip', '2026-11-21.zip'],
  ['a:b*"c"?', 'zip', 'application/zip', 'a_b__c__ 2026-11-21.zip'],
  ['é'.repeat(500), 'zip', 'application/zip', `${'é'.repeat(60)} 2026-11-21.zip`],
])('a file about %j as %s is called after them', (person, ending, mediaType, name) => {
  expect(personFileName(person, '2026-11-21', ending, mediaType)).toBe(name);
  expect(safeFileName(name, mediaType.split(';')[0] ?? '')).toBe(name);
});

test('every safe name is valid on every system and unchanged when made safe again', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('..', 'con.', 'nul.tar.gz', '\u202Etxt.exe', 'a'.repeat(5000)),
      ),
      fc.constantFrom('image/png', 'text/plain', 'application/zip', 'application/octet-stream'),
      (name, mediaType) => {
        const safe = safeFileName(name, mediaType);
        expect(safe).not.toMatch(/[/\\:*?"<>|\p{Cc}\u202A-\u202E\u2066-\u2069]|^\.|[. ]$|^$/u);
        expect(safe).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
        expect(safeFileName(safe, mediaType)).toBe(safe);
        expect(attachmentHeader(safe)).toMatch(
          /^attachment; filename="[\x20-\x21\x23-\x5B\x5D-\x7E]+"; filename\*=UTF-8''[\x21-\x7E]*$/,
        );
      },
    ),
  );
});

test.each([
  ['a.exe', 'application/x-msdownload', true],
  ['a.txt', 'application/x-elf', true],
  ['a.HTML', 'text/plain', true],
  ['a.svg', 'image/svg+xml', true],
  ['a.lnk', 'application/octet-stream', true],
  ['a.docm', 'application/zip', true],
  ['a.pdf', 'application/pdf', false],
  ['exe', 'image/png', false],
  ['a.png', 'image/png', false],
])('opening %s (%s) may run something: %s', (name, mediaType, may) => {
  expect(canRun(name, mediaType)).toBe(may);
});

test.each([
  ['a.png', 'image/png', true],
  ['a.JPG', 'image/jpeg', true],
  ['a.heic', 'image/heic', true],
  ['a.mp4', 'video/mp4', true],
  ['a.mp3', 'audio/mpeg', true],
  ['a.txt', 'text/plain', true],
  ['a.pdf', 'application/pdf', false],
  ['a.docx', 'application/zip', false],
  ['a.odt', 'application/vnd.oasis.opendocument.text', false],
  ['a.zip', 'application/zip', false],
  ['a.csv', 'text/plain', false],
  ['a.md', 'text/plain', false],
  ['a.m3u', 'text/plain', false],
  ['a.svg', 'image/svg+xml', false],
  ['a.ico', 'image/x-icon', false],
  ['a.one', 'application/octet-stream', false],
  ['a.newer-than-this-list', 'application/octet-stream', false],
  ['a.txt', 'application/octet-stream', false],
  ['a.png', 'text/html', false],
  ['a.exe', 'image/png', false],
  ['a.png.lnk', 'image/png', false],
  ['png', 'image/png', false],
  ['', 'image/png', false],
  ['a.png', 'constructor', false],
])('%s (%s) is opened without asking: %s', (name, mediaType, passive) => {
  expect(isPassive(name, mediaType)).toBe(passive);
});
