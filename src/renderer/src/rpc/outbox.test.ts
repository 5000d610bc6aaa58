import { expect, it } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import { createOutbox } from './outbox.ts';

const arrived = (id: string, from: Message['from'], text: string): Message => ({
  id,
  chatId: '7',
  from,
  type: 'text',
  text,
  operatorId: 'me',
  at: 0,
});

it('knows a note from a reply of the same words', () => {
  const outbox = createOutbox();
  const box = outbox.getState();
  box.add('7', ['One moment']);
  box.addNote('7', 'One moment');
  const became = () => outbox.getState().pending.map(({ isNote, messageId }) => [isNote, messageId]);
  box.became(arrived('note-1', 'note', 'One moment'));
  expect(became()).toEqual([
    [false, undefined],
    [true, 'note-1'],
  ]);
  box.became(arrived('message-1', 'operator', 'One moment'));
  expect(became()).toEqual([
    [false, 'message-1'],
    [true, 'note-1'],
  ]);
});

it('forgets a note that was not taken, and nothing else', () => {
  const outbox = createOutbox();
  const box = outbox.getState();
  box.add('7', ['Hello']);
  box.remove(box.addNote('7', 'Ask Tom'));
  expect(outbox.getState().pending.map(({ text }) => text)).toEqual(['Hello']);
});
