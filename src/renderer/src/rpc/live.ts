import { hashKey, notifyManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent, EventFrame, Events, Hello, NumberedEvent, Telling } from '#shared/contract/events.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { reasonOf } from '#shared/domain/alerts.ts';
import { isMentioned } from '#shared/domain/needs-person.ts';
import { applyEvents, staleQueries } from './apply-events.ts';
import { type FaultReport, type Transport, Unreachable } from './transport.ts';
import { adoptRole } from './role.ts';

interface LiveParts {
  readonly queryClient: QueryClient;
  readonly typing: StoreApi<Typing>;
  readonly news: StoreApi<News>;
  readonly tellings: readonly Pick<Telling<never>, 'connected'>[];
  readonly subscribesAtOnce: Transport['subscribesAtOnce'];
  readonly report: FaultReport;
  /** says whose connection this is, whenever there is another one */
  readonly onHello: (hello: Hello) => void;
  /** the engine has a reply or note of this identity */
  readonly onStored: (clientId: string) => void;
  /** these chats were erased */
  readonly onErased: (chatIds: readonly string[]) => void;
}

export type Live = ReturnType<typeof createLive>;

/** Nothing but the connection stood in the way of its answer. */
function wasUnreachable({ state: { error, fetchFailureReason } }: Query): boolean {
  return error instanceof Unreachable || fetchFailureReason instanceof Unreachable;
}

/**
 * Keeps the query cache in step with the engine's events. After an engine restart or a gap in the numbers, everything
 * is refetched, and with every hello what failed for want of a connection. Answers that were requested before an event
 * are brought up to date with it.
 */
export function createLive(parts: LiveParts) {
  const { queryClient, typing, news } = parts;
  const log = createEventLog();
  let boot: string | undefined;
  let latest = 0;
  const began = performance.now();
  const operatorId = (): string | undefined => queryClient.getQueryData<Operator>(['operators.me', {}])?.id;

  /** An event that cannot be applied does not affect the others: the queries it concerned are refetched. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      parts.report(error, 'window');
      void queryClient.invalidateQueries();
    }
  };

  const handleHello = (hello: Hello): void => {
    // The first hello implies no gap if nothing was fetched before the subscription, or nothing happened since.
    const isFirstComplete = parts.subscribesAtOnce || hello.quietFor > performance.now() - began;
    const missed = boot === undefined ? !isFirstComplete : hello.boot !== boot || hello.seq !== latest;
    boot = hello.boot;
    latest = hello.seq;
    for (const telling of parts.tellings) telling.connected(hello.windowId);
    const before = operatorId();
    // Somebody else has signed in, in another window of this browser.
    if (before !== undefined && before !== hello.operatorId) void queryClient.resetQueries();
    else adoptRole(queryClient, hello.role);
    parts.onHello(hello);
    void queryClient.invalidateQueries(missed ? {} : { predicate: wasUnreachable });
  };

  const handleEvent = (event: NumberedEvent): void => {
    if (event.seq <= latest) return;
    if (event.seq > latest + 1) void queryClient.invalidateQueries();
    latest = event.seq;
    log.add(event);
    attempt(() => {
      for (const query of queryClient.getQueryCache().getAll())
        applyEvents(queryClient, query.queryKey, [event], operatorId());
      invalidateStale(event);
    });
  };

  /** Their data is removed at once: a screen that still shows them refetches and gets `not_found`. */
  const removeErased = ({ customerIds, chatIds }: Extract<EngineEvent, { name: 'customers.erased' }>['data']): void => {
    const ofChats = ['chats.get', 'messages.list', 'bots.turns'] as const;
    const ofCustomers = ['contacts.get', 'customers.chats', 'ratings.list', 'privacy.previewErase'] as const;
    const erased: readonly QueryKey[] = [
      ...ofChats.flatMap((route) => chatIds.map((chatId) => [route, { chatId }])),
      ...ofCustomers.flatMap((route) => customerIds.map((customerId) => [route, { customerId }])),
    ];
    for (const queryKey of erased) void queryClient.resetQueries({ queryKey });
    parts.onErased(chatIds);
    // Other queries may still contain them.
    void queryClient.invalidateQueries();
  };

  const announce = ({ message, chat }: Events['message.added']): void => {
    const me = operatorId();
    const kind = me === undefined ? undefined : reasonOf(message, chat, me);
    if (me === undefined || (kind !== 'assigned' && kind !== 'mentioned' && kind !== 'failedReply')) return;
    // A note that is edited mentions again those who have looked since.
    if (kind !== 'mentioned' || isMentioned(chat, me)) news.setState({ latest: { kind, message, chat } });
  };
  const invalidateStale = (event: NumberedEvent): void => {
    for (const queryKey of staleQueries(event)) void queryClient.invalidateQueries({ queryKey });
    switch (event.name) {
      case 'message.added':
        if (event.data.message.clientId !== undefined) parts.onStored(event.data.message.clientId);
        if (event.data.message.from === 'customer') typing.getState().set(event.data.chat.id, false);
        announce(event.data);
        break;
      case 'message.changed': {
        const { message, chat } = event.data;
        if (chat !== undefined) announce({ message, chat });
        break;
      }
      case 'chats.changed':
        void queryClient.invalidateQueries();
        break;
      case 'chat.typing':
        typing.getState().set(event.data.chatId, event.data.typing);
        break;
      case 'customers.erased':
        removeErased(event.data);
        break;
      default:
        break;
    }
  };

  return {
    // Screens show all of a frame at once.
    receive: (frame: EventFrame): void =>
      notifyManager.batch(() => {
        for (const event of frame) {
          if (event.name === 'hello') handleHello(event);
          else handleEvent(event);
        }
      }),
    stop: watchAnswers(queryClient, log, operatorId, attempt),
  };
}

/**
 * An answer may be older than events that arrived during its request: they are applied again on top of it, and their
 * invalidations are repeated. (React Query cancels neither a first fetch nor one without observers.)
 */
function watchAnswers(
  queryClient: QueryClient,
  log: ReturnType<typeof createEventLog>,
  operatorId: () => string | undefined,
  attempt: (work: () => void) => void,
): () => void {
  const begun = new Map<string, number>();
  const outdated = new Set<string>();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const key = query.queryKey as QueryKey;
    const hash = hashKey(key);
    if (action.type === 'fetch') {
      begun.set(hash, log.mark());
      outdated.delete(hash);
    }
    const startsAnew = query.state.data !== undefined && query.isActive();
    if (action.type === 'invalidate' && query.state.fetchStatus !== 'idle' && !startsAnew) outdated.add(hash);
    if (action.type !== 'success' || action.manual === true) return;
    const mark = begun.get(hash);
    if (mark === undefined) return;
    begun.delete(hash);
    const events = log.since(mark);
    if (outdated.delete(hash) || events === undefined) void queryClient.invalidateQueries({ queryKey: key });
    else if (events.length > 0) attempt(() => applyEvents(queryClient, key, events, operatorId()));
  });
}

/** Keeps the latest `limit` events, so that answers requested before them can be brought up to date. */
function createEventLog(limit = 2000) {
  let events: EngineEvent[] = [];
  let dropped = 0;
  return {
    add: (event: EngineEvent): void => {
      events.push(event);
      if (events.length < limit * 2) return;
      dropped += events.length - limit;
      events = events.slice(-limit);
    },
    /** the current position in the log */
    mark: () => dropped + events.length,
    /** events after a position; undefined if they are no longer kept */
    since: (mark: number) => (mark < dropped ? undefined : events.slice(mark - dropped)),
  };
}

/** Milliseconds without a typing event after which a customer no longer counts as typing (chat channel interface). */
const TYPING_TIMEOUT = 10_000;

export interface Typing {
  /** ids of chats whose customer is typing */
  readonly chats: ReadonlySet<string>;
  readonly set: (chatId: string, typing: boolean) => void;
}

/** Customers who are typing now; each expires after ten seconds. */
export function createTypingStore(): StoreApi<Typing> {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return createStore<Typing>((set, get) => ({
    chats: new Set(),
    set: (chatId, typing) => {
      clearTimeout(timers.get(chatId));
      timers.delete(chatId);
      if (typing)
        timers.set(
          chatId,
          setTimeout(() => get().set(chatId, false), TYPING_TIMEOUT),
        );
      if (get().chats.has(chatId) === typing) return;
      const chats = new Set(get().chats);
      if (typing) chats.add(chatId);
      else chats.delete(chatId);
      set({ chats });
    },
  }));
}

/** Latest event for this operator while the window was open, for notices. */
export interface News {
  readonly latest?: { readonly kind: 'assigned' | 'mentioned' | 'failedReply' } & Events['message.added'];
}

export function createNews(): StoreApi<News> {
  return createStore<News>(() => ({}));
}
