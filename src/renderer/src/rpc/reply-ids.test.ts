import { expect, test } from 'vitest';
import { createReplyIds } from './reply-ids.ts';
import { Unreachable } from './transport.ts';

const lost = () => Promise.reject(new Unreachable('the line was cut'));

test('words whose answer was lost keep their name, so that they are not sent twice', async () => {
  const ids = createReplyIds();
  const names: string[] = [];
  const sending = (answer: () => Promise<unknown>) => (id: string) => {
    names.push(id);
    return answer();
  };
  await ids.named('1', 'Hello', sending(lost)).catch(() => undefined);
  await ids.named(
    '1',
    'Hello',
    sending(async () => 'taken'),
  );
  await ids.named(
    '1',
    'Hello',
    sending(async () => 'taken'),
  );
  expect(names[1]).toBe(names[0]);
  expect(names[2]).not.toBe(names[0]);
});

test('what the engine refused, other words and other chats have names of their own', async () => {
  const ids = createReplyIds();
  const name = async (chatId: string, text: string, answer: () => Promise<unknown> = lost): Promise<string> => {
    let given = '';
    await ids
      .named(chatId, text, (id) => {
        given = id;
        return answer();
      })
      .catch(() => undefined);
    return given;
  };
  const refused = await name('1', 'Hello', () => Promise.reject(new Error('closed')));
  const again = await name('1', 'Hello');
  expect(new Set([refused, again, await name('2', 'Hello'), await name('1', 'Hello!')]).size).toBe(4);
});
