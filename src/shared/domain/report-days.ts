/** Numbers of days a report can cover; the last day is today. */
export const REPORT_DAYS = [1, 7, 30, 90] as const;
export type ReportDays = (typeof REPORT_DAYS)[number];
