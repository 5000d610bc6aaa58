import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { createPushCalls } from './push-calls.ts';

const waiting = (id: string, unanswered = 1): Chat =>
  ({
    id,
    channelId: 'shop',
    customer: { id, externalId: `"${id}"`, name: id, given: {}, filledByBot: [], firstSeenAt: 0 },
    state: 'waiting',
    unanswered,
    seen: {},
    waitingSince: 1,
    openedAt: 1,
    lastActivityAt: 1,
    hasFailed: false,
    askedForPerson: false,
  }) as unknown as Chat;

function start() {
  const clock = createFakeClock();
  const heard: string[] = [];
  let isHeld = false;
  const calls = createPushCalls({
    operatorId: 'olga',
    clock,
    isHeld: () => isHeld,
    call: (kind, alerts, isRepeat) =>
      heard.push(`${kind} ${alerts.map(({ chat }) => chat.id).join('+')}${isRepeat ? ' again' : ''}`),
    settle: (kind) => heard.push(`${kind} settled`),
  });
  return { clock, heard, calls, hold: (held: boolean) => (isHeld = held) };
}

test('a burst is one call, repeated until the last of its chats is answered', async () => {
  const { clock, heard, calls } = start();
  for (const id of ['1', '2', '3']) calls.see(waiting(id));
  await clock.advance(1200);
  expect(heard).toEqual(['waiting 1+2+3']);
  await clock.advance(30_000);
  expect(heard.slice(1)).toEqual(['waiting 1+2+3 again']);
  for (const id of ['1', '2']) calls.see({ ...waiting(id), state: 'closed' });
  expect(heard).toHaveLength(2);
  calls.forget('3');
  expect(heard.slice(2)).toEqual(['waiting settled']);
  await clock.advance(3_600_000);
  expect(heard).toHaveLength(3);
});

test('in quiet hours it waits, and calls for those that still need it afterwards', async () => {
  const { clock, heard, calls, hold } = start();
  hold(true);
  calls.seeAll([waiting('1'), waiting('2')]);
  await clock.advance(8 * 3_600_000);
  expect(heard).toEqual([]);
  calls.see({ ...waiting('1'), state: 'closed' });
  hold(false);
  await clock.advance(30_000);
  expect(heard).toEqual(['waiting 2']);
});

test('dismissed, it stays silent until the customer writes again; what was never called out is not settled', async () => {
  const { clock, heard, calls } = start();
  calls.see(waiting('1'));
  calls.forget('1');
  expect(heard).toEqual([]);
  calls.see(waiting('2'));
  await clock.advance(1200);
  calls.dismiss('waiting');
  calls.see(waiting('2'));
  await clock.advance(3_600_000);
  expect(heard).toEqual(['waiting 2']);
  calls.see(waiting('2', 2));
  await clock.advance(1200);
  expect(heard).toEqual(['waiting 2', 'waiting 2']);
});

test('all that need it are the ones of now: the others need it no more', async () => {
  const { clock, heard, calls } = start();
  calls.seeAll([waiting('1'), waiting('2')]);
  await clock.advance(1200);
  calls.seeAll([waiting('2')]);
  expect(heard).toEqual(['waiting 1+2']);
  calls.seeAll([]);
  expect(heard).toEqual(['waiting 1+2', 'waiting settled']);
  calls.stop();
  expect(clock.waiting()).toBe(0);
});

test('what is heard of a chat while chats are read is newer than what was read', async () => {
  const { clock, heard, calls } = start();
  const list = Promise.withResolvers<{ readonly chats: readonly Chat[] }>();
  const one = Promise.withResolvers<Chat | undefined>();
  for (const id of ['1', '2', '3']) calls.see(waiting(id));
  await clock.advance(1200);
  const asked: string[] = [];
  const loaded = calls.load({
    list: () => list.promise,
    get: (chatId) => {
      asked.push(chatId);
      return one.promise;
    },
  });
  calls.see(waiting('4'));
  calls.see({ ...waiting('1'), state: 'closed' });
  calls.forget('2');
  const more = { chats: [waiting('1'), waiting('2')], nextCursor: 'more' };
  list.resolve(more);
  await clock.advance(0);
  expect(asked).toEqual(['3']);
  calls.see({ ...waiting('3'), state: 'closed' });
  calls.see(waiting('5'));
  one.resolve(waiting('3'));
  await loaded;
  await clock.advance(10_000);
  expect(heard).toEqual(['waiting 1+2+3', 'waiting 4+5']);

  const whole = Promise.withResolvers<{ readonly chats: readonly Chat[] }>();
  const again = calls.load({ list: () => whole.promise, get: () => Promise.reject(new Error('asked')) });
  calls.see(waiting('6'));
  calls.see({ ...waiting('4'), state: 'closed' });
  whole.resolve({ chats: [waiting('4')] });
  await again;
  await clock.advance(10_000);
  expect(heard.slice(2)).toEqual(['waiting 6']);
});
