import { isSameDay } from 'date-fns/isSameDay';
import { isSameYear } from 'date-fns/isSameYear';
import { subDays } from 'date-fns/subDays';
import { useTranslation } from 'react-i18next';
import { AlarmClock, Clock as ClockIcon, Hourglass } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { i18n, locale } from '#renderer/language/i18n.ts';
import type { HoursSettings, OpenNow } from '#shared/contract/hours.ts';
import { dateText, isoMoment, type DateForm } from '#shared/locales/dates.ts';
import { Chip, type ChipTone } from './chip.tsx';
import { cn } from './class-names.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const inForm =
  (form: DateForm) =>
  (at: number): string =>
    dateText(form, at, locale());
const shortDay = inForm('shortDay');

/** Hours and minutes: 14:05. */
export const formatClock = inForm('clock');

/** With seconds: 14:05:09. */
export const formatClockWithSeconds = inForm('clockWithSeconds');

/** A date with its year: 3 November 2026. */
export const formatDate = inForm('longDayOfYear');

/** Age of a moment: now, 3 min, 14:05, yesterday, 3 Nov, 3 Nov 2025. Times are milliseconds since the epoch. */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return i18n.t('common:dates.now');
  if (minutes < 60) return i18n.t('common:dates.minutes', { count: minutes });
  if (isSameDay(at, now)) return formatClock(at);
  if (isSameDay(at, subDays(now, 1))) return i18n.t('common:dates.yesterday');
  return formatShortDay(at, now);
}

/** Age of a moment within a sentence: just now, 3 min ago, at 14:05, yesterday, on 3 Nov. */
export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return i18n.t('common:dates.ago.now');
  if (minutes < 60) return i18n.t('common:dates.ago.minutes', { count: minutes });
  if (isSameDay(at, now)) return i18n.t('common:dates.ago.today', { clock: formatClock(at) });
  return isSameDay(at, subDays(now, 1))
    ? i18n.t('common:dates.ago.yesterday')
    : i18n.t('common:dates.ago.earlier', { day: formatAge(at, now) });
}

/** Day separator in a chat: Today, Yesterday, Tuesday 3 November. */
export function formatDay(at: number, now: number): string {
  if (isSameDay(at, now)) return i18n.t('common:dates.day.today');
  if (isSameDay(at, subDays(now, 1))) return i18n.t('common:dates.day.yesterday');
  return dateText(isSameYear(at, now) ? 'dayOfWeek' : 'dayOfWeekAndYear', at, locale());
}

/** With seconds, and the date if it isn't today: 14:05:09, 3 Nov 14:05. */
export function formatTimeWithSeconds(at: number, now: number): string {
  return isSameDay(at, now)
    ? formatClockWithSeconds(at)
    : i18n.t('common:dates.dayAndTime', { day: shortDay(at), time: formatClock(at) });
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
  const day = at - now < 6 * DAY ? dateText('shortWeekday', at, locale()) : formatShortDay(at, now);
  return i18n.t('common:dates.dayAndTime', { day, time: formatClock(at) });
}

/** Full date and time, for tooltips: Tuesday 3 November 2026, 14:05. */
export function formatFull(at: number): string {
  return i18n.t('common:dates.full', { day: dateText('dayOfWeekAndYear', at, locale()), time: formatClock(at) });
}

function formatShortDay(at: number, now: number): string {
  return isSameYear(at, now) ? shortDay(at) : dateText('shortDayOfYear', at, locale());
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
type WaitingLimits = HoursSettings['waiting'];

export function waitingStep(
  since: number,
  now: number,
  { attention, urgent }: WaitingLimits = { attention: 1, urgent: 5 },
): WaitingStep {
  const minutes = (now - since) / MINUTE;
  if (minutes >= urgent) return 'urgent';
  return minutes >= attention ? 'attention' : 'calm';
}

/** "Closed now, opens Monday 09:00", in the time zone of the opening hours. */
export function openingText({ open, holiday: name = '', changesAt, zone }: Omit<OpenNow, 'limited'>, now: number) {
  const state = open ? 'open' : name === '' ? 'closed' : 'holiday';
  if (changesAt === undefined) return i18n.t(`common:opening.${state}`, { name });
  return i18n.t(`common:opening.${state}Until`, { name, time: formatOpeningChange(changesAt, now, zone) });
}

/** Today only the time, this week also the day, later the date; with the time zone if it differs from this device's. */
function formatOpeningChange(at: number, now: number, zone: string): string {
  const text = (form: DateForm, moment = at, timeZone = zone) => dateText(form, moment, locale(), timeZone);
  const isViewerZone = text('shortMomentOfYear') === text('shortMomentOfYear', at, viewerTimeZone());
  const time = text(isViewerZone ? 'clock' : 'clockOfZone');
  if (text('shortDayOfYear') === text('shortDayOfYear', now)) return time;
  return i18n.t('common:opening.dayAndTime', { day: text(at - now > 6 * DAY ? 'dayOfWeek' : 'weekday'), time });
}

/** The viewer's IANA time zone. */
export function viewerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A shown time: `read` says what is shown. */
interface ShownTime {
  readonly read: (now: number) => unknown;
  readonly changed: () => void;
}

/** Milliseconds between two looks at the clock, at least and at most. */
const SECOND = 1000;
const PAUSE = 10_000;

// One timer per window, running only while somebody can see a time.
const shown = new Set<ShownTime>();
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;

/** The moment at which a time has changed, to the second, or at which to look again. */
function nextChange({ read }: ShownTime, now: number): number {
  const before = read(now);
  if (read(now + PAUSE) === before) return now + PAUSE;
  let wait = SECOND;
  while (wait < PAUSE && read(now + wait) === before) wait += SECOND;
  return now + wait;
}

function look(): void {
  for (const { changed } of shown) changed();
  dueAt = Infinity;
  plan(shown, Date.now());
}

/** Looks at the clock when one of these times changes, if not before. */
function plan(times: Iterable<ShownTime>, now: number): void {
  if (document.visibilityState === 'hidden') return clearTimeout(timer);
  const due = Math.min(...Array.from(times, (time) => nextChange(time, now)));
  if (due >= dueAt || due === Infinity) return;
  clearTimeout(timer);
  dueAt = due;
  timer = setTimeout(look, due - now);
}

/** Calls back when a shown time changes. Returns how to stop. */
export function showTime(time: ShownTime): () => void {
  if (shown.size === 0) document.addEventListener('visibilitychange', look);
  shown.add(time);
  plan([time], Date.now());
  return () => {
    shown.delete(time);
    if (shown.size > 0) return;
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    dueAt = Infinity;
  };
}

/** `read` of the current time; rerenders only when its result changes. */
export function useNow<T extends string | number | boolean>(read: (now: number) => T): T {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  }, [read]);
  const [subscribe] = useState(
    () => (changed: () => void) => showTime({ read: (now) => latest.current(now), changed }),
  );
  return useSyncExternalStore(subscribe, () => read(Date.now()));
}

interface TimeProps {
  /** milliseconds since the epoch */
  readonly at: number;
  readonly className?: string;
}

/** Age of a moment: now, 3 min, 14:05, yesterday, 3 Nov. Full date on hover. */
export function Age(props: TimeProps) {
  return <Moment {...props}>{useNow((now) => formatAge(props.at, now))}</Moment>;
}

/** Age of a moment, within a sentence. Full date on hover. */
export function Ago(props: TimeProps) {
  return <Moment {...props}>{useNow((now) => formatAgo(props.at, now))}</Moment>;
}

/** Hours and minutes; full date on hover. */
export function Clock(props: TimeProps) {
  return <Moment {...props}>{formatClock(props.at)}</Moment>;
}

/** Words about a moment; full date on hover. */
export function Moment({ at, className, children }: TimeProps & { readonly children: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)} className={cn('text-meta', className)}>
      {children}
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
  return { since, words, ...looks[step] };
}

/** Waiting time in place of a timestamp: "3 min", neutral, amber, then red. */
export function WaitingTime(props: WaitingProps) {
  const { t } = useTranslation();
  const { since, words, ink, Icon } = useWaiting(props);
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
  const { since, words, tone, Icon } = useWaiting(props);
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t('waiting')} <time title={formatFull(since)}>{words}</time>
    </Chip>
  );
}

/** A moment in a datetime-local input, without seconds: 2026-11-03T14:05. */
export function momentOf(at: number): string {
  const [day = '', time = ''] = isoMoment(at).split(' ');
  return `${day}T${time.slice(0, 'hh:mm'.length)}`;
}

/** A time of day as the browser's own fields write it: 00:00 or 12:00 AM. */
export function formatTyped(minutes: number): string {
  return dateText('clock', minutes * MINUTE, navigator.language, 'UTC');
}

/** The names of the days, Monday to Sunday. */
export function weekdayNames(form: 'weekday' | 'shortWeekday'): readonly string[] {
  // 5 January 1970 was a Monday.
  return Array.from({ length: 7 }, (_none, day) => dateText(form, (4 + day) * DAY, locale(), 'UTC'));
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
