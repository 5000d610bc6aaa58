import type { Store } from '#main/store/store.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { reportRoutes } from '#shared/contract/reports.ts';

/** Figures about chats over days. Messages are counted when a report is requested, to keep receiving them fast. */
export function createReports({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'limitedTo' | 'write' | 'readOnly'>;
  readonly clock: Pick<Clock, 'wall'>;
}) {
  const countAll = async (): Promise<void> => {
    // A newer database shows the figures counted there.
    while (!store.readOnly && !(await store.write('countMessages')).done) continue;
  };
  const calls = {
    'reports.get': async (selection, { channels }) => {
      await countAll();
      const { read } = store.limitedTo(channels);
      const request = { ...selection, now: clock.wall() };
      const report = await read('getReport', request);
      // One after the other: together they would hold up the inbox.
      return { ...report, before: await read('getReportBefore', request) };
    },
  } satisfies CallsOf<typeof reportRoutes>;
  return { calls };
}
