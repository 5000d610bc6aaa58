import { expect, it } from 'vitest';
import { openStorage } from '../../storage.ts';
import { fakeStorage } from '../../../../test/fixtures/fake-storage.ts';
import { createOutbox, newId } from './outbox.ts';

const opened = (storage: Storage) =>
  createOutbox(
    openStorage(() => storage),
    'out:',
  );
const idsIn = (outbox: ReturnType<typeof opened>) => outbox.entries().map(({ frame: { id } }) => id);
const frame = (id: string) => ({ kind: 'message', id, text: id }) as const;

it('keeps what tabs add at the same time, in order', () => {
  const storage = fakeStorage();
  const [one, other] = [opened(storage), opened(storage)];
  one.add(frame('first'), 1000);
  other.add(frame('second'), 1001);
  one.add(frame('third'), 1001);
  one.add(frame('fourth'), 1002);
  expect(idsIn(opened(storage))).toEqual(['first', 'second', 'third', 'fourth']);
  expect(one.entries()[0]?.at).toBe(1000);
  other.remove('first');
  expect(idsIn(one)).toEqual(['second', 'third', 'fourth']);
});

it('knows what another tab added before its storage is seen here, once and in order', () => {
  const storage = fakeStorage();
  const outbox = opened(storage);
  outbox.add(frame('second'), 1002);
  outbox.adopt({ frame: frame('first'), at: 1001 });
  expect(idsIn(outbox)).toEqual(['first', 'second']);
  opened(storage).add(frame('first'), 1001);
  expect(idsIn(outbox)).toEqual(['first', 'second']);
  outbox.remove('first');
  expect(idsIn(outbox)).toEqual(['second']);
});

it('does not take back what was removed before it was seen', () => {
  const storage = fakeStorage();
  const outbox = opened(storage);
  outbox.adopt({ frame: frame('first'), at: 1 });
  outbox.remove('first');
  opened(storage).add(frame('first'), 1);
  expect([outbox.entries(), Object.keys(storage)]).toEqual([[], []]);
});

it('passes over what another script wrote there', () => {
  const storage = fakeStorage();
  storage.setItem('out:x', 'not json');
  storage.setItem('out:y', 'null');
  expect(opened(storage).entries()).toEqual([]);
});

it('makes ids that the protocol takes', () => {
  expect(newId()).toMatch(/^[\w-]{8,64}$/);
  expect(newId()).not.toBe(newId());
});

it('knows what the website keeps, also after a reload, in its order', () => {
  const storage = fakeStorage();
  const outbox = opened(storage);
  for (const [at, id] of ['first', 'second'].entries()) outbox.add(frame(id), at);
  outbox.adopt({ frame: frame('first'), at: 0 });
  outbox.keep('first', 5);
  for (const seen of [outbox, opened(storage)])
    expect(seen.entries()).toEqual([
      { frame: frame('first'), at: 0, keptAt: 5 },
      { frame: frame('second'), at: 1, keptAt: undefined },
    ]);
  outbox.remove('first');
  expect(idsIn(opened(storage))).toEqual(['second']);
});
