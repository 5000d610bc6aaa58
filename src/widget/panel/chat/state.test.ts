import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SiteMessage } from '#shared/site/frames.ts';
import { changed, newestOf, NO_CHAT, unseenOf, type ChatChange, type ChatState } from './state.ts';

const message = (id: number, more: Partial<SiteMessage> = {}): SiteMessage => ({
  id: String(id),
  at: id,
  from: 'operator',
  type: 'text',
  text: `message ${String(id)}`,
  ...more,
});
const welcome = (messages: readonly SiteMessage[], more: object = {}): ChatChange => ({
  kind: 'welcome',
  state: { chat: 'operator', staffed: true },
  messages,
  more: false,
  ...more,
});
const added = (id: string, at = 0): ChatChange => ({
  kind: 'outbox',
  entries: [{ frame: { kind: 'message', id, text: id }, at }],
});
const after = (...changes: readonly ChatChange[]): ChatState => changes.reduce(changed, NO_CHAT);
const ids = ({ messages }: ChatState): readonly string[] => messages.map(({ id }) => id);

it('shows each message once and in order, whatever is repeated', () => {
  const change = fc.oneof(
    fc.integer({ min: 1, max: 30 }).map((id): ChatChange => ({ kind: 'message', message: message(id) })),
    fc.uniqueArray(fc.integer({ min: 1, max: 30 })).map((some) => welcome(some.map((id) => message(id)))),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }))
      .map((some): ChatChange => ({ kind: 'history', messages: some.map((id) => message(id)), more: true })),
  );
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const shown = ids(after(...changes)).map(Number);
      expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a - b));
    }),
  );
});

it('takes a message of the visitor off the pending ones when it comes, before or after it is accepted', () => {
  const come: ChatChange = { kind: 'message', message: message(5, { from: 'visitor', clientId: 'mine-0001' }) };
  const accepted: ChatChange = { kind: 'accepted', id: 'mine-0001', message: '5' };
  expect(after(added('mine-0001'), come).pending).toEqual([]);
  expect(after(added('mine-0001'), accepted).pending).toMatchObject([{ isAccepted: true }]);
  expect(after(added('mine-0001'), accepted, come).pending).toEqual([]);
  expect(after(come, added('mine-0001')).pending).toEqual([]);
});

it('keeps what is refused, with the reason, until it is removed', () => {
  const refused = after(added('mine-0001'), { kind: 'refused', id: 'mine-0001', code: 'invalid' });
  expect(refused.pending).toMatchObject([{ refused: 'invalid' }]);
  expect(changed(refused, { kind: 'removed', id: 'mine-0001' }).pending).toEqual([]);
});

it('forgets what is shown when the chat begins again, and keeps what is not sent', () => {
  const state = after(welcome([message(1)]), added('mine-0001'), { kind: 'gone', what: 'token' });
  expect([ids(state), state.pending.length, state.siteState]).toEqual([[], 1, undefined]);
  expect(ids(after(welcome([message(1)]), welcome([message(9)], { anew: true })))).toEqual(['9']);
});

it('knows of earlier messages from the first welcome and from history, not from what came later', () => {
  const first = after(welcome([message(5)], { more: true }));
  expect(changed(first, welcome([message(6)])).hasMore).toBe(true);
  expect(changed(first, { kind: 'history', messages: [message(4)], more: false }).hasMore).toBe(false);
});

it('counts messages of the shop after the one that was seen', () => {
  const state = after(welcome([message(1), message(2, { from: 'visitor' }), message(3), message(10)], { seen: '1' }));
  expect(unseenOf(state).map(({ id }) => id)).toEqual(['3', '10']);
  expect(unseenOf(changed(state, { kind: 'saw', upTo: '10' }))).toEqual([]);
  expect(changed(changed(state, { kind: 'saw', upTo: '10' }), { kind: 'saw', upTo: '3' }).seen).toBe('10');
  expect(newestOf(state)).toBe('10');
});

it('ends typing with the message, and with the connection', () => {
  const typing: ChatChange = { kind: 'typing', on: true, name: 'Olga' };
  expect(after(typing).typing).toBe('Olga');
  expect(after(typing, { kind: 'message', message: message(1) }).typing).toBeUndefined();
  expect(after(typing, { kind: 'message', message: message(1, { from: 'visitor' }) }).typing).toBe('Olga');
  expect(after(typing, { kind: 'connection', isConnected: false }).typing).toBeUndefined();
});

it('takes over what another tab shows, without losing its own', () => {
  const other = after(welcome([message(1), message(2)]), added('theirs-01', 1));
  const own = after(added('mine-0001', 2));
  const both = changed(own, { kind: 'shown', state: other });
  expect([ids(both), both.pending.map(({ frame }) => frame.id)]).toEqual([
    ['1', '2'],
    ['theirs-01', 'mine-0001'],
  ]);
});

it('shows what became of a rating', () => {
  const state = after(welcome([message(1, { rating: { open: true } })]), {
    kind: 'rated',
    message: '1',
    rating: { open: true, rate: 4 },
  });
  expect(state.messages[0]?.rating).toEqual({ open: true, rate: 4 });
});
