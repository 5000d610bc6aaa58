import type { Logger } from 'pino';
import type { TestBotSwitches } from '#shared/contract/bots.ts';
import type { Clock } from '#main/clock/clock.ts';
import { answersTo } from './conversation.ts';
import { startEventServer } from './event-server.ts';
import type { HeardEvent } from './events.ts';
import { eventBody, openServiceCalls } from './service-calls.ts';

/** Keeps what was used last, in memory only. */
interface Latest<V> {
  /** the value, which counts as used now */
  readonly get: (key: string) => V | undefined;
  /** the oldest goes where there are too many */
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
}

/** How long a slow bot takes for each answer, in milliseconds: just within the service's 3 seconds. */
const SLOW_ANSWER = 2_900;
const FAILURES = 2;
const CHAT_LIMIT = 1_000;
const EVENT_LIMIT = 10_000;

export interface TestBotOptions {
  /** `{listener}/webhooks/{provider_id}/{token}` of the bot with this token */
  readonly serviceAddress: (token: string) => string | undefined;
  /** the switches changed */
  readonly onChanged: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface TestBot {
  /** where a bot without an address of its own gets its events: `<endpoint>/<token>` */
  readonly endpoint: string;
  readonly switches: () => TestBotSwitches;
  readonly setSwitches: (chosen: Partial<TestBotSwitches>) => TestBotSwitches;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built-in provider: a bot platform of its own that speaks the bot provider interface over real HTTP.
 * It serves every bot without an address, and remembers the latest chats in memory only.
 */
export async function startTestBot({ serviceAddress, onChanged, clock, log }: TestBotOptions): Promise<TestBot> {
  const calls = openServiceCalls(log);
  const pauses = createPauses(clock);
  const greeted = keepLatest<true>(CHAT_LIMIT);
  const failures = keepLatest<number>(EVENT_LIMIT);
  const handled = keepLatest<true>(EVENT_LIMIT);
  /** the end of what each chat's events so far have set going: answers go out in the order of the events */
  const lanes = new Map<string, Promise<void>>();
  let switches: TestBotSwitches = { beSlow: false, failTwice: false, beSilent: false, repeatEvents: false };
  let stopped = false;

  async function takes(token: string, { id }: HeardEvent): Promise<boolean> {
    if (switches.beSlow) await pauses.wait(SLOW_ANSWER);
    if (!switches.failTwice) return true;
    const key = `${token} ${id}`;
    const failed = failures.get(key) ?? 0;
    failures.set(key, failed + 1);
    return failed >= FAILURES;
  }

  async function answer(token: string, event: HeardEvent): Promise<void> {
    const chat = `${token} ${event.chat_id}`;
    const isFirst = event.event === 'CLIENT_MESSAGE' && greeted.get(chat) === undefined;
    if (isFirst) greeted.set(chat, true);
    if (event.event === 'CHAT_CLOSED') greeted.delete(chat);
    if (event.event === 'CLIENT_RATED')
      log.info({ chatId: event.chat_id, rate: event.rate }, 'the test bot got a rating');
    for (const act of answersTo(event, isFirst)) {
      const address = serviceAddress(token);
      const taken =
        !stopped &&
        address !== undefined &&
        (await calls.send(address, eventBody(act, event, clock.wall()), switches.repeatEvents ? 2 : 1));
      if (!taken) return;
    }
  }

  function onAnswered(token: string, event: HeardEvent): void {
    // The service repeats an event whose answer it did not get.
    const key = `${token} ${event.id}`;
    if (handled.get(key) === true || switches.beSilent || stopped) return;
    handled.set(key, true);
    const lane = `${token} ${event.chat_id}`;
    const done = (lanes.get(lane) ?? Promise.resolve())
      .then(() => answer(token, event))
      .finally(() => {
        if (lanes.get(lane) === done) lanes.delete(lane);
      });
    lanes.set(lane, done);
  }

  const server = await startEventServer({
    isKnown: (token) => serviceAddress(token) !== undefined,
    onEvent: takes,
    onAnswered,
  });
  return {
    endpoint: server.endpoint,
    switches: () => switches,
    setSwitches: (chosen) => {
      switches = {
        beSlow: chosen.beSlow ?? switches.beSlow,
        failTwice: chosen.failTwice ?? switches.failTwice,
        beSilent: chosen.beSilent ?? switches.beSilent,
        repeatEvents: chosen.repeatEvents ?? switches.repeatEvents,
      };
      onChanged();
      return switches;
    },
    stop: async () => {
      stopped = true;
      pauses.endAll();
      await calls.stop();
      await server.stop();
      await Promise.all(lanes.values());
    },
  };
}

interface Pauses {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** lets everyone who waits go on now */
  readonly endAll: () => void;
}

function createPauses(clock: Clock): Pauses {
  const waiting = new Set<() => void>();
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const end = (): void => {
          callOff();
          waiting.delete(end);
          resolve();
        };
        const callOff = clock.after(milliseconds, end);
        waiting.add(end);
      }),
    endAll: () => waiting.forEach((end) => end()),
  };
}

export function keepLatest<V>(limit: number): Latest<V> {
  const values = new Map<string, V>();
  const set = (key: string, value: V): void => {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > limit && oldest !== undefined) values.delete(oldest);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void values.delete(key),
  };
}
