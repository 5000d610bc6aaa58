import type { Reports } from '#main/reports/reports.ts';
import type { Handlers } from './router.ts';

/** Rows of a page where the caller names no number. */
const PAGE = 50;

export interface ReportHandlerOptions {
  readonly reports: Reports;
}

/** What chats came to. */
export function reportHandlers({
  reports,
}: ReportHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `reports.${string}`>> {
  return {
    'reports.get': (selection) => reports.get(selection),
    'reports.chats': (asked) => reports.chats({ ...asked, limit: asked.limit ?? PAGE }),
  };
}
