import { expect, it } from 'vitest';
import { draftOf, useDrafts, withDraft } from './written.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 1_000 * DAY;

it('keeps one draft per chat and drops it when it is emptied', () => {
  const drafts = withDraft({}, '1', 'half a sentence', NOW);
  expect(withDraft(drafts, '2', 'another', NOW)).toEqual({
    '1': { text: 'half a sentence', at: NOW },
    '2': { text: 'another', at: NOW },
  });
  expect(withDraft(drafts, '1', '', NOW)).toEqual({});
});

it('keeps the latest 200, for at most 60 days', () => {
  let drafts = withDraft({}, 'old', 'x', NOW - 61 * DAY);
  for (let chat = 0; chat < 250; chat += 1) drafts = withDraft(drafts, `chat-${String(chat)}`, 'x', NOW);
  expect(Object.keys(drafts)).toHaveLength(200);
  expect(drafts['old']).toBeUndefined();
  expect(drafts['chat-249']).toBeDefined();
});

it('keeps no more than a browser can: the longest go with the oldest, never the one that is being written', () => {
  const long = 'x'.repeat(90_000);
  let drafts = withDraft({}, 'short', 'x', NOW);
  for (let chat = 0; chat < 9; chat += 1) drafts = withDraft(drafts, `chat-${String(chat)}`, long, NOW);
  expect(Object.keys(drafts)).toEqual(['chat-5', 'chat-6', 'chat-7', 'chat-8']);
  expect(Object.keys(withDraft(drafts, 'huge', long.repeat(9), NOW))).toEqual(['huge']);
});

it('are those of who is signed in: another operator or another shop has others, which are there again later', () => {
  const { switchTo, write } = useDrafts.getState();
  const of = (operatorId: string, installationId = 'lamps') => {
    switchTo({ installationId, operatorId });
    return useDrafts.getState().drafts['1']?.text;
  };
  write('1', 'begun before the first connection');
  expect(of('olga')).toBe('begun before the first connection');
  expect(of('ivan')).toBeUndefined();
  write('1', 'Ivan’s');
  expect(of('olga', 'boats')).toBeUndefined();
  expect(of('olga')).toBe('begun before the first connection');
  expect(of('ivan')).toBe('Ivan’s');
  for (let count = 0; count < 20; count += 1) {
    of(`colleague-${String(count)}`);
    write('1', 'x');
  }
  expect(Object.keys(useDrafts.getState().others).length).toBe(8);
  write('1', '');
});

it('deletes the reply and note drafts of an erased chat', () => {
  const { write, forget } = useDrafts.getState();
  for (const chatId of ['1', draftOf('note', '1'), '2']) write(chatId, 'half a sentence');
  forget(['1', '3']);
  expect(Object.keys(useDrafts.getState().drafts)).toEqual(['2']);
});

it('keeps the identity of a reply that failed to send unless its text changes, even if it is edited and changed back', () => {
  const { write, take, restore } = useDrafts.getState();
  write('7', 'One moment');
  const first = take('7');
  expect(useDrafts.getState().drafts['7']).toBeUndefined();
  restore('7', first);
  expect(take('7')).toEqual(first);
  restore('7', first);
  write('7', 'One moment, please');
  const other = take('7');
  expect(other.text).toBe('One moment, please');
  expect(other.clientId).not.toBe(first.clientId);
  restore('7', first);
  for (const text of ['One momen', 'One moment']) write('7', text);
  expect(take('7')).toEqual(first);
});

it('puts a reply that failed to send before newer text, which is a separate reply', () => {
  const { write, take, restore } = useDrafts.getState();
  write('7', 'One moment');
  const first = take('7');
  write('7', 'Yes');
  restore('7', first);
  const both = take('7');
  expect(both.text).toBe('One moment\nYes');
  expect(both.clientId).not.toBe(first.clientId);
});
