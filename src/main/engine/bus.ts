import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { toClientMessage } from '#shared/contract/answers.ts';
import {
  CONTRACT_VERSION,
  type EngineEvent,
  type EventFrame,
  type EventName,
  type Events,
  type Hello,
  type NumberedEvent,
  type EventBus,
} from '#shared/contract/events.ts';
import type { Topic } from '#shared/contract/topics.ts';
import { audienceOf } from '#main/console/all-routes.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import { type ChannelOf, createLimitedWindows } from './limited-windows.ts';
import { createStaleAnswers } from './stale-answers.ts';

/** Delivers events: to parts of this process at once, to the console's windows at the end of the turn. */
export interface Bus extends EventBus {
  /**
   * For a window: calls back with a hello at once, then with one frame per turn; returns how to stop. All windows of
   * a role get the same frame object, so that a transport serializes it once. `onFrame` must not throw. `channels`: the
   * only ones whose events it gets
   */
  readonly subscribe: (
    window: Window,
    onFrame: (frame: EventFrame) => void,
    channels?: readonly string[],
  ) => () => void;
}

type Window = Pick<Hello, 'windowId' | 'installationId' | 'operatorId' | 'role' | 'shop'>;

/** `channelOf`: of a chat, for events that don't say it */
export function createBus(log: Pick<Logger, 'error'>, channelOf: ChannelOf = async () => undefined): Bus {
  const { on, dispatch } = createListeners(log);
  const unsent: EngineEvent[] = [];
  /** One that fails must not stop the others, nor what comes after it. */
  const guarded = (event: string, tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      log.error({ err: error, event }, 'a part of the program failed over what it was told');
    }
  };
  const owners = createWindows(toWindowEvent, guarded);
  const operators = createWindows(toOperatorEvent, guarded);
  const limited = createLimitedWindows({
    channelOf,
    log,
    open: (toEvent) =>
      createWindows((event) => {
        const shown = toOperatorEvent(event);
        return shown && toEvent(shown);
      }, guarded),
  });

  const touched = new Map<Topic, Set<() => void>>();
  const emit: EventBus['emit'] = (name, data) => {
    unsent.push({ name, data } as EngineEvent);
    if (unsent.length > 1) return;
    for (let next = unsent[0]; next !== undefined; next = unsent[0]) {
      for (const send of [owners.dispatch, operators.dispatch, limited.dispatch, dispatch])
        guarded(next.name, () => send(next));
      unsent.shift();
    }
  };
  const collect = createStaleAnswers((answers) => emit('answers.stale', { answers }));
  const touch: EventBus['touch'] = (topic, of) => {
    collect(topic, of);
    for (const listener of touched.get(topic) ?? []) guarded(topic, listener);
  };
  return {
    emit,
    on,
    touch,
    onTouched: (topics, listener) => {
      const handler = (): void => listener();
      for (const topic of topics) touched.set(topic, (touched.get(topic) ?? new Set()).add(handler));
      return () => topics.forEach((topic) => touched.get(topic)?.delete(handler));
    },
    subscribe: (window, onFrame, channels) =>
      channels === undefined
        ? (window.role === 'owner' ? owners : operators).subscribe(window, onFrame)
        : limited.of(window.operatorId, channels).subscribe(window, onFrame),
  };
}

/** Manages listeners to events; a failing one is logged, and does not affect the others. */
export function createListeners(log: Pick<Logger, 'error'>) {
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  return {
    dispatch: ({ name, data }: Pick<EngineEvent, 'name' | 'data'>): void => {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(data as never);
        } catch (error) {
          log.error({ err: error, event: name }, 'a part of the program failed over what it was told');
        }
      }
    },
    on: <N extends EventName>(name: N, listener: (data: Events[N]) => void): (() => void) => {
      const ofName = listeners.get(name) ?? new Set();
      // Wrapped, so that stopping one of two equal listeners removes only one.
      const handler = (data: never): void => listener(data);
      listeners.set(name, ofName.add(handler));
      return () => void ofName.delete(handler);
    },
  };
}

export type RoleWindows = ReturnType<typeof createWindows>;

/** The windows of a role: numbers their events, delivered or not; keeps none while there is no window. */
function createWindows(
  toEvent: (event: EngineEvent) => EngineEvent | undefined,
  guarded: (event: string, tell: () => void) => void,
) {
  const boot = randomUUID();
  const windows = new Map<string, { readonly since: number; readonly onFrame: (frame: EventFrame) => void }>();
  let seq = 0;
  let latestAt = performance.now();
  let waiting: NumberedEvent[] = [];
  const count = (): number => {
    latestAt = performance.now();
    return (seq += 1);
  };

  const flush = (): void => {
    const events = waiting;
    waiting = [];
    const first = events[0]?.seq ?? 0;
    for (const { since, onFrame } of windows.values())
      guarded('window', () => {
        if (since < first) onFrame(events);
        // It was opened in this turn.
        else if (since < seq) onFrame(events.filter((event) => event.seq > since));
      });
  };
  return {
    isEmpty: (): boolean => windows.size === 0,
    dispatch: (event: EngineEvent): void => {
      if (windows.size === 0) return void count();
      const shown = toEvent(event);
      if (shown === undefined) return;
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ seq: count(), ...shown });
    },
    subscribe: (window: Window, onFrame: (frame: EventFrame) => void): (() => void) => {
      windows.set(window.windowId, { since: seq, onFrame });
      const quietFor = Math.floor(performance.now() - latestAt);
      onFrame([{ name: 'hello', boot, seq, quietFor, contract: CONTRACT_VERSION, ...window }]);
      return () => void windows.delete(window.windowId);
    },
  };
}

function toWindowEvent(event: EngineEvent): EngineEvent {
  if (event.name !== 'message.added') return event;
  const message = toClientMessage(event.data.message);
  return message === event.data.message ? event : { ...event, data: { ...event.data, message } };
}

function toOperatorEvent(event: EngineEvent): EngineEvent | undefined {
  if (event.name !== 'answers.stale') return toWindowEvent(event);
  const answers = event.data.answers.filter(({ route }) => audienceOf(route as RouteName) !== 'owner');
  return answers.length === 0 ? undefined : { name: event.name, data: { answers } };
}
