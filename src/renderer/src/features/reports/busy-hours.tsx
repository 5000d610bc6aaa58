import { numberWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import type { Report } from '#shared/contract/reports.ts';
import { Card, type Column, CsvButton } from './data-table.tsx';
import { weekdayNames } from './figures-text.ts';

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

interface Day {
  readonly name: string;
  readonly counts: readonly number[];
}

/** When customers write: a table whose cells are the darker the more they hold. The number stands in each. */
export function BusyHours({ report: { busy }, fileName }: { readonly report: Report; readonly fileName: string }) {
  const { t } = useTranslation('reports');
  const names = weekdayNames();
  const days = busy.map((counts, index): Day => ({ name: names[index] ?? '', counts }));
  const most = Math.max(1, ...busy.flat());
  const columns: [Column<Day>, ...Column<Day>[]] = [
    { title: t('weekday'), show: (day) => day.name, value: (day) => day.name },
    ...HOURS.map((hour): Column<Day> => ({
      title: hourName(hour),
      show: (day) => numberWords(day.counts[hour] ?? 0),
      value: (day) => day.counts[hour] ?? 0,
    })),
  ];
  const table = { title: t('busy'), rows: days, keyOf: (day: Day) => day.name, columns };
  return (
    <Card title={t('busy')} lead={t('busyLead')} aside={<CsvButton {...table} fileName={`${fileName}-busy-hours`} />}>
      <div role="group" aria-label={t('busy')} tabIndex={0} className="overflow-x-auto rounded-sm">
        <table className="tabular w-full min-w-[600px] table-fixed border-separate border-spacing-0.5 text-meta">
          <caption className="sr-only">{t('busyLead')}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-11">
                <span className="sr-only">{t('weekday')}</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className="text-center font-normal text-ink-quiet">
                  {hourName(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.name}>
                <th scope="row" className="text-start font-normal text-ink-quiet">
                  {day.name}
                </th>
                {HOURS.map((hour) => (
                  <HourCell key={hour} count={day.counts[hour] ?? 0} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** As strong as it is busy, and never so strong that its number could not be read. */
function HourCell({ count, most }: { readonly count: number; readonly most: number }) {
  const strength = count === 0 ? 0 : 8 + Math.round((count / most) * 37);
  const ground =
    count === 0
      ? 'var(--color-ground)'
      : `color-mix(in oklab, var(--color-accent) ${String(strength)}%, var(--color-raised))`;
  return (
    <td
      style={{ backgroundColor: ground }}
      className="h-7 overflow-hidden rounded-[4px] text-center text-[11px] text-ink"
    >
      {count === 0 ? <span className="sr-only">0</span> : shortened(count)}
    </td>
  );
}

function shortened(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
}

function hourName(hour: number): string {
  return String(hour).padStart(2, '0');
}
