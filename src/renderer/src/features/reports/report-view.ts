import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { REPORT_DAYS, type ReportDays } from '#shared/domain/report-days.ts';

interface ReportView {
  readonly days: ReportDays;
  /** its id, or `all` */
  readonly channel: string;
  readonly change: (changed: Partial<Pick<ReportView, 'days' | 'channel'>>) => void;
}

/** What the reports are of; kept on this device. */
export const useReportView = create<ReportView>()(
  persist(
    (set) => ({
      days: 7,
      channel: 'all',
      change: (changed) => set(changed),
    }),
    { name: 'counterbell.reports', version: 1 },
  ),
);

export const dayChoices = REPORT_DAYS;
