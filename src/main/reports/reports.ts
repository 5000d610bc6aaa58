import type { Store } from '#main/store/store.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Report, ReportSelection } from '#shared/contract/reports.ts';

export type Reports = ReturnType<typeof createReports>;

/** Figures about chats over days. Messages are counted when a report is requested, to keep receiving them fast. */
export function createReports({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write' | 'readOnly'>;
  readonly clock: Pick<Clock, 'wall'>;
}) {
  const countAll = async (): Promise<void> => {
    // A newer database shows the figures counted there.
    while (!store.readOnly && !(await store.write('countMessages')).done) continue;
  };
  return {
    get: async (selection: ReportSelection): Promise<Report> => {
      await countAll();
      const request = { ...selection, now: clock.wall() };
      const report = await store.read('getReport', request);
      // One after the other: together they would hold up the inbox.
      return { ...report, before: await store.read('getReportBefore', request) };
    },
    /** Coded error: invalid_input, for an invalid cursor */
    chats: (input: ParsedInput<'reports.chats'>) => store.read('listReportChats', { ...input, now: clock.wall() }),
  };
}
