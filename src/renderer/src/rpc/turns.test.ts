import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('starts a reply of a chat only after the one before has its answer, also where that failed', async () => {
  const turns = createTurns();
  const began: string[] = [];
  const first = Promise.withResolvers<string>();
  const one = turns('chat-1', () => {
    began.push('one');
    return first.promise;
  });
  const two = turns('chat-1', async () => void began.push('two'));
  const other = turns('chat-2', async () => void began.push('other'));
  await other;
  expect(began).toEqual(['one', 'other']);
  first.reject(new Error('not taken'));
  await expect(one).rejects.toThrow('not taken');
  await two;
  expect(began).toEqual(['one', 'other', 'two']);
});
