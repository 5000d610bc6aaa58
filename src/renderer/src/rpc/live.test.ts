import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CountedChats, EngineEvent, EventFrame, Hello, StaleAnswer } from '#shared/contract/events.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import type { Message } from '#shared/domain/message.ts';
import { chatWith, messageWith } from '../../../../test/fixtures/chat.ts';
import { MENTIONED } from '#shared/domain/needs-person.ts';
import { createLive, createNews, createTypingStore, type Live } from './live.ts';
import { metaFor } from './ask.ts';
import { Unreachable } from './transport.ts';
import { allMessages, type MessagePages } from './apply-events.ts';

const chat = chatWith({ unanswered: 0, waitingSince: undefined });
const message = (id: string, change: Partial<Message> = {}): Message => messageWith({ id, at: Number(id), ...change });
const added = (id: string, change: Partial<Message> = {}, chatAfter = chat): EngineEvent => ({
  name: 'message.added',
  data: { message: message(id, change), chat: chatAfter },
});
const stale = (route: RouteName, of?: StaleAnswer['of']): EngineEvent => ({
  name: 'answers.stale',
  data: { answers: [of === undefined ? { route } : { route, of }] },
});
const pagesOf = (...ids: readonly string[]): MessagePages => ({
  pages: [{ messages: ids.map((id) => message(id)), hasEarlier: false }],
  pageParams: [undefined],
});

const hello = (change: Partial<Hello>): Hello => ({
  ...{ name: 'hello', boot: 'a', seq: 0, quietFor: 0, windowId: 'w', installationId: 'i', operatorId: 'olga' },
  ...{ role: 'owner', contract: 1, shop: 'Shop' },
  ...change,
});

describe('events and the cache', () => {
  let queryClient: QueryClient;
  let live: Live;
  const typing = createTypingStore();
  const news = createNews();
  const tellings = [{ connected: () => undefined }];
  const reported: unknown[] = [];
  const report = (thrown: unknown): void => void reported.push(thrown);
  let erased: readonly string[] = [];
  const onErased = (chatIds: readonly string[]): void => void (erased = chatIds);

  const liveWith = (subscribesAtOnce: boolean): Live =>
    createLive({
      queryClient,
      typing,
      news,
      tellings,
      subscribesAtOnce,
      report,
      onHello: () => undefined,
      onStored: () => undefined,
      onErased,
    });

  beforeEach(() => {
    queryClient = new QueryClient();
    live = liveWith(false);
    heard = 0;
  });
  afterEach(() => {
    live.stop();
    queryClient.clear();
  });

  let heard = 0;
  /** Events as they come after a hello, each with its number. */
  const hear = (...events: readonly EngineEvent[]): void =>
    live.receive(events.map((event) => ({ ...event, seq: (heard += 1) })));
  const greet = (): void => live.receive([hello({})]);
  const isInvalid = (key: QueryKey): boolean | undefined => queryClient.getQueryState(key)?.isInvalidated;

  const cached = (): readonly string[] =>
    allMessages(queryClient.getQueryData<MessagePages>(['messages.list', { chatId: '1' }]) ?? pagesOf()).map(
      ({ id }) => id,
    );
  const isStale = (): boolean => isInvalid(['messages.list', { chatId: '1' }]) ?? false;
  const fill = (...ids: readonly string[]): MessagePages | undefined =>
    queryClient.setQueryData<MessagePages>(['messages.list', { chatId: '1' }], pagesOf(...ids));

  it('appends a message to its chat, once', () => {
    greet();
    fill('1');
    for (const again of [1, 1]) live.receive([{ ...added('2'), seq: again }]);
    expect(cached()).toEqual(['1', '2']);
    expect(isStale()).toBe(false);
  });

  it.each<[string, EventFrame, EventFrame, boolean]>([
    ['after a gap in the numbers', [hello({ seq: 4 })], [{ ...added('3'), seq: 6 }], true],
    ['when it reconnects to another run of the engine', [hello({ seq: 4 })], [hello({ boot: 'b', seq: 4 })], true],
    ['when it reconnects to the same run, but later', [hello({ seq: 4 })], [hello({ seq: 5 })], true],
    ['not when it reconnects to the same run without a gap', [hello({ seq: 4 })], [hello({ seq: 4 })], false],
    ['not if nothing happened since the page began', [], [hello({ seq: 4, quietFor: 60_000 })], false],
  ])('refetches everything %s', (_when, before, frame, isRefetched) => {
    live.receive(before);
    fill('1');
    live.receive(frame);
    expect(isStale()).toBe(isRefetched);
  });

  it.each([
    ['asks again what was asked before events were heard', false],
    ['asks nothing again where events were heard before anything was asked', true],
  ])('%s', (_case, subscribesAtOnce) => {
    live.stop();
    live = liveWith(subscribesAtOnce);
    fill('1');
    live.receive([hello({ seq: 4 })]);
    expect(isStale()).toBe(!subscribesAtOnce);
    live.receive([hello({ seq: 5 })]);
    expect(isStale()).toBe(true);
  });

  it.each([
    ['that an app heard first', true, []],
    ['of the same run without a gap', false, [hello({ seq: 4 })]],
  ])('asks again what could not be asked before the hello %s', async (_case, subscribesAtOnce, before) => {
    live.stop();
    live = liveWith(subscribesAtOnce);
    live.receive(before);
    fill('1');
    let isThere = false;
    const observer = new QueryObserver(queryClient, {
      queryKey: ['setup.get', {}],
      queryFn: () => (isThere ? Promise.resolve('done') : Promise.reject(new Unreachable())),
      retry: false,
    });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    isThere = true;
    live.receive([hello({ seq: 4 })]);
    await expect.poll(() => observer.getCurrentResult().data).toBe('done');
    expect(isStale()).toBe(false);
    stop();
  });

  it('forgets what only owners may see when the operator is no longer one, and refetches the rest', () => {
    const queryKey: QueryKey = ['connection.get', {}];
    let asked = 0;
    const ask = { queryKey, queryFn: () => (asked += 1), staleTime: Infinity, meta: metaFor('owner') };
    live.receive([hello({ boot: 'owners' })]);
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', role: 'owner' });
    queryClient.setQueryData(queryKey, 'connection');
    const stop = new QueryObserver<unknown>(queryClient, ask).subscribe(() => {});
    fill('1');
    live.receive([hello({ boot: 'operators', role: 'operator' })]);
    expect(queryClient.getQueryData(['operators.me', {}])).toEqual({ id: 'olga', role: 'operator' });
    expect(queryClient.getQueryData(queryKey)).toBeUndefined();
    expect(asked).toBe(0);
    expect(isStale()).toBe(true);
    stop();
  });

  it('asks for everything again as somebody else, once another operator is signed in', () => {
    greet();
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', role: 'owner' });
    fill('1');
    live.receive([hello({ operatorId: 'another', role: 'operator' })]);
    expect(queryClient.getQueryData(['operators.me', {}])).toBeUndefined();
    expect(cached()).toEqual([]);
  });

  it('applies events that arrived during a request to its answer', async () => {
    greet();
    const answer = Promise.withResolvers<MessagePages>();
    const fetched = queryClient.query({ queryKey: ['messages.list', { chatId: '1' }], queryFn: () => answer.promise });
    hear(added('2'));
    answer.resolve(pagesOf('1'));
    await fetched;
    expect(cached()).toEqual(['1', '2']);
  });

  it.each<[string, QueryKey, EventFrame]>([
    ['the window had not heard events yet', ['chats.list', {}], [hello({ seq: 4 })]],
    ['events were missed', ['chats.list', {}], [{ ...added('3'), seq: 9 }]],
    ['many chats changed', ['chats.list', {}], [{ name: 'chats.changed', data: {}, seq: 1 }]],
    ['only the engine knows what is true now', ['contacts.list', {}], [{ ...added('3'), seq: 1 }]],
    [
      'a file changed',
      ['media.get', { id: '7', part: 'file' }],
      [1, 2].map((seq) => ({ ...stale('media.get', { id: '7', part: seq === 1 ? 'thumb' : 'file' }), seq })),
    ],
  ])('refetches once when %s during the first request', async (why, queryKey, frame) => {
    if (!why.includes('not heard')) greet();
    type Answer = MessagePages & { readonly is: string };
    const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()] as const;
    let asked = 0;
    const observer = new QueryObserver<Answer>(queryClient, {
      queryKey,
      queryFn: () => (asked++ === 0 ? answers[0] : answers[1]).promise,
    });
    const stop = observer.subscribe(() => undefined);
    live.receive(frame);
    answers[0].resolve({ pages: [], pageParams: [], is: 'old' });
    answers[1].resolve({ pages: [], pageParams: [], is: 'new' });
    await expect.poll(() => observer.getCurrentResult().data?.is).toBe('new');
    expect(asked).toBe(2);
    stop();
  });

  it("leaves the operator's own list to the engine until the operator is known", () => {
    greet();
    const mine = { pages: [{ chats: [chat] }], pageParams: [undefined] };
    queryClient.setQueryData(['chats.list', { filter: 'mine' }], mine);
    hear({ name: 'chat.changed', data: { chat } });
    expect(queryClient.getQueryData(['chats.list', { filter: 'mine' }])).toBe(mine);
    expect(isInvalid(['chats.list', { filter: 'mine' }])).toBe(true);
  });

  it('deletes everything about erased customers', () => {
    greet();
    fill('1');
    queryClient.setQueryData(['chats.get', { chatId: '1' }], chat);
    queryClient.setQueryData(['chats.get', { chatId: '2' }], chat);
    queryClient.setQueryData(['contacts.get', { customerId: '7' }], { name: 'Anna' });
    hear({ name: 'customers.erased', data: { customerIds: ['7'], chatIds: ['1'] } });
    expect(cached()).toEqual([]);
    expect(queryClient.getQueryData(['chats.get', { chatId: '1' }])).toBeUndefined();
    expect(queryClient.getQueryData(['contacts.get', { customerId: '7' }])).toBeUndefined();
    expect(erased).toEqual(['1']);
    expect(queryClient.getQueryData(['chats.get', { chatId: '2' }])).toEqual(chat);
    expect(isInvalid(['chats.get', { chatId: '2' }])).toBe(true);
  });

  it('survives an invalid event: applies the next in its frame, refetches what it concerned and reports to the log', () => {
    greet();
    queryClient.setQueryData(['chats.list', { filter: 'open' }], {
      pages: [{ chats: [chat] }],
      pageParams: [undefined],
    });
    const broken = { name: 'chat.changed', data: { chat: null } } as unknown as EngineEvent;
    hear(broken, { name: 'chat.typing', data: { chatId: '8', typing: true } });
    expect(typing.getState().chats.has('8')).toBe(true);
    expect(isInvalid(['chats.list', { filter: 'open' }])).toBe(true);
    expect(reported).toEqual([expect.any(TypeError)]);
  });

  it("updates the operator's counts, since their own midnight, from an event", () => {
    const counts = (waiting: number) => ({ waiting }) as CountedChats['counts'];
    const key = ['chats.counts', { since: 5 }];
    const counted = [
      { operatorId: 'boris', since: 5, counts: counts(1) },
      { operatorId: 'olga', since: 4, counts: counts(2) },
      { operatorId: 'olga', since: 5, counts: counts(3) },
    ];
    greet();
    queryClient.setQueryData(['operators.me', {}], { id: 'olga' });
    queryClient.setQueryData(key, counts(0));
    hear(added('2'));
    expect(isInvalid(key)).toBe(false);
    hear({ name: 'chats.counted', data: { counted } });
    expect(queryClient.getQueryData(key)).toEqual(counts(3));
  });

  it('stops showing that a customer is typing once their message arrives', () => {
    greet();
    hear({ name: 'chat.typing', data: { chatId: '1', typing: true } });
    expect(typing.getState().chats.has('1')).toBe(true);
    hear(added('2'));
    expect(typing.getState().chats.has('1')).toBe(false);
  });

  it.each([
    ['the inspector of a chat', stale('bots.turns', { chatId: '1' }), ['bots.turns', { chatId: '1' }]],
    ['the inspector of a chat that moved', added('2', { from: 'system' }), ['bots.turns', { chatId: '1' }]],
    ['the ratings, whatever the filter', stale('ratings.list'), ['ratings.list', { rate: 5 }]],
  ] as const)('refetches %s after a change, and nothing else', (_what, event, key) => {
    greet();
    const others = [
      ['bots.list', {}],
      ['bots.turns', { chatId: '1' }],
      ['bots.turns', { chatId: '2' }],
      ['ratings.list', { rate: 5 }],
    ];
    for (const each of others) queryClient.setQueryData(each, {});
    hear(event);
    expect(others.filter((each) => isInvalid(each))).toEqual([key]);
  });

  it('tracks who is viewing each chat, and forgets a chat nobody is viewing', () => {
    const at = (chatId: string, ...ids: string[]): EngineEvent => ({
      name: 'chat.attention',
      data: { chatId, looking: ids, typing: [] },
    });
    greet();
    queryClient.setQueryData(['chats.attention', {}], { chats: [{ chatId: '1', looking: ['olga'], typing: [] }] });
    hear(at('2', 'ivan'), at('1'));
    expect(queryClient.getQueryData(['chats.attention', {}])).toEqual({
      chats: [{ chatId: '2', looking: ['ivan'], typing: [] }],
    });
  });

  it('announces chats assigned to this operator, notes that mention them and their replies that were not delivered, and nobody else’s', () => {
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', name: 'Olga', presence: 'online', available: true });
    greet();
    const given = (id: string, toOperatorId: string) => {
      const event = {
        kind: 'assigned',
        operatorId: 'ivan',
        operatorName: 'Ivan',
        toOperatorId,
        toOperatorName: '',
      } as const;
      return added(id, { from: 'system', event }, { ...chat, state: 'active', operatorId: toOperatorId });
    };
    const noteTo = (id: string, operatorId: string) =>
      added(id, { from: 'note', mentions: [{ operatorId, name: '' }] }, { ...chat, seen: { [operatorId]: MENTIONED } });
    const delivery = (id: string, operatorId: string, state: 'failed' | 'delivered'): EngineEvent => ({
      name: 'message.changed',
      data: { message: message(id, { from: 'operator', operatorId, delivery: { state, attempts: 3 } }), chat },
    });
    hear(given('5', 'zoe'));
    expect(news.getState().latest).toBeUndefined();
    hear(given('6', 'olga'), delivery('7', 'ivan', 'failed'), delivery('8', 'olga', 'delivered'));
    expect(news.getState().latest).toMatchObject({ message: { id: '6' } });
    hear(delivery('9', 'olga', 'failed'));
    expect(news.getState().latest).toMatchObject({ kind: 'failedReply', message: { id: '9' } });
    hear(noteTo('10', 'olga'), noteTo('11', 'ivan'));
    expect(news.getState().latest).toMatchObject({ kind: 'mentioned', message: { id: '10' } });
  });
});
