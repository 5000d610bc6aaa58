import { expect, it } from 'vitest';
import { withAuthor, createOutbox, type Outgoing, partKey } from './use-messages.ts';

const reply = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
  ...{ clientId, chatId: '7', isNote: false, texts: ['One moment'] },
  ...more,
});

it('shows all parts at once, each under the identity its message will have', async () => {
  const outbox = createOutbox();
  const answer = Promise.withResolvers<void>();
  const sent = outbox.getState().send(reply('r', { texts: ['one', 'one'] }), () => answer.promise);
  const note = outbox.getState().send(reply('n', { isNote: true }), () => answer.promise);
  expect(outbox.getState().pending.map((part) => [part.text, partKey(withAuthor(part))])).toEqual([
    ['one', partKey({ from: 'operator', clientId: 'r', part: 0 })],
    ['one', partKey({ from: 'operator', clientId: 'r', part: 1 })],
    ['One moment', partKey({ from: 'note', clientId: 'n', part: 0 })],
  ]);
  answer.resolve();
  await Promise.all([sent, note]);
  expect(outbox.getState().pending.map(({ isTaken }) => isTaken)).toEqual([true, true, true]);
});

it('drops a reply that was refused, and nothing else', async () => {
  const outbox = createOutbox();
  const { send } = outbox.getState();
  const waiting = Promise.withResolvers<void>();
  void send(reply('stays', { isNote: true }), () => waiting.promise);
  await expect(send(reply('goes'), () => Promise.reject(new Error('not taken')))).rejects.toThrow('not taken');
  expect(outbox.getState().pending.map(({ clientId }) => clientId)).toEqual(['stays']);
});

it('sends replies of a chat one at a time, even after one fails', async () => {
  const { send } = createOutbox().getState();
  const began: string[] = [];
  const first = Promise.withResolvers<string>();
  const begin = (name: string) => async (): Promise<void> => void began.push(name);
  const one = send(reply('one'), () => {
    began.push('one');
    return first.promise;
  });
  const two = send(reply('two'), begin('two'));
  await send(reply('other', { chatId: '8' }), begin('other'));
  expect(began).toEqual(['one', 'other']);
  first.reject(new Error('not taken'));
  await expect(one).rejects.toThrow('not taken');
  await two;
  expect(began).toEqual(['one', 'other', 'two']);
});
