import { expect, it } from 'vitest';
import { noteDraftOf, useDrafts, withDraft } from './drafts.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 1_000 * DAY;

it('keeps a draft by chat and lets it go when it is emptied', () => {
  const drafts = withDraft({}, '1', 'half a sentence', NOW);
  expect(withDraft(drafts, '2', 'another', NOW)).toEqual({
    '1': { text: 'half a sentence', at: NOW },
    '2': { text: 'another', at: NOW },
  });
  expect(withDraft(drafts, '1', '', NOW)).toEqual({});
});

it('keeps the latest 200, none longer than 60 days', () => {
  let drafts = withDraft({}, 'old', 'x', NOW - 61 * DAY);
  for (let chat = 0; chat < 250; chat += 1) drafts = withDraft(drafts, `chat-${String(chat)}`, 'x', NOW);
  expect(Object.keys(drafts)).toHaveLength(200);
  expect(drafts['old']).toBeUndefined();
  expect(drafts['chat-249']).toBeDefined();
});

it('lets the reply and the note of a chat go that is no more', () => {
  const { write, forget } = useDrafts.getState();
  for (const chatId of ['1', noteDraftOf('1'), '2']) write(chatId, 'half a sentence');
  forget(['1', '3']);
  expect(Object.keys(useDrafts.getState().drafts)).toEqual(['2']);
});
