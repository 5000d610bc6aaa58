import { useTranslation } from 'react-i18next';
import { AlarmClock, Clock as ClockIcon, Hourglass } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Chip, type ChipTone } from './chip.tsx';
import { cn } from './class-names.ts';
import {
  formatAge,
  formatClock,
  formatFull,
  waitingStep,
  formatWaiting,
  WAITING_LIMITS,
  type WaitingLimits,
  type WaitingStep,
} from './dates.ts';

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

const tones: Record<WaitingStep, ChipTone> = { calm: 'neutral', attention: 'attention', urgent: 'urgent' };
/** Meaning is carried by shape as well as colour. */
const icons: Record<WaitingStep, typeof ClockIcon> = { calm: ClockIcon, attention: Hourglass, urgent: AlarmClock };

const inks: Record<WaitingStep, string> = {
  calm: 'text-ink-quiet',
  attention: 'text-attention',
  urgent: 'text-urgent',
};

interface WaitingProps {
  readonly since: number;
  readonly limits?: WaitingLimits | undefined;
  readonly className?: string;
}

function useWaiting({ since, limits }: WaitingProps) {
  const words = useNow((now) => formatWaiting(since, now));
  const step = useNow((now) => waitingStep(since, now, limits));
  return { words, step, Icon: icons[step] };
}

/** Waiting time in place of a timestamp: "3 min", neutral, amber, then red. */
export function WaitingTime(props: WaitingProps) {
  const { t } = useTranslation();
  const { since, className } = props;
  const { words, step, Icon } = useWaiting(props);
  return (
    <span
      className={cn('tabular inline-flex items-center gap-1 text-meta font-medium', inks[step], className)}
      title={formatFull(since)}
    >
      <Icon aria-hidden className="size-3" />
      <span className="sr-only">{t('waiting')} </span>
      <time dateTime={new Date(since).toISOString()}>{words}</time>
    </span>
  );
}

/** Waiting time: "waiting 3 min", neutral, amber, then red. */
export function WaitingAge({ limits = WAITING_LIMITS, ...rest }: WaitingProps) {
  const { t } = useTranslation();
  const { since, className } = rest;
  const { words, step, Icon } = useWaiting({ limits, since });
  return (
    <Chip tone={tones[step]} icon={<Icon aria-hidden />} {...(className === undefined ? {} : { className })}>
      {t('waiting')} <time title={formatFull(since)}>{words}</time>
    </Chip>
  );
}
