import { useTranslation } from 'react-i18next';
import { notify, undoAction, notifyFailure } from '#renderer/components/toaster.tsx';
import { clockOf, formatTyped, minutesOf, viewerTimeZone, weekdayNames } from '#renderer/components/dates.tsx';
import type { WorkingHours, HoursSpan } from '#shared/domain/working-hours.ts';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { Holidays } from './holidays.tsx';
import { Fragment, useMemo, useId, useState } from 'react';
import { Combobox } from '#renderer/components/combobox.tsx';
import { Field, Input, named } from '#renderer/components/field.tsx';
import { CircleAlert, Plus, X } from 'lucide-react';
import { IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { i18n } from '#renderer/language/i18n.ts';

interface HoursEditorProps {
  readonly hours: WorkingHours;
  /** saves the result of `step`, applied to the hours when its turn comes */
  readonly save: (step: Step) => Promise<unknown>;
}

type Step = (now: WorkingHours) => WorkingHours;

const replace =
  (part: Partial<WorkingHours>): Step =>
  (now) => ({ ...now, ...part });
const replaceDay =
  (index: number, spans: readonly HoursSpan[]): Step =>
  (now) => ({ ...now, week: now.week.with(index, [...spans]) });

/** Opening hours of the installation or of a channel; each part is saved when changed. */
export function HoursEditor({ hours, save }: HoursEditorProps) {
  const { t } = useTranslation('settings');
  const change = (to: Step, back: Step, notice: string): void => {
    const trouble = (error: unknown): void => notifyFailure(t('hours.failed'), error);
    const undo = (): void => void save(back).catch(trouble);
    save(to).then(() => notify(notice, { id: 'saved-hours', action: undoAction(undo) }), trouble);
  };
  // The saved zone may have a former name, missing from the list.
  const zones = useMemo(
    () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), hours.zone])].toSorted(),
    [hours.zone],
  );
  const choose = (mode: 'always' | 'week'): void => {
    const always = mode === 'always';
    if (always === hours.always) return;
    // UTC means not set yet: use this device's zone.
    const zone = hours.zone === 'UTC' ? viewerTimeZone() : hours.zone;
    const notice = t('hours.saved');
    change(replace({ always, ...(!always && { zone }) }), replace({ always: hours.always, zone: hours.zone }), notice);
  };
  return (
    <div className="flex flex-col gap-5">
      <ChoiceCards
        label={t('hours.mode')}
        value={hours.always ? 'always' : 'week'}
        onChoose={choose}
        choices={[
          { value: 'always', title: t('hours.always'), means: t('hours.alwaysMeans') },
          { value: 'week', title: t('hours.byWeek'), means: t('hours.byWeekMeans') },
        ]}
      />
      {!hours.always && (
        <>
          <Field {...named('settings:hours.zone')}>
            <Combobox
              value={hours.zone}
              choices={zones}
              nameOf={(zone) => zone.replaceAll('_', ' ')}
              onValueChange={(zone) =>
                change(replace({ zone }), replace({ zone: hours.zone }), t('saved', { field: t('hours.zone') }))
              }
              nothingFound={t('hours.noZone')}
              openLabel={t('hours.zoneOpen')}
            />
          </Field>
          <WeekTable
            week={hours.week}
            onChange={(index, spans) =>
              change(replaceDay(index, spans), replaceDay(index, hours.week[index] ?? []), t('hours.saved'))
            }
          />
          <Holidays
            holidays={hours.holidays}
            onChange={(holidays, notice) =>
              change(replace({ holidays }), replace({ holidays: hours.holidays }), notice)
            }
          />
        </>
      )}
    </div>
  );
}

interface WeekTableProps {
  readonly week: WorkingHours['week'];
  readonly onChange: (day: number, spans: HoursSpan[]) => void;
}

/** The spans of each day; saved on blur of a time, and when a span is added or removed. */
function WeekTable({ week, onChange }: WeekTableProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const names = weekdayNames('weekday');
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-ui font-medium">
        {t('hours.week')}
      </p>
      <ul
        aria-labelledby={id}
        className="@container flex flex-col divide-y divide-hairline rounded-card border bg-raised"
      >
        {week.map((spans, index) => {
          const day = names[index] ?? '';
          return <Day key={day} day={day} spans={spans} onChange={(changed) => onChange(index, changed)} />;
        })}
      </ul>
      <p className="text-ui text-ink-quiet">{t('hours.weekHint', { time: formatTyped(0) })}</p>
    </div>
  );
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
  /** saved from here and not confirmed yet, oldest first */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (saved !== seen) {
    setSeen(saved);
    setSent(sent.slice(sent.lastIndexOf(saved) + 1));
    // A change saved elsewhere replaces what was typed here; the confirmation of our own does not.
    if (!sent.includes(saved)) setTyped(typedSpans(spans));
  }
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const save = (next: readonly TypedSpan[]): void => {
    const read = readSpans(next);
    setProblem(problemText(read));
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
      <span className="w-24 shrink-0 text-ui leading-(--control) first-letter:uppercase @max-[480px]:flex-1">
        {day}
      </span>
      {/* If there is no room beside the day, its times wrap below it. */}
      <div
        className={cn(
          'flex min-w-0 flex-1 flex-col gap-1.5',
          typed.length > 0 && '@max-[480px]:order-last @max-[480px]:basis-full',
        )}
      >
        {typed.length === 0 && <span className="text-ui leading-(--control) text-ink-quiet">{t('hours.closed')}</span>}
        {typed.map((span, at) => {
          return (
            // Spans have no identity but their position.
            <div key={at} className="flex items-center gap-2">
              {(['from', 'to'] as const).map((end) => (
                <Fragment key={end}>
                  {end === 'to' && <span className="text-ui text-ink-quiet">{t('hours.until')}</span>}
                  <Input
                    type="time"
                    aria-label={t(`hours.${end}`, { day, number: at + 1 })}
                    aria-describedby={problem === undefined ? undefined : problemId}
                    aria-invalid={problem !== undefined}
                    value={span[end]}
                    onChange={({ target }) => setTyped(typed.with(at, { ...span, [end]: target.value }))}
                    onBlur={() => save(typed)}
                    className="tabular w-32 @max-[480px]:px-2 @max-[480px]:[&::-webkit-calendar-picker-indicator]:hidden"
                  />
                </Fragment>
              ))}
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
  return spans.map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) }));
}

function problemText(read: ReadSpans): string | undefined {
  // An incomplete one is still being typed.
  if ('spans' in read || read.problem === 'incomplete') return undefined;
  return i18n.t(read.problem === 'backwards' ? 'settings:hours.spanBackwards' : 'settings:hours.spansCross');
}

type TypedSpan = Readonly<Record<keyof HoursSpan, string>>;

type ReadSpans = { readonly spans: HoursSpan[] } | { readonly problem: 'incomplete' | 'backwards' | 'crossing' };

/** The typed spans of a day in order, or what is wrong with them. */
export function readSpans(typed: readonly TypedSpan[]): ReadSpans {
  const spans: HoursSpan[] = [];
  for (const { from, to } of typed) {
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    if (begin === undefined || end === undefined) return { problem: 'incomplete' };
    const until = end === 0 ? 1440 : end;
    if (begin >= until) return { problem: 'backwards' };
    spans.push({ from: begin, to: until });
  }
  spans.sort((a, b) => a.from - b.from);
  const isCrossing = spans.some(({ from }, at) => at > 0 && from < (spans[at - 1]?.to ?? 0));
  return isCrossing ? { problem: 'crossing' } : { spans };
}

/** The next span to offer: after the last one, or a working day. */
export function nextSpan(typed: readonly TypedSpan[]): TypedSpan {
  const last = minutesOf(typed.at(-1)?.to ?? '');
  if (last === undefined || last === 0 || last >= 1380) return { from: '09:00', to: '17:00' };
  return { from: clockOf(last + 60), to: clockOf(Math.min(last + 300, 1440)) };
}
