import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds without a refusal until a flood is over. */
const QUIET_TIME = 10 * 60_000;
/** Milliseconds between reports of the number refused. */
const REPORT_INTERVAL = 10_000;

/** Reports channels that refuse new customers because too many came: at the start, at intervals, and at the end. */
export function createNewChatFloods(clock: Clock) {
  const listeners: (() => void)[] = [];
  const notifyListeners = (): void => listeners.forEach((listener) => listener());
  const floods = new Map<string, { readonly since: number; refused: number; lastAt: number }>();
  let isNew = false;
  let cancelTimer: (() => void) | undefined;

  const look = (): void => {
    cancelTimer = undefined;
    for (const [channelId, { lastAt }] of floods) {
      if (clock.monotonic() - lastAt < QUIET_TIME) continue;
      floods.delete(channelId);
      isNew = true;
    }
    if (isNew) notifyListeners();
    isNew = false;
    if (floods.size > 0) cancelTimer = clock.after(REPORT_INTERVAL, look);
  };
  return {
    /** another customer was refused */
    refused: (channelId: string): void => {
      const known = floods.get(channelId);
      if (known === undefined) {
        floods.set(channelId, { since: clock.wall(), refused: 1, lastAt: clock.monotonic() });
        notifyListeners();
      } else {
        known.refused += 1;
        known.lastAt = clock.monotonic();
        isNew = true;
      }
      cancelTimer ??= clock.after(REPORT_INTERVAL, look);
    },
    list: () => [...floods].map(([channelId, { since, refused }]) => ({ channelId, since, refused })),
    /** calls back when the list changed */
    onChange: (listener: () => void): void => void listeners.push(listener),
    stop: (): void => cancelTimer?.(),
  };
}
