/** For how many days there are reports; the last of them is today. */
export const REPORT_DAYS = [1, 7, 30, 90] as const;
export type ReportDays = (typeof REPORT_DAYS)[number];
