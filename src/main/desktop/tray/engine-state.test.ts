import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { createBus } from '#main/engine/bus.ts';
import { isListed, isListedBefore } from '#shared/domain/chat-list.ts';
import type { Chat, Customer, Operator } from '#shared/domain/entities.ts';
import type { Ask } from '../ask-engine.ts';
import { watchEngineState, type EngineState } from './engine-state.ts';

const OLGA: Operator = { id: 'olga', name: 'Olga', role: 'operator', presence: 'online', available: true };
const customer = (id: string): Customer => ({ id, channelId: 'c', externalId: `"${id}"`, firstSeenAt: 1 });
const chatOf = (id: string, change: Partial<Chat> = {}): Chat => ({
  id,
  state: 'waiting',
  channelId: 'c',
  customer: customer(id),
  askedForPerson: false,
  unanswered: 1,
  waitingSince: Number(id),
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 1,
  ...change,
});

/** An engine with chats, whose answers are those of the moment of the request but may arrive later. */
function startShop(chats: readonly Chat[]) {
  const clock = createFakeClock();
  const bus = createBus({ error: (fault: unknown) => expect.fail(String(fault)) });
  const stored = new Map(chats.map((chat) => [chat.id, chat]));
  let me = OLGA;
  const asked: string[] = [];
  const used: EngineState[] = [];
  let held: (() => void)[] | undefined;

  const needingMe = (): readonly Chat[] =>
    [...stored.values()]
      .filter((chat) => isListed(chat, 'needsMe', OLGA.id))
      .toSorted((a, b) => (isListedBefore(a, b, 'needsMe') ? -1 : 1));
  const answer = (route: string): unknown => {
    const all = needingMe();
    if (route === 'operators.me') return me;
    if (route === 'chats.counts') return { needsMe: { all: all.length } };
    return { chats: all.slice(0, 50), ...(all.length > 50 && { nextCursor: 'more' }) };
  };
  const ask = (async (route: string) => {
    asked.push(route);
    const answered = answer(route);
    if (held !== undefined) await new Promise<void>((resolve) => held?.push(resolve));
    return answered;
  }) as Ask;
  const count = (): void => {
    const entry = (operatorId: string, all: number) => ({ operatorId, since: 1, counts: { needsMe: { all } } });
    bus.emit('chats.counted', { counted: [entry('ben', 99), entry(OLGA.id, needingMe().length)] } as never);
  };
  const stop = watchEngineState({
    ask,
    bus,
    clock,
    use: (state) => used.push(state),
    failed: (error) => expect.fail(String(error)),
  });
  return {
    clock,
    bus,
    asked,
    used,
    stop,
    set: (chat: Chat): void => {
      stored.set(chat.id, chat);
      bus.emit('chat.changed', { chat });
      count();
    },
    /** without an event for each */
    setMany: (changed: readonly Chat[]): void => {
      for (const chat of changed) stored.set(chat.id, chat);
      bus.emit('chats.changed', {});
      count();
    },
    rename: (renamed: Customer): void => {
      for (const chat of stored.values())
        if (chat.customer.id === renamed.id) stored.set(chat.id, { ...chat, customer: renamed });
      bus.emit('customer.changed', { customer: renamed });
    },
    erase: (id: string): void => {
      stored.delete(id);
      bus.emit('customers.erased', { customerIds: [id], chatIds: [id] });
      count();
    },
    setPresence: (presence: Operator['presence']): void => {
      me = { ...OLGA, presence };
      bus.emit('answers.stale', { answers: [{ route: 'operators.list' }, { route: 'operators.me' }] });
    },
    /** answers to requests from now on wait for `release` */
    hold: (): void => {
      held ??= [];
    },
    release: (): void => {
      const waiting = held ?? [];
      held = undefined;
      for (const resolve of waiting) resolve();
    },
    truth: (): EngineState => ({
      presence: me.presence,
      chats: needingMe().slice(0, 8),
      waiting: needingMe().length,
    }),
  };
}

const chats = (amount: number): readonly Chat[] => Array.from({ length: amount }, (_, at) => chatOf(String(at + 1)));

test('asks once, then follows the events without a request, except for the operator', async () => {
  const shop = startShop(chats(3));
  await shop.clock.advance(1000);
  expect(shop.used).toEqual([shop.truth()]);
  for (let id = 4; id < 30; id += 1) {
    shop.set(chatOf(String(id)));
    shop.rename({ ...customer(String(id)), name: `Customer ${id}` });
    if (id % 2 === 0) shop.set(chatOf(String(id - 1), { state: 'active', operatorId: 'ben' }));
    if (id % 7 === 0) shop.erase(String(id - 2));
    if (id === 20) shop.setPresence('away');
    await shop.clock.advance(200);
    expect(shop.used.at(-1)).toEqual(shop.truth());
  }
  expect(shop.asked).toHaveLength(6);
});

test('counts the chats it has itself, which the engine counts later', async () => {
  const shop = startShop(chats(3));
  await shop.clock.advance(1000);
  shop.bus.emit('chat.changed', { chat: chatOf('4') });
  await shop.clock.advance(150);
  expect(shop.used.at(-1)?.waiting).toBe(4);
});

test('more chats than it keeps are counted by the engine', async () => {
  const shop = startShop([]);
  await shop.clock.advance(1000);
  for (let id = 90; id > 0; id -= 1) shop.set(chatOf(String(id)));
  await shop.clock.advance(1000);
  expect(shop.used.at(-1)).toEqual(shop.truth());
  for (let id = 1; id < 90; id += 1) shop.set(chatOf(String(id), { state: 'closed' }));
  await shop.clock.advance(1000);
  expect(shop.used.at(-1)).toEqual(shop.truth());
});

test('shows the changes of a moment together', async () => {
  const shop = startShop(chats(3));
  await shop.clock.advance(1000);
  for (let id = 4; id < 30; id += 1) shop.set(chatOf(String(id)));
  await shop.clock.advance(1000);
  expect(shop.used).toHaveLength(2);
});

test('asks for further chats when too few of many are left', async () => {
  const shop = startShop(chats(120));
  await shop.clock.advance(1000);
  for (let id = 1; id <= 100; id += 1) {
    shop.set(chatOf(String(id), { state: 'active', operatorId: 'ben' }));
    await shop.clock.advance(500);
    expect(shop.used.at(-1)).toEqual(shop.truth());
  }
  expect(shop.asked.filter((route) => route === 'chats.list').length).toBeLessThan(6);
});

test('chats that belong after the loaded ones wait for their place', async () => {
  const shop = startShop(chats(60));
  await shop.clock.advance(1000);
  for (let id = 61; id <= 70; id += 1) shop.set(chatOf(String(id)));
  for (let id = 1; id <= 45; id += 1) shop.set(chatOf(String(id), { state: 'closed' }));
  await shop.clock.advance(1000);
  expect(shop.used.at(-1)).toEqual(shop.truth());
});

test('the menu is never short of chats while many are closed at once', async () => {
  const shop = startShop(chats(120));
  await shop.clock.advance(1000);
  for (let id = 1; id <= 112; id += 1) {
    shop.set(chatOf(String(id), { state: 'closed' }));
    if (id % 8 === 0) await shop.clock.advance(1000);
  }
  expect(shop.used.map(({ chats: shown }) => shown.length)).toEqual(shop.used.map(() => 8));
});

test('in the end it shows what the engine has, however events and late answers mingle', async () => {
  const chat = fc
    .record({
      id: fc.integer({ min: 1, max: 70 }).map(String),
      state: fc.constantFrom<Chat['state'][]>('waiting', 'active', 'closed'),
      operatorId: fc.constantFrom('olga', 'ben'),
      waitingSince: fc.nat(20),
    })
    .map(({ id, ...change }) => chatOf(id, change));
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), chat }) },
    fc.record({ kind: fc.constant('setMany' as const), chats: fc.array(chat, { maxLength: 60 }) }),
    fc.record({ kind: fc.constant('erase' as const), id: fc.integer({ min: 1, max: 70 }).map(String) }),
    fc.record({ kind: fc.constantFrom('hold' as const, 'release' as const) }),
    fc.record({ kind: fc.constant('advance' as const), by: fc.nat(400) }),
    fc.record({
      kind: fc.constant('setPresence' as const),
      presence: fc.constantFrom<Operator['presence'][]>('online', 'away'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.array(step, { maxLength: 30 }), async (amount, steps) => {
      const shop = startShop(chats(amount));
      for (const each of steps) {
        if (each.kind === 'set') shop.set(each.chat);
        else if (each.kind === 'setMany') shop.setMany(each.chats);
        else if (each.kind === 'erase') shop.erase(each.id);
        else if (each.kind === 'setPresence') shop.setPresence(each.presence);
        else if (each.kind === 'advance') await shop.clock.advance(each.by);
        else shop[each.kind]();
      }
      shop.release();
      await shop.clock.advance(2000);
      expect(shop.used.at(-1)).toEqual(shop.truth());
      shop.stop();
      expect(shop.clock.waiting()).toBe(0);
    }),
    { numRuns: 150 },
  );
});
