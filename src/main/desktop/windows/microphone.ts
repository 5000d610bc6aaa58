import type { WebContents } from 'electron';
import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds in which a page that was asked to record opens the microphone. */
const LASTS = 10_000;

/** Which pages may open the microphone now: those in which a person has just pressed the button that records. */
export interface Microphone {
  readonly wish: (contents: WebContents) => Promise<void>;
  readonly mayOpen: (contents: WebContents) => boolean;
}

/** `askSystem`: lets the system ask its user, where it does that for each app. */
export function createMicrophone({
  clock,
  askSystem,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly askSystem: () => Promise<void>;
}): Microphone {
  const wishes = new WeakMap<WebContents, number>();
  return {
    wish: async (contents) => {
      await askSystem();
      wishes.set(contents, clock.monotonic());
    },
    mayOpen: (contents) => {
      const at = wishes.get(contents);
      return at !== undefined && clock.monotonic() - at < LASTS;
    },
  };
}

/** Whether it is the microphone alone that is asked for. */
export function isSoundAlone(mediaTypes: readonly (string | undefined)[] | undefined): boolean {
  return mediaTypes !== undefined && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio');
}
