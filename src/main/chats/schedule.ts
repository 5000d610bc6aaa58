import type { EngineContext } from '#main/store/store.ts';

/** Longest milliseconds between looks at the wall clock: computers sleep, and people set clocks. */
const MAX_WAIT = 30_000;

/** Snoozed chats and scheduled replies. */
export type Schedule = ReturnType<typeof startSchedule>;

/** One timer for everything scheduled, by the wall clock; none while nothing is. */
export function startSchedule({
  store,
  clock,
  log,
  perform,
  on,
  onTouched,
}: Pick<EngineContext, 'store' | 'clock' | 'log' | 'perform' | 'on' | 'onTouched'>) {
  let cancelTimer = (): void => undefined;
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  const runDue = async (): Promise<void> => {
    const due = await store.read('nextDue');
    if (due === undefined || due > clock.wall()) return;
    await perform['replies.runDue']({});
  };
  const scheduleCheck = async (): Promise<void> => {
    const due = await store.read('nextDue');
    if (due === undefined || isStopped) return;
    cancelTimer();
    cancelTimer = clock.after(Math.min(MAX_WAIT, Math.max(1, due - clock.wall())), () => void check());
  };
  const check = (): Promise<void> => {
    cancelTimer();
    if (isStopped || store.readOnly) return turn;
    turn = turn
      .then(runDue)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'what is due could not be done');
        cancelTimer = clock.after(MAX_WAIT, () => void check());
        throw error;
      })
      .then(scheduleCheck)
      .catch(() => undefined);
    return turn;
  };
  const stops = [
    on('chat.changed', ({ chat }) => {
      if (chat.snoozed?.until !== undefined) void check();
    }),
    onTouched(['replies'], () => void check()),
  ];

  return {
    /** checks now: at the start, handles what became due while the host was off; resolves when done, never rejects */
    check,
    stop: async () => {
      isStopped = true;
      for (const stopListening of stops) stopListening();
      cancelTimer();
      await turn;
    },
  };
}
