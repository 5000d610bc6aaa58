import type { EngineContext } from '#main/store/store.ts';

/** Longest milliseconds between looks at the wall clock: computers sleep, and people set clocks. */
const MAX_WAIT = 30_000;

/** Sends scheduled replies and ends snoozes when their time has come by the wall clock. */
export function startSchedule({
  store,
  clock,
  due,
  perform,
  on,
  onTouched,
}: Pick<EngineContext, 'store' | 'clock' | 'due' | 'perform' | 'on' | 'onTouched'>) {
  const { check, stop } = due.add({
    work: 'sending scheduled replies and ending snoozes',
    run: async () => {
      if (store.readOnly) return Infinity;
      let next = await store.read('nextDue');
      if (next !== undefined && next <= clock.wall()) {
        await perform['replies.runDue']({});
        next = await store.read('nextDue');
      }
      return next === undefined ? Infinity : Math.min(MAX_WAIT, Math.max(1, next - clock.wall()));
    },
  });
  const stops = [
    on('chat.changed', ({ chat }) => {
      if (chat.snoozed?.until !== undefined) void check();
    }),
    onTouched(['replies'], () => void check()),
  ];
  return {
    check,
    stop: async (): Promise<void> => {
      for (const stopListening of stops) stopListening();
      await stop();
    },
  };
}
