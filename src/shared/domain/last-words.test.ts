import { expect, it } from 'vitest';
import { lastWords } from './last-words.ts';

const of = { id: '1', at: 1 };

it.each([
  [{ ...of, from: 'customer', type: 'text', text: 'two\n\nlines' }, undefined, 'two lines'],
  [{ ...of, from: 'operator', type: 'text', text: 'Yes.' }, undefined, 'You: Yes.'],
  [{ ...of, from: 'operator', type: 'text', text: 'Yes.' }, { operator: 'Ben', bot: 'FAQ' }, 'Ben: Yes.'],
  [{ ...of, from: 'bot', type: 'text', text: 'We open at nine.' }, { operator: 'Ben', bot: 'FAQ' }, 'FAQ: We open at nine.'],
  [{ ...of, from: 'bot', type: 'text', title: 'What can I do?' }, { bot: 'FAQ' }, 'FAQ: What can I do?'],
  [{ ...of, from: 'bot', type: 'text', text: 'Hello' }, undefined, 'Bot: Hello'],
  [{ ...of, from: 'note', type: 'text', text: 'He never pays.' }, { operator: 'Ben', bot: 'FAQ' }, ''],
  [{ ...of, from: 'customer', type: 'photo', file_name: 'shelf.jpg' }, undefined, 'Photo · shelf.jpg'],
  [{ ...of, from: 'customer', type: 'sticker', emoji: '😀' }, undefined, 'Sticker · 😀'],
  [{ ...of, from: 'customer', type: 'text', text: 'a\0\u202Eb' }, undefined, 'ab'],
] as const)('says the last words in one line: %j', (message, names, line) => {
  expect(lastWords(message, names)).toBe(line);
});
