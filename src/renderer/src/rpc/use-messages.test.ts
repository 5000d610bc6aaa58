import { expect, it } from 'vitest';
import { partKey, pendingParts, withAuthor } from './use-messages.ts';
import type { Unsent } from './written.ts';

const unsent = (clientId: string, more: Partial<Unsent> = {}): Unsent => ({
  ...{ clientId, chatId: '7', isNote: false, text: 'One moment', at: 1, mayHaveArrived: false },
  ...{ installationId: 'shop', operatorId: 'olga' },
  ...more,
});

it('shows all parts of a reply, each under the identity its message will have', () => {
  const long = unsent('r', { text: `${'a'.repeat(999)} ${'b'.repeat(999)}`, at: 2 });
  const note = unsent('n', { isNote: true, text: ' a note ', at: 3 });
  const others = [unsent('elsewhere', { chatId: '8' })];
  const outbox = { taken: [unsent('confirmed')], unsent: [...others, long, note], isAway: false };
  const parts = pendingParts(outbox, '7');
  expect(parts.map((part) => [part.text.slice(0, 3), partKey(withAuthor(part)), part.isLast])).toEqual([
    ['One', partKey({ from: 'operator', clientId: 'confirmed', part: 0 }), true],
    ['aaa', partKey({ from: 'operator', clientId: 'r', part: 0 }), false],
    ['bbb', partKey({ from: 'operator', clientId: 'r', part: 1 }), true],
    ['a n', partKey({ from: 'note', clientId: 'n', part: 0 }), true],
  ]);
});

it('says of each whether it waits: all while the engine is away, else those from one on that had no answer', () => {
  const [first, second, other] = [unsent('a', { at: 1 }), unsent('b', { at: 2 }), unsent('c', { chatId: '8' })];
  const waiting = (isAway: boolean, all: readonly Unsent[]): readonly (string | undefined)[] =>
    ['7', '8']
      .flatMap((chatId) => pendingParts({ taken: [], unsent: all, isAway }, chatId))
      .map((part) => part.waiting?.clientId);
  expect(waiting(true, [first, second, other])).toEqual(['a', 'b', 'c']);
  expect(waiting(false, [first, second, other])).toEqual([undefined, undefined, undefined]);
  expect(waiting(false, [first, { ...second, mayHaveArrived: true }, other])).toEqual([undefined, 'b', undefined]);
  expect(waiting(false, [{ ...first, mayHaveArrived: true }, second, other])).toEqual(['a', 'b', undefined]);
});
