import { addDays } from 'date-fns/addDays';
import { isSameDay } from 'date-fns/isSameDay';
import { nextMonday } from 'date-fns/nextMonday';
import { startOfDay } from 'date-fns/startOfDay';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALWAYS_OPEN, nextChange, opennessAt, type WorkingHours } from '#shared/domain/working-hours.ts';
import { Button } from './button.tsx';
import { formatClock, formatFuture, momentOf } from './dates.tsx';
import { Field, Input } from './field.tsx';

interface TimePanelProps {
  /** the action at the chosen time: "Snooze" */
  readonly verb: string;
  /** the shop's opening hours; undefined: not known yet */
  readonly hours: WorkingHours | undefined;
  readonly onPick: (at: number) => void;
  /** further choices, above the times and below them */
  readonly first?: ReactNode;
  readonly further?: ReactNode;
}

/** Suggested times by the opening hours, and a custom time. */
export function TimePanel({ verb, hours = ALWAYS_OPEN, onPick, first, further }: TimePanelProps) {
  const { t } = useTranslation('conversation');
  const [now] = useState(Date.now);
  return (
    <div className="flex min-w-64 flex-col">
      <div
        role="toolbar"
        aria-orientation="vertical"
        aria-label={verb}
        ref={focusFirst}
        className="flex flex-col p-1"
        onKeyDown={moveByArrows}
      >
        {first}
        {laterTimes(now, hours).map(({ name, at }) => (
          <Choice
            key={name}
            time={name === 'laterToday' ? formatClock(at) : formatFuture(at, now)}
            onPick={() => onPick(at)}
          >
            {t(`later.${name}`)}
          </Choice>
        ))}
        {further}
      </div>
      <CustomTime verb={verb} now={now} onPick={onPick} />
    </div>
  );
}

interface ChoiceProps {
  readonly time?: string;
  readonly onPick: () => void;
  readonly children: ReactNode;
}

/** A line of the panel. */
export function Choice({ time, onPick, children }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex min-h-(--control) items-center justify-between gap-4 rounded-sm px-2 text-start text-ui hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span>{children}</span>
      {time !== undefined && <span className="tabular shrink-0 text-meta text-ink-quiet">{time}</span>}
    </button>
  );
}

function CustomTime({ verb, now, onPick }: Pick<TimePanelProps, 'verb' | 'onPick'> & { readonly now: number }) {
  const { t } = useTranslation('conversation');
  const formId = useId();
  const [written, setWritten] = useState('');
  const [isPast, setPast] = useState(false);
  const at = Date.parse(written);
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-wrap items-end gap-2 border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        // This form is nested in the composer's.
        event.stopPropagation();
        if (isInPast(at)) setPast(true);
        else onPick(at);
      }}
    >
      <Field
        label={t('later.own')}
        error={isPast ? t('later.past') : undefined}
        className="min-w-0 flex-[1_1_12rem] pointer-coarse:basis-56"
      >
        <Input
          type="datetime-local"
          min={momentOf(now)}
          value={written}
          onChange={({ currentTarget }) => {
            setWritten(currentTarget.value);
            setPast(false);
          }}
        />
      </Field>
      <Button type="submit" disabled={!Number.isFinite(at)} className="flex-auto">
        {verb}
      </Button>
    </form>
  );
}

function isInPast(at: number): boolean {
  return at <= Date.now();
}

function focusFirst(lines: HTMLElement | null): void {
  lines?.querySelector('button')?.focus();
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('button[type="button"]')];
  const at = lines.findIndex((line) => line === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  lines[(at + step + lines.length) % lines.length]?.focus();
}

const HOUR = 60 * 60_000;
const STEP = HOUR / 2;
/** If the shop is already open at the start of the day. */
const MORNING = 9 * HOUR;

/**
 * Suggested times for later, in milliseconds since the epoch: days are the viewer's, mornings the shop's. All are within
 * opening hours.
 */
export function laterTimes(now: number, hours: WorkingHours) {
  const isOpen = (at: number): boolean => opennessAt(hours, at).open;
  const today = [3, 1]
    .map((ahead) => Math.ceil((now + ahead * HOUR) / STEP) * STEP)
    .find((at) => isSameDay(at, now) && isOpen(at));
  const tomorrow = morningOf(addDays(now, 1), hours);
  const monday = nextMonday(now);
  const mondays = isSameDay(monday, addDays(now, 1)) ? undefined : morningOf(monday, hours);
  const isNone = tomorrow === undefined && mondays === undefined;
  const opening = isNone ? nextOpening(now, hours) : undefined;
  const named = [
    { name: 'laterToday', at: today },
    { name: 'tomorrow', at: tomorrow },
    { name: 'monday', at: mondays },
    { name: 'opening', at: opening },
  ] as const;
  return named.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]));
}

/** Time at which the shop opens on a day of the viewer's; undefined: not on that day. */
function morningOf(day: Date, hours: WorkingHours): number | undefined {
  const begin = startOfDay(day).getTime();
  if (opennessAt(hours, begin).open) return begin + MORNING;
  const opens = nextChange(hours, begin);
  return opens !== undefined && isSameDay(opens, begin) ? opens : undefined;
}

function nextOpening(now: number, hours: WorkingHours): number | undefined {
  const change = nextChange(hours, now);
  return change === undefined || opennessAt(hours, change).open ? change : nextChange(hours, change);
}
