import { useTranslation } from 'react-i18next';
import { CalendarDays, ChevronRight, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { i18n, locale } from '#renderer/language/i18n.ts';
import { dateRangeText } from '#shared/locales/dates.ts';
import { holiday as holidayRule, type Holiday } from '#shared/domain/working-hours.ts';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { type Form, FormDialog } from '#renderer/components/forms.tsx';
import { TextField } from '#renderer/components/text-field.tsx';

interface HolidaysProps {
  readonly holidays: readonly Holiday[];
  /** `said`: what happened, for the toast */
  readonly onChange: (holidays: Holiday[], notice: string) => void;
}

/** Days that override the weekly schedule. */
export function Holidays({ holidays, onChange }: HolidaysProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const [editing, setEditing] = useState<Holiday | 'new'>();
  const known = editing === 'new' ? undefined : editing;
  const others = holidays.filter((holiday) => holiday !== known);
  const put = (holiday: Holiday): void =>
    onChange(
      [...others, holiday].toSorted((a, b) => a.from.localeCompare(b.from) || a.name.localeCompare(b.name)),
      t(known === undefined ? 'hours.holidayAdded' : 'hours.holidayChanged', { name: holiday.name }),
    );
  const remove = ({ name }: Holiday): void => {
    onChange(others, t('hours.holidayRemoved', { name }));
    setEditing(undefined);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1.5">
        <div className="flex-1 basis-44">
          <p id={id} className="text-ui font-medium">
            {t('hours.holidays')}
          </p>
          <p className="text-ui text-ink-quiet">{t('hours.holidaysLead')}</p>
        </div>
        <Button onClick={() => setEditing('new')} disabled={holidays.length >= 200}>
          <Plus aria-hidden className="size-4" />
          {t('hours.addHoliday')}
        </Button>
      </div>
      {holidays.length === 0 ? (
        <p className="text-ui text-ink-quiet">{t('hours.noHolidays')}</p>
      ) : (
        <ul
          aria-labelledby={id}
          className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
        >
          {holidays.map((holiday) => (
            <li key={`${holiday.name} ${holiday.from}`}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setEditing(holiday)}
                className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-start text-ui transition-colors hover:bg-hover focus-visible:-outline-offset-2"
              >
                <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-quiet" />
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                  <bdi className="min-w-0 flex-1 basis-32 truncate font-medium">{holiday.name}</bdi>
                  <span className="tabular text-ink-quiet">{rangeText(holiday)}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FormDialog<Holiday>
        key={editing === undefined ? '' : (known?.name ?? 'new')}
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={known === undefined ? t('hours.addHoliday') : t('hours.editHoliday')}
        confirmLabel={known === undefined ? t('hours.addHoliday') : t('hours.saveHoliday')}
        more={
          known !== undefined && (
            <Button className="me-auto" onClick={() => remove(known)}>
              {t('hours.removeHoliday')}
            </Button>
          )
        }
        failed={t('hours.failed')}
        rule={holidayRule}
        start={known ?? { name: '', from: '', to: '', yearly: false }}
        send={(typed) => Promise.resolve(() => put(typed))}
      >
        {(form) => <HolidayFields form={form} />}
      </FormDialog>
    </div>
  );
}

/** "24 December – 1 January, every year" */
function rangeText({ from, to, yearly }: Holiday): string {
  const form = yearly ? 'shortDay' : 'shortDayOfYear';
  const range = dateRangeText(form, Date.parse(from), Date.parse(to), locale(), 'UTC');
  return yearly ? i18n.t('settings:hours.everyYear', { days: range }) : range;
}

function HolidayFields({ form: { values, change, problem, text } }: { readonly form: Form<Holiday> }) {
  const { t } = useTranslation('settings');
  const { from, to, yearly } = values;
  const errorOf = (name: 'from' | 'to') =>
    problem(name) === undefined || values[name] !== '' ? problem(name) : t('hours.dateNeeded');
  // Usually a holiday is one day: the last day follows the first until it is set.
  const leaveFrom = (): void => {
    if (to === '' || to < from) change({ to: from });
  };
  return (
    <>
      <TextField
        label={t('hours.holidayName')}
        placeholder={t('hours.holidayPlaceholder')}
        autoComplete="off"
        typed={text('name')}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('hours.holidayFrom')} error={errorOf('from')}>
          <Input
            type="date"
            value={from}
            onChange={({ target }) => change({ from: target.value })}
            onBlur={leaveFrom}
          />
        </Field>
        <Field label={t('hours.holidayTo')} error={errorOf('to')}>
          <Input type="date" value={to} min={from} onChange={({ target }) => change({ to: target.value })} />
        </Field>
      </div>
      <Checkbox checked={yearly} onCheckedChange={(isYearly) => change({ yearly: isYearly })}>
        {t('hours.yearly')}
      </Checkbox>
    </>
  );
}
