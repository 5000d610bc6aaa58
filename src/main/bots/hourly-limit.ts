import type { Clock } from '#main/clock/clock.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import type { Store } from '#main/store/store.ts';

/** The counting window and the length of a block, in milliseconds. */
const HOUR = 60 * 60 * 1000;
const SECOND = 1000;

interface Count {
  /** accepted requests per second on the monotonic clock, oldest first */
  readonly bySecond: Map<number, number>;
  total: number;
  /** end of the block: the monotonic clock decides, the wall clock is shown */
  blocked: { readonly until: number; readonly shown: number };
}

const NOT_BLOCKED = { until: Number.NEGATIVE_INFINITY, shown: 0 } as const;

export type Admission = { readonly ok: true } | { readonly ok: false; /** seconds */ readonly retryAfter: number };

/** Limits each bot's requests in a sliding hour (bot provider interface, section 8). */
export type HourlyLimit = Awaited<ReturnType<typeof openHourlyLimit>>;

/** Restores counts and blocks from the store. */
export async function openHourlyLimit(options: {
  readonly store: Store;
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly signals?: Signalling;
}) {
  const { store, clock, onChange, signals } = options;
  const counts = new Map<string, Count>();
  const countOf = (botId: string): Count => {
    const known = counts.get(botId) ?? { bySecond: new Map<number, number>(), total: 0, blocked: NOT_BLOCKED };
    counts.set(botId, known);
    return known;
  };
  const add = (count: Count, second: number, requests: number): void => {
    count.bySecond.set(second, (count.bySecond.get(second) ?? 0) + requests);
    count.total += requests;
  };
  const dropExpired = (count: Count): void => {
    const oldest = Math.floor((clock.monotonic() - HOUR) / SECOND);
    for (const [second, requests] of count.bySecond) {
      if (second > oldest) return;
      count.bySecond.delete(second);
      count.total -= requests;
    }
  };

  signals?.onTold('botRequest', ({ botId }, { isOwn }) => {
    if (!isOwn) add(countOf(botId), Math.floor(clock.monotonic() / SECOND), 1);
  });

  const now = clock.wall();
  const sinceThen = clock.monotonic() - now;
  const { accepted, blocks } = await store.read('countBotEvents', { since: now - HOUR, until: now });
  for (const { botId, second, count } of accepted)
    add(countOf(botId), Math.floor((Math.min(second * SECOND, now) + sinceThen) / SECOND), count);
  for (const { botId, until } of blocks)
    countOf(botId).blocked = { until: Math.min(until, now + HOUR) + sinceThen, shown: until };

  return {
    /** counts a request; the first one over the limit blocks the bot for an hour, stored before this resolves */
    admit: async (botId: string, limit: number): Promise<Admission> => {
      const count = countOf(botId);
      dropExpired(count);
      const left = count.blocked.until - clock.monotonic();
      if (left > 0) return { ok: false, retryAfter: Math.ceil(left / SECOND) };
      if (count.total < limit) {
        add(count, Math.floor(clock.monotonic() / SECOND), 1);
        // What it asks for is stored with more effort than this.
        signals?.tell('botRequest', { botId }).catch(() => undefined);
        if (count.total === limit) onChange();
        return { ok: true };
      }
      count.blocked = { until: clock.monotonic() + HOUR, shown: clock.wall() + HOUR };
      onChange();
      await store.write('blockBot', { botId, until: count.blocked.shown });
      return { ok: false, retryAfter: HOUR / SECOND };
    },
    acceptedThisHour: (botId: string): number => {
      const count = countOf(botId);
      dropExpired(count);
      return count.total;
    },
    /** wall clock; undefined if not blocked */
    blockedUntil: (botId: string): number | undefined => {
      const { until, shown } = counts.get(botId)?.blocked ?? NOT_BLOCKED;
      return until > clock.monotonic() ? shown : undefined;
    },
  };
}
