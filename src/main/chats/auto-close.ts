import type { EngineContext } from '#main/store/store.ts';

/** Milliseconds between checks of what ends after hours, and chats closed per step: few, so that customers' messages get in between. */
const CHECK_INTERVAL = 5 * 60_000;
const STEP_SIZE = 50;

const HOUR = 60 * 60 * 1000;

export interface AutoCloseOptions extends Pick<EngineContext, 'store' | 'clock' | 'due' | 'perform'> {
  /** after how many; 0: never */
  readonly hours: () => number;
}

/**
 * Closes chats that have been inactive for long, unless their customer waits for an answer. Time while the computer was
 * off counts once the clock is settled.
 */
export function startAutoClose({ store, clock, due, perform, hours: currentHours }: AutoCloseOptions) {
  const closeStep = async (): Promise<boolean> => {
    const hours = currentHours();
    if (hours === 0) return false;
    const silent = clock.olderThan(hours * HOUR);
    const chatIds = await store.read('listSilentChats', { ...silent, limit: STEP_SIZE });
    if (chatIds.length === 0) return false;
    const closed = await perform['chats.closeSilent']({ ...silent, chatIds, hours });
    return closed > 0 && chatIds.length === STEP_SIZE;
  };
  return due.add({
    work: 'closing quiet chats',
    run: async (stop) => {
      if (store.readOnly) return Infinity;
      while (!stop.aborted && (await closeStep()));
      return currentHours() === 0 ? Infinity : CHECK_INTERVAL;
    },
  });
}
