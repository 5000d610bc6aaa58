import { useTranslation } from 'react-i18next';
import { CircleAlert, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { Input } from '#renderer/components/input.tsx';
import { i18n, locale } from '#renderer/language/i18n.ts';
import type { HoursSpan, WorkingHours } from '#shared/domain/working-hours.ts';
import { nextSpan, type ReadSpans, readSpans, type TypedSpan, typedTime } from './clock-text.ts';

interface WeekTableProps {
  readonly week: WorkingHours['week'];
  readonly onChange: (week: WorkingHours['week'], day: string) => void;
}

/** The spans of each day; a day is saved as one leaves a time, adds or removes a span. */
export function WeekTable({ week, onChange }: WeekTableProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-ui font-medium">
        {t('hours.week')}
      </p>
      <ul aria-labelledby={id} className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        {week.map((spans, index) => {
          const day = dayName(index);
          const save = (changed: HoursSpan[]): void => onChange(week.with(index, changed), day);
          return <Day key={day} day={day} spans={spans} onChange={save} />;
        })}
      </ul>
      <p className="text-ui text-ink-quiet">{t('hours.weekHint')}</p>
    </div>
  );
}

/** 1970 began with a Thursday: the fifth was a Monday. */
function dayName(index: number): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + index));
}

interface DayProps {
  readonly day: string;
  readonly spans: readonly HoursSpan[];
  readonly onChange: (spans: HoursSpan[]) => void;
}

function Day({ day, spans, onChange }: DayProps) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState<readonly TypedSpan[]>(() => typedSpans(spans));
  const saved = JSON.stringify(spans);
  const [seen, setSeen] = useState(saved);
  /** what was sent from here and has not come back yet, oldest first */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (saved !== seen) {
    setSeen(saved);
    setSent(sent.slice(sent.lastIndexOf(saved) + 1));
    // What was saved elsewhere takes the place of what was typed here; what comes back from here does not.
    if (!sent.includes(saved)) setTyped(typedSpans(spans));
  }
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const save = (next: readonly TypedSpan[]): void => {
    const read = readSpans(next);
    setProblem(problemWords(read));
    if (!('spans' in read)) return;
    const written = JSON.stringify(read.spans);
    if (written === saved && (sent.at(-1) ?? saved) === saved) return;
    setSent([...sent, written]);
    onChange(read.spans);
  };
  const changed = (next: readonly TypedSpan[]): void => {
    setTyped(next);
    save(next);
  };
  return (
    <li className="flex min-h-12 flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2">
      <span className="w-24 shrink-0 text-ui leading-(--control) first-letter:uppercase">{day}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {typed.length === 0 && <span className="text-ui leading-(--control) text-ink-quiet">{t('hours.closed')}</span>}
        {typed.map((span, at) => {
          const put = (part: Partial<TypedSpan>): void => setTyped(typed.with(at, { ...span, ...part }));
          const shared = {
            type: 'time',
            className: 'tabular w-32',
            'aria-describedby': problem === undefined ? undefined : problemId,
            'aria-invalid': problem !== undefined,
            onBlur: () => save(typed),
          } as const;
          return (
            // Spans have no names but their places.
            <div key={at} className="flex items-center gap-2">
              <Input
                {...shared}
                aria-label={t('hours.from', { day, number: at + 1 })}
                value={span.from}
                onChange={(event) => put({ from: event.target.value })}
              />
              <span className="text-ui text-ink-quiet">{t('hours.until')}</span>
              <Input
                {...shared}
                aria-label={t('hours.to', { day, number: at + 1 })}
                value={span.to}
                onChange={(event) => put({ to: event.target.value })}
              />
              <IconButton
                size="sm"
                label={t('hours.remove', { number: at + 1, day })}
                icon={<X />}
                onClick={() => changed(typed.toSpliced(at, 1))}
              />
            </div>
          );
        })}
        {problem !== undefined && (
          <p id={problemId} role="alert" className="flex gap-1.5 text-ui text-urgent">
            <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
            {problem}
          </p>
        )}
      </div>
      <IconButton
        size="sm"
        label={t('hours.add', { day })}
        icon={<Plus />}
        disabled={typed.length >= 12}
        onClick={() => changed([...typed, nextSpan(typed)])}
        className="mt-0.5"
      />
    </li>
  );
}

function typedSpans(spans: readonly HoursSpan[]): readonly TypedSpan[] {
  return spans.map(({ from, to }) => ({ from: typedTime(from), to: typedTime(to) }));
}

function problemWords(read: ReadSpans): string | undefined {
  if ('spans' in read) return undefined;
  switch (read.problem) {
    case 'backwards':
      return i18n.t('settings:hours.spanBackwards');
    case 'crossing':
      return i18n.t('settings:hours.spansCross');
    // Still being typed.
    case 'incomplete':
      return undefined;
  }
}
