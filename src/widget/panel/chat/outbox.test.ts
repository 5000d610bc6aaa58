import { expect, it } from 'vitest';
import { openStorage } from '../../storage.ts';
import { fakeStorage } from '../../../../test/fixtures/fake-storage.ts';
import { createOutbox, newId } from './outbox.ts';

const frame = (id: string) => ({ kind: 'message', id, text: id }) as const;

it('keeps what tabs add at the same time, in order', () => {
  const storage = fakeStorage();
  const [one, other] = [1, 2].map(() =>
    createOutbox(
      openStorage(() => storage),
      'out:',
    ),
  );
  one?.add(frame('first'), 1000);
  other?.add(frame('second'), 1001);
  one?.add(frame('third'), 1001);
  one?.add(frame('fourth'), 1002);
  const found = createOutbox(
    openStorage(() => storage),
    'out:',
  ).entries();
  expect(found.map(({ frame: { id } }) => id)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(found[0]?.at).toBe(1000);
  other?.remove('first');
  expect(one?.entries().map(({ frame: { id } }) => id)).toEqual(['second', 'third', 'fourth']);
});

it('knows what another tab added before its storage is seen here, once and in order', () => {
  const storage = fakeStorage();
  const outbox = createOutbox(
    openStorage(() => storage),
    'out:',
  );
  outbox.add(frame('second'), 1002);
  outbox.adopt({ frame: frame('first'), at: 1001 });
  const ids = (): readonly string[] => outbox.entries().map(({ frame: { id } }) => id);
  expect(ids()).toEqual(['first', 'second']);
  createOutbox(
    openStorage(() => storage),
    'out:',
  ).add(frame('first'), 1001);
  expect(ids()).toEqual(['first', 'second']);
  outbox.remove('first');
  expect(ids()).toEqual(['second']);
});

it('does not take back what was removed before it was seen', () => {
  const storage = fakeStorage();
  const outbox = createOutbox(
    openStorage(() => storage),
    'out:',
  );
  outbox.adopt({ frame: frame('first'), at: 1 });
  outbox.remove('first');
  createOutbox(
    openStorage(() => storage),
    'out:',
  ).add(frame('first'), 1);
  expect([outbox.entries(), Object.keys(storage)]).toEqual([[], []]);
});

it('passes over what another script wrote there', () => {
  const storage = fakeStorage();
  storage.setItem('out:x', 'not json');
  storage.setItem('out:y', 'null');
  expect(
    createOutbox(
      openStorage(() => storage),
      'out:',
    ).entries(),
  ).toEqual([]);
});

it('makes ids that the protocol takes', () => {
  expect(newId()).toMatch(/^[\w-]{8,64}$/);
  expect(newId()).not.toBe(newId());
});
