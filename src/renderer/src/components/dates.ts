import { format, isSameDay, isSameYear, subDays } from 'date-fns';

const MINUTE = 60_000;

/** How long ago, as people say it: now, 3 min, 14:05, yesterday, 3 Nov, 3 Nov 2025. Times are milliseconds since 1970. */
export function ageWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (isSameDay(at, now)) return clockWords(at);
  if (isSameDay(at, subDays(now, 1))) return 'yesterday';
  return format(at, isSameYear(at, now) ? 'd MMM' : 'd MMM yyyy');
}

/** A day, for the line between the days of a conversation: Today, Yesterday, Tuesday 3 November. */
export function dayWords(at: number, now: number): string {
  if (isSameDay(at, now)) return 'Today';
  if (isSameDay(at, subDays(now, 1))) return 'Yesterday';
  return format(at, isSameYear(at, now) ? 'EEEE d MMMM' : 'EEEE d MMMM yyyy');
}

/** Hours and minutes: 14:05. */
export function clockWords(at: number): string {
  return format(at, 'HH:mm');
}

/** To the second, where it is about seconds: 14:05:09, on another day 3 Nov 14:05. */
export function secondWords(at: number, now: number): string {
  return format(at, isSameDay(at, now) ? 'HH:mm:ss' : 'd MMM HH:mm');
}

/** Since when something is so: 14:05, yesterday 14:05, 3 Nov 14:05. */
export function sinceWords(at: number, now: number): string {
  if (isSameDay(at, now)) return clockWords(at);
  return `${isSameDay(at, subDays(now, 1)) ? 'yesterday' : format(at, isSameYear(at, now) ? 'd MMM' : 'd MMM yyyy')} ${clockWords(at)}`;
}

/** A day with its year: 3 November 2026. */
export function dateWords(at: number): string {
  return format(at, 'd MMMM yyyy');
}

/** Everything about a moment, for hovering: Tuesday 3 November 2026, 14:05:09. */
export function fullWords(at: number): string {
  return format(at, 'EEEE d MMMM yyyy, HH:mm:ss');
}

/** How long somebody has waited: 0:07, 3:12, 1 h 05 min, 2 days. */
export function waitingWords(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours} h ${String(Math.floor(seconds / 60) % 60).padStart(2, '0')} min`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

export type WaitingStep = 'calm' | 'attention' | 'urgent';

/** Minutes of waiting from which it is amber, and red. */
export interface WaitingLimits {
  readonly attention: number;
  readonly urgent: number;
}

export const WAITING_LIMITS: WaitingLimits = { attention: 1, urgent: 5 };

export function waitingStep(since: number, now: number, limits: WaitingLimits = WAITING_LIMITS): WaitingStep {
  const minutes = (now - since) / MINUTE;
  if (minutes >= limits.urgent) return 'urgent';
  return minutes >= limits.attention ? 'attention' : 'calm';
}
