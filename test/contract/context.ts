import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, ContractErrorShape } from '#shared/contract/errors.ts';
import type { EventFrame, EventName, Events, Hello, NumberedEvent } from '#shared/contract/events.ts';
import { uploaded, type Uploaded } from '#shared/contract/media.ts';
import { allRoutes } from '#main/console/all-routes.ts';
import type { HostFeature } from '#shared/contract/setup.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { acceptingAddress } from '../fixtures/integrator.ts';

const WAIT_LIMIT = 25_000;

/** How a console reaches the engine: over IPC, or over HTTP and a WebSocket. */
export interface Transport {
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** `POST /media/uploads` on the console's own origin; returns the JSON response */
  readonly upload: (name: string, bytes: Buffer) => Promise<unknown>;
  /** returns an unsubscribe function */
  readonly subscribe: (onEvents: (frame: EventFrame) => void) => () => void;
}

/** A console window's events. */
export interface Window {
  readonly hello: () => Promise<Hello>;
  readonly events: readonly NumberedEvent[];
  /** content of the first matching event of that name */
  readonly waitFor: <N extends EventName>(name: N, fits: (content: Events[N]) => boolean) => Promise<Events[N]>;
}

export interface ContractContext {
  /** the route's output, validated against its schema; throws on an error */
  readonly ok: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;
  /** the error of a request that must fail */
  readonly refused: (route: string, input: unknown) => Promise<ContractErrorShape>;
  /** opens a window for the duration of `run` */
  readonly withWindow: <T>(run: (window: Window) => Promise<T>) => Promise<T>;
  /** a new channel whose replies are all accepted */
  readonly newChannel: () => Promise<RouteOutput<'channels.create'>>;
  /** posts as an integration does; returns the customer's chat */
  readonly write: (channelId: string, senderId: string, text: string) => Promise<RouteOutput<'chats.get'>>;
  /** uploads a file to the console */
  readonly upload: (name: string, bytes: Buffer) => Promise<Uploaded>;
  /** routes that have returned their output */
  readonly answered: ReadonlySet<RouteName>;
}

/** Tools for the cases of the contract suite, on any transport. */
export function contractContext({ request, subscribe, upload }: Transport): ContractContext {
  const answered = new Set<RouteName>();

  async function ok<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
    const answer = await request(route, input);
    assert.ok(answer.ok, `${route}: ${JSON.stringify(answer)}`);
    const parsed = allRoutes[route].output?.safeParse(answer.data);
    if (parsed !== undefined) {
      assert.ok(parsed.success, `${route} answered with another shape: ${parsed.error?.message ?? ''}`);
      assert.deepEqual(parsed.data, answer.data, `${route} answers with more than its schema says`);
    }
    answered.add(route);
    return withoutUndefined(answer.data as RouteOutput<R>);
  }

  return {
    ok,
    answered,
    refused: async (route, input) => {
      const answer = await request(route, input);
      assert.equal(answer.ok, false, `${route} was answered`);
      assert.ok(!answer.ok);
      assert.equal(typeof answer.error.message, 'string');
      return answer.error;
    },
    withWindow: async (run) => {
      const { window, close } = openWindow(subscribe);
      try {
        return await run(window);
      } finally {
        close();
      }
    },
    upload: async (name, bytes) => {
      const answer = await upload(name, bytes);
      const parsed = uploaded.parse(answer);
      assert.deepEqual(parsed, answer, 'an upload answers with more than its schema says');
      return parsed;
    },
    newChannel: async () =>
      ok('channels.create', { name: `Contract ${randomUUID().slice(0, 8)}`, endpoint: await acceptingAddress() }),
    write: async (channelId, senderId, text) => {
      const { message } = await ok('channels.addresses', { channelId });
      const body = JSON.stringify({ sender: { id: senderId, name: 'Ann' }, message: { type: 'text', text } });
      const posted = await fetch(message, { method: 'POST', body });
      assert.equal(posted.status, 200, await posted.text());
      const { chats } = await ok('chats.list', { limit: 50 });
      const chat = chats.find(
        ({ customer }) => customer.channelId === channelId && customer.externalId === JSON.stringify(senderId),
      );
      assert.ok(chat !== undefined, 'the chat is in the list');
      return chat;
    },
  };
}

function openWindow(subscribe: Transport['subscribe']): { readonly window: Window; readonly close: () => void } {
  const events: NumberedEvent[] = [];
  const watchers = new Set<(event: NumberedEvent) => void>();
  let greet: (hello: Hello) => void;
  const hello = new Promise<Hello>((resolve) => (greet = resolve));
  const close = subscribe((frame) => {
    for (const event of frame) {
      if (event.name === 'hello') {
        greet(event);
        continue;
      }
      const come = withoutUndefined(event);
      events.push(come);
      for (const watch of watchers) watch(come);
    }
  });
  const waitFor: Window['waitFor'] = (name, fits) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no ${name} event that fits came`)), WAIT_LIMIT);
      const watch = (event: NumberedEvent): void => {
        const content = event.data as Events[typeof name];
        if (event.name !== name || !fits(content)) return;
        watchers.delete(watch);
        clearTimeout(late);
        resolve(content);
      };
      watchers.add(watch);
      for (const event of events) watch(event);
    });
  return { window: { hello: () => hello, events, waitFor }, close };
}

/** Treats undefined as absent: HTTP omits both, and Electron keeps undefined. */
function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** One behaviour of the console contract, for any transport and any test runner. */
export interface ContractCase {
  readonly name: string;
  /** a host that does without it refuses (not_offered) */
  readonly needs?: HostFeature;
  readonly run: (context: ContractContext) => Promise<void>;
}
