import { isSameDay, isSameYear, subDays } from 'date-fns';
import { dates } from '#shared/words/en/dates.ts';
import { speech, wordsOf } from '#renderer/language/speech.ts';

const MINUTE = 60_000;

const say = wordsOf('dates', dates);

// 14:05 or 2:05 pm, 3 Nov or Nov 3, as the locale has it.
const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(speech.locale(), options);
// 09:05, but 9:05 am.
const hour = written({ hour: 'numeric' }).resolvedOptions().hour12 === true ? 'numeric' : '2-digit';
const clock = written({ hour, minute: '2-digit' });
const clockToSecond = written({ hour, minute: '2-digit', second: '2-digit' });
const shortDay = written({ day: 'numeric', month: 'short' });
const shortDayOfYear = written({ day: 'numeric', month: 'short', year: 'numeric' });
const weekday = written({ weekday: 'long', day: 'numeric', month: 'long' });
const longDay = written({ day: 'numeric', month: 'long', year: 'numeric' });

/** How long ago, as people say it: now, 3 min, 14:05, yesterday, 3 Nov, 3 Nov 2025. Times are milliseconds since 1970. */
export function ageWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return say('now');
  if (minutes < 60) return say('minutes', { count: minutes });
  if (isSameDay(at, now)) return clockWords(at);
  if (isSameDay(at, subDays(now, 1))) return say('yesterday');
  return shortDayWords(at, now);
}

/** A day, for the line between the days of a conversation: Today, Yesterday, Tuesday 3 November. */
export function dayWords(at: number, now: number): string {
  if (isSameDay(at, now)) return say('day.today');
  if (isSameDay(at, subDays(now, 1))) return say('day.yesterday');
  return isSameYear(at, now) ? weekday.format(at) : weekdayOfYear(at);
}

/** Hours and minutes: 14:05. */
export function clockWords(at: number): string {
  return clock.format(at);
}

/** With its seconds: 14:05:09. */
export function clockToSecondWords(at: number): string {
  return clockToSecond.format(at);
}

/** To the second, where it is about seconds: 14:05:09, on another day 3 Nov 14:05. */
export function secondWords(at: number, now: number): string {
  return isSameDay(at, now)
    ? clockToSecondWords(at)
    : say('dayAndTime', { day: shortDay.format(at), time: clockWords(at) });
}

/** Since when something is so: 14:05, yesterday 14:05, 3 Nov 14:05. */
export function sinceWords(at: number, now: number): string {
  if (isSameDay(at, now)) return clockWords(at);
  if (isSameDay(at, subDays(now, 1))) return say('yesterdayAt', { time: clockWords(at) });
  return say('dayAndTime', { day: shortDayWords(at, now), time: clockWords(at) });
}

/** A day with its year: 3 November 2026. */
export function dateWords(at: number): string {
  return longDay.format(at);
}

/** Everything about a moment, for hovering: Tuesday 3 November 2026, 14:05:09. */
export function fullWords(at: number): string {
  return say('full', { day: weekdayOfYear(at), time: clockToSecondWords(at) });
}

function weekdayOfYear(at: number): string {
  return say('dayOfYear', { day: weekday.format(at), year: String(new Date(at).getFullYear()) });
}

function shortDayWords(at: number, now: number): string {
  return (isSameYear(at, now) ? shortDay : shortDayOfYear).format(at);
}

/** How long somebody has waited: 0:07, 3:12, 1 h 05 min, 2 days. */
export function waitingWords(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24)
    return say('hoursAndMinutes', { hours, minutes: String(Math.floor(seconds / 60) % 60).padStart(2, '0') });
  return say('days', { count: Math.floor(hours / 24) });
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
