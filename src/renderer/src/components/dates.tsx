import { isSameDay, isSameYear, subDays } from 'date-fns';
import { useTranslation } from 'react-i18next';
import { AlarmClock, Clock as ClockIcon, Hourglass } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { i18n, ofLocale, locale } from '#renderer/language/i18n.ts';
import type { OpenNow } from '#shared/contract/hours.ts';
import { Chip, type ChipTone } from './chip.tsx';
import { cn } from './class-names.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// 14:05 or 2:05 pm, 3 Nov or Nov 3, depending on the locale.
const dateFormat = (options: Intl.DateTimeFormatOptions) => ofLocale((at) => new Intl.DateTimeFormat(at, options));
const clockWith = (seconds: Intl.DateTimeFormatOptions) =>
  ofLocale((at) => {
    // 09:05, but 9:05 am.
    const { hour12 } = new Intl.DateTimeFormat(at, { hour: 'numeric' }).resolvedOptions();
    return new Intl.DateTimeFormat(at, {
      hour: hour12 === true ? 'numeric' : '2-digit',
      minute: '2-digit',
      ...seconds,
    });
  });
const clock = clockWith({});
const clockToSecond = clockWith({ second: '2-digit' });
const shortDay = dateFormat({ day: 'numeric', month: 'short' });
const shortDayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const shortWeekday = dateFormat({ weekday: 'short' });
const weekday = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const longDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** Age of a moment: now, 3 min, 14:05, yesterday, 3 Nov, 3 Nov 2025. Times are milliseconds since the epoch. */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return i18n.t('common:dates.now');
  if (minutes < 60) return i18n.t('common:dates.minutes', { count: minutes });
  if (isSameDay(at, now)) return formatClock(at);
  if (isSameDay(at, subDays(now, 1))) return i18n.t('common:dates.yesterday');
  return formatShortDay(at, now);
}

/** Day separator in a chat: Today, Yesterday, Tuesday 3 November. */
export function formatDay(at: number, now: number): string {
  if (isSameDay(at, now)) return i18n.t('common:dates.day.today');
  if (isSameDay(at, subDays(now, 1))) return i18n.t('common:dates.day.yesterday');
  return isSameYear(at, now) ? weekday().format(at) : weekdayOfYear(at);
}

/** Hours and minutes: 14:05. */
export function formatClock(at: number): string {
  return clock().format(at);
}

/** With seconds: 14:05:09. */
export function formatClockWithSeconds(at: number): string {
  return clockToSecond().format(at);
}

/** With seconds, and the date if it isn't today: 14:05:09, 3 Nov 14:05. */
export function formatTimeWithSeconds(at: number, now: number): string {
  return isSameDay(at, now)
    ? formatClockWithSeconds(at)
    : i18n.t('common:dates.dayAndTime', { day: shortDay().format(at), time: formatClock(at) });
}

/** A past moment that something has lasted since: 14:05, yesterday 14:05, 3 Nov 14:05. */
export function formatSince(at: number, now: number): string {
  if (isSameDay(at, now)) return formatClock(at);
  if (isSameDay(at, subDays(now, 1))) return i18n.t('common:dates.yesterdayAt', { time: formatClock(at) });
  return i18n.t('common:dates.dayAndTime', { day: formatShortDay(at, now), time: formatClock(at) });
}

/** A future moment: 14:05, Mon 09:00, 3 Nov 09:00. */
export function formatFuture(at: number, now: number): string {
  if (isSameDay(at, now)) return formatClock(at);
  const day = at - now < 6 * DAY ? shortWeekday().format(at) : formatShortDay(at, now);
  return i18n.t('common:dates.dayAndTime', { day, time: formatClock(at) });
}

/** A date with its year: 3 November 2026. */
export function formatDate(at: number): string {
  return longDay().format(at);
}

/** Full date and time, for tooltips: Tuesday 3 November 2026, 14:05:09. */
export function formatFull(at: number): string {
  return i18n.t('common:dates.full', { day: weekdayOfYear(at), time: formatClockWithSeconds(at) });
}

function weekdayOfYear(at: number): string {
  return i18n.t('common:dates.dayOfYear', { day: weekday().format(at), year: String(new Date(at).getFullYear()) });
}

function formatShortDay(at: number, now: number): string {
  return (isSameYear(at, now) ? shortDay : shortDayOfYear)().format(at);
}

/** Waiting time: 7 s, 3 min, 1 h 05 min, 2 days. */
export function formatWaiting(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (seconds < 60) return i18n.t('common:seconds', { amount: seconds });
  if (seconds < 3600) return i18n.t('common:dates.minutes', { count: Math.floor(seconds / 60) });
  const hours = Math.floor(seconds / 3600);
  if (hours < 24)
    return i18n.t('common:dates.hoursAndMinutes', {
      hours,
      minutes: String(Math.floor(seconds / 60) % 60).padStart(2, '0'),
    });
  return i18n.t('common:dates.days', { count: Math.floor(hours / 24) });
}

type WaitingStep = 'calm' | 'attention' | 'urgent';

/** Minutes of waiting before it turns amber, and red. */
interface WaitingLimits {
  readonly attention: number;
  readonly urgent: number;
}

const WAITING_LIMITS: WaitingLimits = { attention: 1, urgent: 5 };

export function waitingStep(since: number, now: number, limits: WaitingLimits = WAITING_LIMITS): WaitingStep {
  const minutes = (now - since) / MINUTE;
  if (minutes >= limits.urgent) return 'urgent';
  return minutes >= limits.attention ? 'attention' : 'calm';
}

/** State of the opening hours, as the engine reports it. */
type OpenState = Pick<OpenNow, 'open' | 'holiday' | 'changesAt' | 'zone'>;

/** "Closed now, opens Monday 09:00", in the time zone of the opening hours. */
export function openingText({ open, holiday, changesAt, zone }: OpenState, now: number): string {
  const time = changesAt === undefined ? undefined : formatOpeningChange(changesAt, now, zone);
  if (open) return time === undefined ? i18n.t('common:opening.open') : i18n.t('common:opening.openUntil', { time });
  if (holiday !== undefined)
    return time === undefined
      ? i18n.t('common:opening.holiday', { name: holiday })
      : i18n.t('common:opening.holidayUntil', { name: holiday, time });
  return time === undefined ? i18n.t('common:opening.closed') : i18n.t('common:opening.closedUntil', { time });
}

/** Today only the time, this week also the day, later the date; with the time zone if it differs from this device's. */
function formatOpeningChange(at: number, now: number, zone: string): string {
  const far = at - now > 6 * DAY;
  const isToday = dayIn(at, zone) === dayIn(now, zone);
  const day: Intl.DateTimeFormatOptions = isToday
    ? {}
    : far
      ? { weekday: 'long', day: 'numeric', month: 'long' }
      : { weekday: 'long' };
  const hour: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    ...(hourIn(at, zone) !== hourIn(at, undefined) && { timeZoneName: 'short' }),
  };
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: zone }).format(at);
  return isToday ? format(hour) : i18n.t('common:opening.dayAndTime', { day: format(day), time: format(hour) });
}

function dayIn(at: number, zone: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: zone }).format(at);
}

function hourIn(at: number, zone: string | undefined): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(zone !== undefined && { timeZone: zone }),
  }).format(at);
}

/** The viewer's IANA time zone. */
export function viewerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

// One timer per window, running only while a time is shown.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** `read` of the current time; rerenders only when its result changes. */
export function useNow<T extends string | number | boolean>(read: (now: number) => T): T {
  return useSyncExternalStore(subscribeToSeconds, () => read(Date.now()));
}

interface TimeProps {
  /** milliseconds since the epoch */
  readonly at: number;
  readonly className?: string;
}

/** Age of a moment: now, 3 min, 14:05, yesterday, 3 Nov. Full date on hover. */
export function Age({ at, className }: TimeProps) {
  const words = useNow((now) => formatAge(at, now));
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)} className={cn('text-meta', className)}>
      {words}
    </time>
  );
}

/** Hours and minutes; full date on hover. */
export function Clock({ at, className }: TimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)} className={cn('text-meta', className)}>
      {formatClock(at)}
    </time>
  );
}

/** Meaning is carried by shape as well as colour. */
const looks: Record<WaitingStep, { readonly tone: ChipTone; readonly ink: string; readonly Icon: typeof ClockIcon }> = {
  calm: { tone: 'neutral', ink: 'text-ink-quiet', Icon: ClockIcon },
  attention: { tone: 'attention', ink: 'text-attention', Icon: Hourglass },
  urgent: { tone: 'urgent', ink: 'text-urgent', Icon: AlarmClock },
};

interface WaitingProps {
  readonly since: number;
  readonly limits: WaitingLimits | undefined;
}

function useWaiting({ since, limits }: WaitingProps) {
  const words = useNow((now) => formatWaiting(since, now));
  const step = useNow((now) => waitingStep(since, now, limits));
  return { words, ...looks[step] };
}

/** Waiting time in place of a timestamp: "3 min", neutral, amber, then red. */
export function WaitingTime(props: WaitingProps) {
  const { t } = useTranslation();
  const { since } = props;
  const { words, ink, Icon } = useWaiting(props);
  return (
    <span className={cn('tabular inline-flex items-center gap-1 text-meta font-medium', ink)} title={formatFull(since)}>
      <Icon aria-hidden className="size-3" />
      <span className="sr-only">{t('waiting')} </span>
      <time dateTime={new Date(since).toISOString()}>{words}</time>
    </span>
  );
}

/** Waiting time: "waiting 3 min", neutral, amber, then red. */
export function WaitingAge(props: WaitingProps) {
  const { t } = useTranslation();
  const { words, tone, Icon } = useWaiting(props);
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t('waiting')} <time title={formatFull(props.since)}>{words}</time>
    </Chip>
  );
}

/** Minutes since midnight as a time input shows them, 09:00; the end of the day is 00:00. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The same from a time input; undefined while it is incomplete. */
export function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
