import { expect, test } from 'vitest';
import type { ChatEvent, Message } from '#shared/domain/entities.ts';
import { withText } from './line-text.ts';

const line = (event?: ChatEvent): Message => ({
  id: '1',
  chatId: '2',
  from: 'system',
  type: 'text',
  at: 0,
  ...(event !== undefined && { event }),
});

test.each([
  [{ kind: 'taken', operatorId: 'o', operatorName: 'Olga' }, 'Olga took the chat'],
  [{ kind: 'closed_by_silence', hours: 24 }, 'The chat was closed after 24 hours without a word'],
  [{ kind: 'rated', rate: 4, again: false }, 'The customer rated the chat 4 of 5'],
] satisfies readonly (readonly [ChatEvent, string])[])('a line says in English that %j', (event, text) => {
  expect(withText(line(event))).toEqual({ ...line(event), text });
});

test('other lines stay as they are', () => {
  const said: Message = { ...line(), from: 'customer', text: 'Hello' };
  expect(withText(said)).toBe(said);
  expect(withText(line())).toEqual(line());
});
