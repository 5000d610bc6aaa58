import { untilBeat } from '#main/clock/clock.ts';
import type { EngineContext } from '#main/store/store.ts';

/** Milliseconds between checks of what ends after hours, and chats closed per step: few, so that customers' messages get in between. */
const CHECK_INTERVAL = 5 * 60_000;
const STEP_SIZE = 50;

const HOUR = 60 * 60 * 1000;

/** Closes chats that have been inactive for long, unless their customer waits for an answer. */
export type AutoClose = ReturnType<typeof createAutoClose>;

export interface AutoCloseOptions extends Pick<EngineContext, 'store' | 'clock' | 'log' | 'perform'> {
  /** after how many; 0: never */
  readonly hours: () => number;
}

/** Checks every five minutes from the first `check` on, while anything closes; time while the computer was off counts once the clock is settled. */
export function createAutoClose({ store, clock, log, perform, hours: currentHours }: AutoCloseOptions) {
  let cancelTimer = (): void => undefined;
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  const closeStep = async (): Promise<boolean> => {
    const hours = currentHours();
    if (hours === 0) return false;
    const silent = clock.olderThan(hours * HOUR);
    const chatIds = await store.read('listSilentChats', { ...silent, limit: STEP_SIZE });
    if (chatIds.length === 0) return false;
    const closed = await perform['chats.closeSilent']({ ...silent, chatIds, hours });
    return closed > 0 && chatIds.length === STEP_SIZE;
  };
  const closeAll = async (): Promise<void> => {
    while (!isStopped && (await closeStep()));
  };
  const check = (): Promise<void> => {
    cancelTimer();
    if (isStopped || store.readOnly) return turn;
    turn = turn.then(closeAll).catch((error: unknown) => log.warn({ err: error }, 'quiet chats could not be closed'));
    if (currentHours() > 0) cancelTimer = clock.after(untilBeat(clock, CHECK_INTERVAL), () => void check());
    return turn;
  };
  return {
    /** checks now: at the start and when the setting changes; resolves when all found are closed, never rejects */
    check,
    stop: async () => {
      isStopped = true;
      cancelTimer();
      await turn;
    },
  };
}
