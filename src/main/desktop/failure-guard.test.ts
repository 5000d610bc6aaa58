import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { createBus } from '#main/engine/bus.ts';
import type { Ask } from './ask-engine.ts';
import { createFailureGuard, type FailureGuardOptions } from './leaving.ts';

const olga = 'op-olga';
const failed = (id: string, change: Partial<Chat> = {}): Chat => ({
  id,
  state: 'active',
  operatorId: olga,
  channelId: 'c',
  customer: { id, channelId: 'c', externalId: `"${id}"`, name: `Customer ${id}`, firstSeenAt: 1 },
  askedForPerson: false,
  unanswered: 0,
  hasFailed: true,
  openedAt: 1,
  lastActivityAt: 1,
  ...change,
});

/** `answers`: the buttons pressed, in order. */
async function guarded({ before = [], answers = [] }: { before?: readonly Chat[]; answers?: readonly number[] } = {}) {
  const log = pino({ level: 'silent' });
  const bus = createBus(log);
  const boxes: Parameters<FailureGuardOptions['askPerson']>[0][] = [];
  const shown: string[] = [];
  const left = [...answers];
  const guard = createFailureGuard({
    ask: (async () => ({ chats: before })) as unknown as Ask,
    bus,
    operatorId: olga,
    askPerson: async (box) => {
      boxes.push(box);
      return { response: left.shift() ?? 0 };
    },
    show: (path) => shown.push(path),
    log,
  });
  await new Promise((resolve) => setImmediate(resolve));
  const change = (chat: Chat): void => bus.emit('chat.changed', { chat });
  return { guard, boxes, shown, change };
}

test('allows leaving at once if no reply failed, or the owner has seen all failures', async () => {
  const { guard, boxes, change } = await guarded({ before: [failed('1', { seen: { [olga]: 0 } })] });
  change(failed('2', { operatorId: 'op-ben' }));
  change(failed('3', { hasFailed: false }));
  expect([guard.mayLeave('close'), boxes]).toEqual([true, []]);
});

test('names the customer of a failed reply, and shows the chat on request', async () => {
  const { guard, boxes, shown, change } = await guarded();
  change(failed('7'));
  expect(await guard.mayLeave('close')).toBe(false);
  expect(shown).toEqual(['/chat/7']);
  expect(boxes).toMatchObject([
    { message: 'Your reply to Customer 7 wasn’t delivered.', buttons: ['Show it', 'Close anyway'] },
  ]);
});

test('does not warn twice about the same failure, but about another one', async () => {
  const { guard, boxes, change } = await guarded({ before: [failed('1'), failed('2')], answers: [1, 1] });
  expect(await guard.mayLeave('quit')).toBe(true);
  expect(guard.mayLeave('quit')).toBe(true);
  change(failed('3'));
  expect(await guard.mayLeave('quit')).toBe(true);
  expect(boxes.map(({ message }) => message)).toEqual([
    'Your replies to 2 customers weren’t delivered.',
    'Your reply to Customer 3 wasn’t delivered.',
  ]);
  expect(boxes[0]?.buttons).toEqual(['Show it', 'Quit anyway']);
});

test('warns again about a chat that fails again after it was seen', async () => {
  const { guard, boxes, change } = await guarded({ before: [failed('1')], answers: [1, 1] });
  await guard.mayLeave('close');
  change(failed('1', { seen: { [olga]: 0 } }));
  change(failed('1'));
  expect(await guard.mayLeave('close')).toBe(true);
  expect(boxes).toHaveLength(2);
});

test('asks once when asked twice at the same time', async () => {
  const { guard, boxes, change } = await guarded({ answers: [1] });
  change(failed('1'));
  expect(await Promise.all([guard.mayLeave('close'), guard.mayLeave('quit')])).toEqual([true, true]);
  expect(boxes).toHaveLength(1);
});
