import type { Clock } from '#main/clock/clock.ts';
import type { NewChatFlood } from '#shared/contract/connection.ts';

/** Milliseconds without a refusal after which a flood is over. */
const OVER_AFTER = 10 * 60_000;
/** Milliseconds between two words about how many were refused. */
const BETWEEN_WORDS = 10_000;

/** Which channels refuse new customers because too many came: said when it begins, from time to time while it lasts, and when it is over. */
export interface NewChatFloods {
  /** one more was refused */
  readonly refused: (channelId: string) => void;
  readonly list: () => readonly NewChatFlood[];
  readonly stop: () => void;
}

export function createNewChatFloods({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  readonly onChange: () => void;
}): NewChatFloods {
  const floods = new Map<string, { readonly since: number; refused: number; lastAt: number }>();
  let isNews = false;
  let callOff: (() => void) | undefined;

  const look = (): void => {
    callOff = undefined;
    for (const [channelId, { lastAt }] of floods) {
      if (clock.monotonic() - lastAt < OVER_AFTER) continue;
      floods.delete(channelId);
      isNews = true;
    }
    if (isNews) onChange();
    isNews = false;
    if (floods.size > 0) callOff = clock.after(BETWEEN_WORDS, look);
  };
  return {
    refused: (channelId) => {
      const known = floods.get(channelId);
      if (known === undefined) {
        floods.set(channelId, { since: clock.wall(), refused: 1, lastAt: clock.monotonic() });
        onChange();
      } else {
        known.refused += 1;
        known.lastAt = clock.monotonic();
        isNews = true;
      }
      callOff ??= clock.after(BETWEEN_WORDS, look);
    },
    list: () => [...floods].map(([channelId, { since, refused }]) => ({ channelId, since, refused })),
    stop: () => callOff?.(),
  };
}
