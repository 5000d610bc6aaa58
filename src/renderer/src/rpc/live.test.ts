import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CountedChats, EngineEvent, EventFrame, Hello, NumberedEvent } from '#shared/contract/events.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { createLive, createNews, createTypingStore, type Live } from './live.ts';
import { metaFor } from './ask.ts';
import { Unreachable } from './transport.ts';
import { allMessages, type MessagePages } from './apply-events.ts';

const chat: Chat = {
  id: '1',
  state: 'waiting',
  channelId: 'channel-1',
  customer: { id: 'customer-1', channelId: 'channel-1', externalId: '"a"', firstSeenAt: 1 },
  askedForPerson: false,
  unanswered: 0,
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 1,
};

const message = (id: string, change: Partial<Message> = {}): Message =>
  ({
    id,
    chatId: '1',
    from: 'customer',
    type: 'text',
    text: `text ${id}`,
    at: Number(id),
    ...change,
  }) as Message;
const added = (id: string, change: Partial<Message> = {}): EngineEvent => ({
  name: 'message.added',
  data: { message: message(id, change), chat },
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
  });
  afterEach(() => {
    live.stop();
    queryClient.clear();
  });

  const cached = (): readonly string[] =>
    allMessages(queryClient.getQueryData<MessagePages>(['messages.list', { chatId: '1' }]) ?? pagesOf()).map(
      ({ id }) => id,
    );
  const isStale = (): boolean => queryClient.getQueryState(['messages.list', { chatId: '1' }])?.isInvalidated ?? false;
  const fill = (...ids: readonly string[]): MessagePages | undefined =>
    queryClient.setQueryData<MessagePages>(['messages.list', { chatId: '1' }], pagesOf(...ids));

  it('appends a message to its chat, once', () => {
    live.receive([hello({ seq: 0 })]);
    fill('1');
    live.receive([{ ...added('2'), seq: 1 }]);
    live.receive([{ ...added('2'), seq: 1 }]);
    expect(cached()).toEqual(['1', '2']);
    expect(isStale()).toBe(false);
  });

  it('refetches everything after a gap in the numbers', () => {
    live.receive([hello({ seq: 4 })]);
    fill('1');
    live.receive([{ ...added('3'), seq: 6 }]);
    expect(isStale()).toBe(true);
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

  it('asks nothing again if nothing happened since the page began', () => {
    fill('1');
    live.receive([hello({ seq: 4, quietFor: 60_000 })]);
    expect(isStale()).toBe(false);
  });

  it('refetches nothing when it reconnects to the same run without a gap', () => {
    live.receive([hello({ seq: 4 })]);
    fill('1');
    live.receive([hello({ seq: 4 })]);
    expect(isStale()).toBe(false);
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
    const failed = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const stop = observer.subscribe(({ isError, data }) => {
      if (isError) failed.resolve();
      if (data !== undefined) answered.resolve();
    });
    await failed.promise;
    isThere = true;
    live.receive([hello({ seq: 4 })]);
    await answered.promise;
    expect(isStale()).toBe(false);
    stop();
  });

  it.each([
    ['another run of the engine', { boot: 'b', seq: 4 }],
    ['the same run, but later', { boot: 'a', seq: 5 }],
  ])('refetches everything when it reconnects to %s', (_case, next) => {
    live.receive([hello({ seq: 4 })]);
    fill('1');
    live.receive([hello(next)]);
    expect(isStale()).toBe(true);
  });

  it('forgets what only owners may see when the operator is no longer one, and refetches the rest', () => {
    const connection = { queryKey: ['connection.get', {}], queryFn: () => Promise.resolve('connection') };
    let asked = 0;
    const observed = (options: { readonly queryKey: QueryKey; readonly queryFn: () => unknown }): (() => void) =>
      new QueryObserver(queryClient, { ...options, staleTime: Infinity, meta: metaFor('owner') }).subscribe(() => {});
    live.receive([hello({ boot: 'owners' })]);
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', role: 'owner' });
    queryClient.setQueryData(connection.queryKey, 'connection');
    const stop = observed({ ...connection, queryFn: () => (asked += 1) });
    fill('1');
    live.receive([hello({ boot: 'operators', role: 'operator' })]);
    expect(queryClient.getQueryData(['operators.me', {}])).toEqual({ id: 'olga', role: 'operator' });
    expect(queryClient.getQueryData(connection.queryKey)).toBeUndefined();
    expect(asked).toBe(0);
    expect(isStale()).toBe(true);
    stop();
  });

  it('asks for everything again as somebody else, once another operator is signed in', () => {
    live.receive([hello({})]);
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', role: 'owner' });
    fill('1');
    live.receive([hello({ operatorId: 'another', role: 'operator' })]);
    expect(queryClient.getQueryData(['operators.me', {}])).toBeUndefined();
    expect(cached()).toEqual([]);
  });

  it('applies events that arrived during a request to its answer', async () => {
    live.receive([hello({ seq: 0 })]);
    const answer = Promise.withResolvers<MessagePages>();
    const fetched = queryClient.query({ queryKey: ['messages.list', { chatId: '1' }], queryFn: () => answer.promise });
    live.receive([{ ...added('2'), seq: 1 }]);
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
      [
        { name: 'media.changed', data: { id: '7', part: 'thumb' }, seq: 1 },
        { name: 'media.changed', data: { id: '7', part: 'file' }, seq: 2 },
      ],
    ],
  ])('refetches once when %s during the first request', async (why, queryKey, frame) => {
    if (!why.includes('not heard')) live.receive([hello({ seq: 0 })]);
    type Answer = MessagePages & { readonly is: string };
    const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()] as const;
    let asked = 0;
    const observer = new QueryObserver<Answer>(queryClient, {
      queryKey,
      queryFn: () => (asked++ === 0 ? answers[0] : answers[1]).promise,
    });
    const seen = Promise.withResolvers<string>();
    const stop = observer.subscribe(({ data }) => {
      if (data?.is === 'new') seen.resolve(data.is);
    });
    live.receive(frame);
    answers[0].resolve({ pages: [], pageParams: [], is: 'old' });
    answers[1].resolve({ pages: [], pageParams: [], is: 'new' });
    expect(await seen.promise).toBe('new');
    expect(asked).toBe(2);
    stop();
  });

  it("leaves the operator's own list to the engine until the operator is known", () => {
    live.receive([hello({ seq: 0 })]);
    const mine = { pages: [{ chats: [chat] }], pageParams: [undefined] };
    queryClient.setQueryData(['chats.list', { filter: 'mine' }], mine);
    live.receive([{ name: 'chat.changed', data: { chat }, seq: 1 }]);
    expect(queryClient.getQueryData(['chats.list', { filter: 'mine' }])).toBe(mine);
    expect(queryClient.getQueryState(['chats.list', { filter: 'mine' }])?.isInvalidated).toBe(true);
  });

  it('deletes everything about erased customers', () => {
    live.receive([hello({ seq: 0 })]);
    fill('1');
    queryClient.setQueryData(['chats.get', { chatId: '1' }], chat);
    queryClient.setQueryData(['chats.get', { chatId: '2' }], chat);
    queryClient.setQueryData(['contacts.get', { customerId: '7' }], { name: 'Anna' });
    live.receive([{ name: 'customers.erased', data: { customerIds: ['7'], chatIds: ['1'] }, seq: 1 }]);
    expect(
      [
        ['messages.list', { chatId: '1' }],
        ['chats.get', { chatId: '1' }],
        ['contacts.get', { customerId: '7' }],
      ].map((key) => queryClient.getQueryData(key)),
    ).toEqual([undefined, undefined, undefined]);
    expect(erased).toEqual(['1']);
    expect([
      queryClient.getQueryData(['chats.get', { chatId: '2' }]),
      queryClient.getQueryState(['chats.get', { chatId: '2' }])?.isInvalidated,
    ]).toEqual([chat, true]);
  });

  it('survives an invalid event: applies the next in its frame, refetches what it concerned and reports to the log', () => {
    live.receive([hello({ seq: 0 })]);
    queryClient.setQueryData(['chats.list', { filter: 'open' }], {
      pages: [{ chats: [chat] }],
      pageParams: [undefined],
    });
    const broken = JSON.parse('{"name":"chat.changed","data":{"chat":null},"seq":1}') as EngineEvent & {
      readonly seq: number;
    };
    live.receive([broken, { name: 'chat.typing', data: { chatId: '8', typing: true }, seq: 2 }]);
    expect(typing.getState().chats.has('8')).toBe(true);
    expect(queryClient.getQueryState(['chats.list', { filter: 'open' }])?.isInvalidated).toBe(true);
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
    live.receive([hello({ seq: 0 })]);
    queryClient.setQueryData(['operators.me', {}], { id: 'olga' });
    queryClient.setQueryData(key, counts(0));
    live.receive([{ ...added('2'), seq: 1 }]);
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
    live.receive([{ name: 'chats.counted', data: { counted }, seq: 2 }]);
    expect(queryClient.getQueryData(key)).toEqual(counts(3));
  });

  it('stops showing that a customer is typing once their message arrives', () => {
    live.receive([hello({ seq: 0 })]);
    live.receive([{ name: 'chat.typing', data: { chatId: '1', typing: true }, seq: 1 }]);
    expect(typing.getState().chats.has('1')).toBe(true);
    live.receive([{ ...added('2'), seq: 2 }]);
    expect(typing.getState().chats.has('1')).toBe(false);
  });

  it.each([
    ['long work', { name: 'jobs.changed', data: { jobs: [{ id: 'new' }] } }, ['jobs.list', {}]],
    [
      'the team’s settings',
      { name: 'team.changed', data: { name: '', reports: false, shop: 'Shop' } },
      ['team.get', {}],
    ],
    ['stickers', { name: 'stickers.changed', data: { stickers: [{ id: 'new' }] } }, ['stickers.list', {}]],
    ['hours', { name: 'hours.changed', data: { settings: 'new' } }, ['hours.get', {}]],
    ['operators', { name: 'operators.changed', data: { operators: [{ id: 'new' }] } }, ['operators.list', {}]],
    ['who is connected', { name: 'operators.connected', data: { operatorIds: ['new'] } }, ['operators.connected', {}]],
    ['bots', { name: 'bots.changed', data: { bots: [{ id: 'new' }] } }, ['bots.list', {}]],
    ['the connection', { name: 'connection.changed', data: { localUrl: 'new' } }, ['connection.get', {}]],
    ['the check', { name: 'checks.changed', data: { running: true } }, ['checks.latest', {}]],
  ] as const)('updates %s from an event without a request', (_what, event, key) => {
    live.receive([hello({ seq: 0 })]);
    queryClient.setQueryData(key, []);
    live.receive([{ ...event, seq: 1 } as unknown as NumberedEvent]);
    expect(queryClient.getQueryData(key)).toEqual(event.data);
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  });

  it.each([
    ['the inspector of a chat', { name: 'botTurns.changed', data: { chatId: '1' } }, ['bots.turns', { chatId: '1' }]],
    ['the inspector of a chat that moved', added('2', { from: 'system' }), ['bots.turns', { chatId: '1' }]],
    ['the ratings, whatever the filter', { name: 'ratings.changed', data: {} }, ['ratings.list', { rate: 5 }]],
  ] as const)('refetches %s after a change, and nothing else', (_what, event, key) => {
    live.receive([hello({ seq: 0 })]);
    const others = [
      ['bots.list', {}],
      ['bots.turns', { chatId: '1' }],
      ['bots.turns', { chatId: '2' }],
      ['ratings.list', { rate: 5 }],
    ];
    for (const each of others) queryClient.setQueryData(each, {});
    live.receive([{ ...event, seq: 1 }]);
    expect(others.filter((each) => queryClient.getQueryState(each)?.isInvalidated)).toEqual([key]);
  });

  it('updates a channel from an event, and keeps its number of open chats', () => {
    live.receive([hello({ seq: 0 })]);
    const key = ['channels.list', {}];
    const shop = { id: '1', name: 'Shop', secretLost: true, openChats: 3 };
    queryClient.setQueryData(key, { channels: [shop, { id: '2', name: 'Gone', openChats: 1 }] });
    const data = { channels: [{ id: '1', name: 'Shop app' }, { id: '3' }] };
    live.receive([{ name: 'channels.changed', data, seq: 1 } as unknown as NumberedEvent]);
    expect(queryClient.getQueryData(key)).toEqual({
      channels: [
        { id: '1', name: 'Shop app', openChats: 3 },
        { id: '3', openChats: 0 },
      ],
    });
  });

  it('shows the new name when a colleague renames this operator, and refetches when they are removed', () => {
    live.receive([hello({ seq: 0 })]);
    const key = ['operators.me', {}];
    queryClient.setQueryData(key, { id: 'olga', name: 'Olga', presence: 'online', available: true });
    const tell = (seq: number, ...operators: object[]): void =>
      live.receive([{ name: 'operators.changed', data: { operators }, seq } as unknown as NumberedEvent]);
    tell(1, { id: 'ivan', name: 'Ivan' }, { id: 'olga', name: 'Olga the second' });
    expect(queryClient.getQueryData(key)).toEqual({ id: 'olga', name: 'Olga the second' });
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
    tell(2, { id: 'ivan', name: 'Ivan' });
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('updates a screen that shows a chat at once', () => {
    live.receive([hello({ seq: 0 })]);
    fill('1');
    const observer = new QueryObserver<MessagePages>(queryClient, {
      queryKey: ['messages.list', { chatId: '1' }],
      enabled: false,
    });
    const stop = observer.subscribe(() => undefined);
    live.receive([{ ...added('2'), seq: 1 }]);
    expect(observer.getCurrentResult().data?.pages[0]?.messages).toHaveLength(2);
    stop();
  });

  it('tracks who is viewing each chat, and forgets a chat nobody is viewing', () => {
    const at = (chatId: string, ...ids: string[]): EngineEvent => ({
      name: 'chat.attention',
      data: { chatId, looking: ids, typing: [] },
    });
    live.receive([hello({ seq: 0 })]);
    queryClient.setQueryData(['chats.attention', {}], { chats: [{ chatId: '1', looking: ['olga'], typing: [] }] });
    live.receive([
      { ...at('2', 'ivan'), seq: 1 },
      { ...at('1'), seq: 2 },
    ]);
    expect(queryClient.getQueryData(['chats.attention', {}])).toEqual({
      chats: [{ chatId: '2', looking: ['ivan'], typing: [] }],
    });
  });

  it('announces a chat assigned to this operator, and to nobody else', () => {
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', name: 'Olga', presence: 'online', available: true });
    live.receive([hello({ seq: 0 })]);
    const line = (id: string, toOperatorId: string) =>
      added(id, {
        from: 'system',
        event: { kind: 'assigned', operatorId: 'ivan', operatorName: 'Ivan', toOperatorId, toOperatorName: 'Somebody' },
      });
    live.receive([{ ...line('5', 'zoe'), seq: 1 }]);
    expect(news.getState().latest).toBeUndefined();
    live.receive([{ ...line('6', 'olga'), seq: 2 }]);
    expect(news.getState().latest?.message.id).toBe('6');
  });

  it("announces this operator's replies that were not delivered, and nobody else's", () => {
    queryClient.setQueryData(['operators.me', {}], { id: 'olga', name: 'Olga', presence: 'online', available: true });
    live.receive([hello({ seq: 0 })]);
    const delivery = (id: string, operatorId: string, state: 'failed' | 'delivered'): EngineEvent => ({
      name: 'message.changed',
      data: { message: message(id, { from: 'operator', operatorId, delivery: { state, attempts: 3 } }), chat },
    });
    live.receive([
      { ...delivery('5', 'ivan', 'failed'), seq: 1 },
      { ...delivery('6', 'olga', 'delivered'), seq: 2 },
    ]);
    expect(news.getState().latest?.kind).not.toBe('failed');
    live.receive([{ ...delivery('7', 'olga', 'failed'), seq: 3 }]);
    expect(news.getState().latest).toMatchObject({ kind: 'failed', message: { id: '7' } });
  });
});
