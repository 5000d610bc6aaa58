import { describe, expect, it } from 'vitest';
import { isForInputMethod, isPasteOfFiles } from './typing.ts';

it.each([
  ['Chrome, while composing', true, 229, true],
  ['Firefox, while composing', true, 229, true],
  ['Safari, the Enter that has ended a composition', false, 229, true],
  ['Android, whose keyboards name no key', false, 229, true],
  ['the Enter after it', false, 13, false],
  ['Escape', false, 27, false],
])('%s', (_who, isComposing, keyCode, isTheirs) => {
  expect(isForInputMethod({ isComposing, keyCode })).toBe(isTheirs);
});

describe('a paste with files', () => {
  const picture = [{ name: 'image.png' }];
  it.each([
    ['a screenshot', picture, '', '', true],
    ['a picture of a website', picture, '', '<img src="https://example.org/lamp.png" alt="Lamp">', true],
    ['a picture with blank text', picture, ' \r\n\t', '', true],
    ['cells of Excel', picture, 'Lamp\t30\r\n', '<table><tr><td>Lamp</td></tr></table>', false],
    ['a cell that reads as a file', picture, 'image.png', '<table><tr><td>image.png</td></tr></table>', false],
    ['cells of LibreOffice', picture, 'Lamp\t30', '<table></table>', false],
    ['a paragraph of Word', picture, 'Dear Anna,\r', '<p>Dear Anna,</p>', false],
    ['text with a picture, without HTML', picture, 'Dear Anna', '', false],
    ['a file of the Finder', [{ name: 'Gru\u0308n.pdf' }], 'Gr\u00fcn.pdf', '', true],
    [
      'files of a file manager',
      [{ name: 'a b.pdf' }, { name: 'c.pdf' }],
      'file:///home/a%20b.pdf\n/home/c.pdf',
      '',
      true,
    ],
    ['a broken address', [{ name: '100%.pdf' }], 'file:///100%.pdf', '', true],
    ['files of Windows', [{ name: 'a.pdf' }], 'C:\\Users\\me\\a.pdf', '', true],
    ['the name of another file', [{ name: 'a.pdf' }], 'b.pdf', '', false],
    ['text alone', [], 'Hello', '', false],
    ['nothing', [], '', '', false],
  ])('is about files or its text: %s', (_what, files, text, html, isOfFiles) => {
    expect(isPasteOfFiles(files, text, html)).toBe(isOfFiles);
  });
});
