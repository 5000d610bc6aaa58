import { expect, it } from 'vitest';
import { readEvent, readHeldBack, toMessage, type MessageRow } from './rows.ts';

/** As another version may have stored it. */
const row = (said: object) =>
  ({ id: '7', chatId: '1', author: 'customer', type: 'text', at: 5, ...said }) as unknown as MessageRow;

it.each([
  ['a type that is not known', { type: 'hologram', text: 'Hello' }],
  ['fields that are none of its type', { type: 'location', fields: { latitude: 'north' } }],
  ['an event that is not known', { author: 'system', event: { kind: 'teleported' } }],
  ['an event without what it needs', { author: 'system', event: { kind: 'rated' } }],
])('%s becomes a line about that', (_what, said) => {
  expect(toMessage(row(said))).toMatchObject({ id: '7', from: 'system', type: 'text', event: { kind: 'unknown' } });
});

it('unknown codes become ones that say so', () => {
  expect(readHeldBack('eclipse')).toBe('unknown');
  expect(readEvent({ kind: 'teleported' })).toEqual({ kind: 'unknown' });
  expect(
    toMessage(row({ author: 'operator', text: 'Yes', deliveryState: 'failed', deliveryError: { kind: 'eclipse' } })),
  ).toMatchObject({ text: 'Yes', delivery: { state: 'failed', error: { kind: 'invalid_answer' } } });
});

it('known values are unchanged', () => {
  const said = { type: 'photo', text: 'Shelf', fields: { file: 'https://shop.example/a.png' } };
  expect(toMessage(row(said))).toMatchObject({ type: 'photo', text: 'Shelf', file: 'https://shop.example/a.png' });
});
