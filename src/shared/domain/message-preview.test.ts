import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { excerpt } from './message.ts';
import { messagePreview, type MessageKind } from './message-preview.ts';

const of = { id: '1', at: 1 };
const names = { kindOf: (kind: MessageKind) => conversation.kinds[kind], operator: 'Ben', bot: 'FAQ' };

it.each([
  [{ ...of, from: 'customer', type: 'text', text: 'two\n\nlines' }, 'two lines'],
  [{ ...of, from: 'operator', type: 'text', text: 'Yes.' }, 'Ben: Yes.'],
  [{ ...of, from: 'bot', type: 'text', text: 'We open at nine.' }, 'FAQ: We open at nine.'],
  [{ ...of, from: 'bot', type: 'text', title: 'What can I do?' }, 'FAQ: What can I do?'],
  [{ ...of, from: 'note', type: 'text', text: 'He never pays.' }, ''],
  [{ ...of, from: 'customer', type: 'photo', fileName: 'shelf.jpg' }, 'Photo · shelf.jpg'],
  [{ ...of, from: 'customer', type: 'sticker', emoji: '😀' }, 'Sticker · 😀'],
  [{ ...of, from: 'customer', type: 'text', text: 'a\0\u202Eb' }, 'a␀[U+202E]b'],
] as const)('shows the last message in one line: %j', (message, line) => {
  expect(messagePreview(excerpt(message), names)).toBe(line);
});

it('cuts a long last message between signs, and says so', () => {
  const flag = '🇩🇪';
  const { text } = excerpt({ ...of, from: 'customer', type: 'text', text: flag.repeat(200) });
  expect(text).toMatch(new RegExp(`^(?:${flag}){100,}…$`));
});
