import { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import {
  type Call,
  type ConnectionState,
  createClient,
  type Transport,
  Unreachable,
  createFaultReport,
} from './transport.ts';
import { createLive, createNews, createTypingStore } from './live.ts';
import { createTelling } from '#shared/contract/events.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';
import type { Owner } from './written.ts';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** the engine requires a sign-in (browser only) */
  readonly signedOut: boolean;
  /** it was connected before: a sign-in has ended here */
  readonly wasConnected: boolean;
}

/** Everything the screens need from the engine. */
export type Console = ReturnType<typeof createConsole>;

export interface ConsoleOptions extends Omit<OutboxOptions, 'call'> {
  readonly transport: Transport;
  /** chats that were erased: delete everything this device stores about them */
  readonly onErased: (chatIds: readonly string[]) => void;
  /** reports the owner of this window */
  readonly onOwner: (owner: Owner) => void;
}

/** Milliseconds to wait for calls under way. */
const SIGN_IN_WAIT = 3000;

/** Connects client, cache and events over one transport. Does nothing before `start` or the first call. */
export function createConsole({ transport, onErased, onOwner, ...ofOutbox }: ConsoleOptions) {
  const connection = createStore<ConnectionStatus>(() => ({
    state: 'connecting',
    signedOut: false,
    wasConnected: false,
  }));
  const ask = createClient(transport, () => connection.setState({ signedOut: true }));
  const underWay = new Set<Promise<unknown>>();
  const call: Call = (route, input) => {
    const answer = ask(route, input);
    underWay.add(answer);
    const end = (): void => void underWay.delete(answer);
    answer.then(end, end);
    return answer;
  };
  const queryClient = createQueryClient();
  const typing = createTypingStore();
  const outbox = createOutbox({ call, ...ofOutbox });
  const news = createNews();
  /** the chat that this window shows, for the other operators */
  const looking = createTelling<string | null>(null, (windowId, chatId) => call('chats.look', { windowId, chatId }));
  /** reports whether this window is visible, so that this device needs no push */
  const visibility = createTelling(false, (windowId, visible) => call('push.look', { windowId, visible }));

  /**
   * A refused sign-in looks like a lost connection; the answer to a call tells them apart. Calls under way come first:
   * whoever renews their own key loses the connection, and gets another session with the answer.
   */
  const checkSignIn = async (): Promise<void> => {
    const tooLong = new Promise((resolve) => setTimeout(resolve, SIGN_IN_WAIT));
    await Promise.race([Promise.allSettled(underWay), tooLong]);
    await call('operators.me', {}).catch(() => undefined);
  };

  /** subscribes to events; returns the unsubscribe function */
  const start = (): (() => void) => {
    const live = createLive({
      queryClient,
      typing,
      news,
      tellings: [looking, visibility],
      subscribesAtOnce: transport.subscribesAtOnce,
      report: createFaultReport(transport),
      onHello: (hello) => {
        onOwner(hello);
        outbox.connected(hello);
      },
      onStored: outbox.confirmed,
      onErased: (chatIds) => {
        onErased(chatIds);
        outbox.forget(chatIds);
      },
    });
    const stopOutbox = outbox.start();
    const stop = transport.subscribe(live.receive, (state) => {
      const before = connection.getState().state;
      if (before === state) return;
      connection.setState(state === 'connected' ? { state, wasConnected: true } : { state });
      outbox.setAway(state === 'lost');
      if (state === 'lost') void checkSignIn();
    });
    return () => {
      stop();
      stopOutbox();
      live.stop();
    };
  };
  return { call, queryClient, connection, typing, outbox, news, looking, visibility, start };
}

/** Events keep the cache up to date, so nothing goes stale and nothing is polled. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => error instanceof Unreachable && failures < 3,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
