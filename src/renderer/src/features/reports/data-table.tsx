import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { formatNumber, formatDecimal, formatPercent } from '#renderer/components/amounts.ts';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { saveTable } from '#renderer/components/files.tsx';
import type { Cell } from '#shared/domain/csv.ts';
import { i18n, locale } from '#renderer/language/i18n.ts';
import { dateText } from '#shared/locales/dates.ts';

/** A column: its cells, and their values in the file. */
export interface Column<Row> {
  readonly title: string;
  readonly show: (row: Row) => ReactNode;
  readonly value: (row: Row) => Cell;
  /** from 0 to 1: drawn as a bar behind the number */
  readonly bar?: (row: Row) => number;
}

/** A column of numbers. */
export function countColumn<Row>(title: string, read: (row: Row) => number | null): Column<Row> {
  return { title, show: (row) => formatNumber(read(row) ?? 0), value: read };
}

/** A column of durations in milliseconds; whole seconds in the file. */
export function timeColumn<Row>(title: string, read: (row: Row) => number | null): Column<Row> {
  const seconds = (milliseconds: number | null): Cell => milliseconds && Math.round(milliseconds / 1000);
  return { title, show: (row) => formatDuration(read(row)), value: (row) => seconds(read(row)) };
}

interface TableProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** the first is the row header */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  /** without extension */
  readonly fileName: string;
}

/** A table of numbers that scrolls sideways if needed, also by keyboard. */
function DataTable<Row>({ title, rows, keyOf, columns }: TableProps<Row>) {
  const [head, ...others] = columns;
  return (
    // Scrollable regions must be reachable by keyboard.
    <div role="group" aria-label={title} tabIndex={0} className="relative -mx-3 max-h-[420px] overflow-auto rounded-sm">
      <table className="tabular w-full border-separate border-spacing-0 text-ui">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.title}
                scope="col"
                className={cn(
                  'sticky top-0 bg-raised px-3 py-1.5 align-bottom text-meta font-medium text-ink-quiet',
                  index === 0 ? 'text-start' : 'text-end',
                )}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="hover:bg-hover">
              <th
                scope="row"
                className="max-w-64 min-w-24 border-t px-3 py-1.5 text-start font-normal break-words text-ink"
              >
                {head.show(row)}
              </th>
              {others.map((column) => (
                <td key={column.title} className="border-t px-3 py-1.5 text-end whitespace-nowrap text-ink">
                  {column.bar && (
                    <span
                      aria-hidden
                      className="me-2 inline-block h-2 w-20 overflow-hidden rounded-full bg-sunken align-middle max-panes:hidden"
                    >
                      <span
                        style={{ width: `${Math.round(column.bar(row) * 100)}%` }}
                        className="block h-full rounded-full bg-accent"
                      />
                    </span>
                  )}
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Downloads the rows of a table as a file. */
export function CsvButton<Row>({ title, rows, columns, fileName }: Omit<TableProps<Row>, 'keyOf'>) {
  const { t } = useTranslation('reports');
  const label = t('saveCsv', { table: title });
  const save = (): void =>
    saveTable(document, fileName, [
      columns.map((column) => column.title),
      ...rows.map((row) => columns.map((column) => column.value(row))),
    ]);
  return (
    <Button size="sm" variant="quiet" onClick={save} aria-label={label} title={label}>
      <Download aria-hidden className="size-3.5" />
      {t('csv')}
    </Button>
  );
}

interface CardProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the report. */
export function Card({ title, lead, aside, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 rounded-card border bg-raised p-4">
      <header className="flex min-h-7 items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-col">
          <h2 id={id} className="text-heading font-semibold">
            {title}
          </h2>
          {lead !== undefined && <p className="text-ui text-ink-quiet">{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** A section with a table. */
export function TableCard<Row>({ lead, ...table }: TableProps<Row> & Pick<CardProps, 'lead'>) {
  return (
    <Card title={table.title} lead={lead} aside={<CsvButton {...table} />}>
      <DataTable {...table} />
    </Card>
  );
}

/** A section with a chart; its numbers are in a collapsed table below. */
export function ChartCard<Row>({ children, ...table }: TableProps<Row> & Pick<CardProps, 'children'>) {
  const { t } = useTranslation('reports');
  return (
    <Card title={table.title} aside={<CsvButton {...table} />}>
      {children}
      <details className="group -mb-1">
        <summary className="w-fit cursor-default rounded-sm py-0.5 text-ui font-medium text-ink-quiet select-none hover:text-ink">
          {t('table')}
        </summary>
        <div className="mt-1">
          <DataTable {...table} />
        </div>
      </details>
    </Card>
  );
}

/** A duration in at most two units: 42 s, 3 min 5 s, 2 h 10 min, 1 d 4 h. Milliseconds; null: no data. */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return i18n.t('reports:none');
  const all = Math.round(milliseconds / 1000);
  const [days, hours, minutes, seconds] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
    all % 60,
  ];
  if (days > 0)
    return hours === 0 ? i18n.t('reports:time.days', { days }) : i18n.t('reports:time.daysHours', { days, hours });
  if (hours > 0)
    return minutes === 0
      ? i18n.t('reports:time.hours', { hours })
      : i18n.t('reports:time.hoursMinutes', { hours, minutes });
  if (minutes > 0)
    return seconds === 0 || minutes >= 10
      ? i18n.t('reports:time.minutes', { minutes })
      : i18n.t('reports:time.minutesSeconds', { minutes, seconds });
  return i18n.t('reports:time.seconds', { seconds });
}

/** An average rating: 4.2. */
export function formatRating(average: number | null): string {
  return average === null ? i18n.t('reports:none') : formatDecimal(average, 1);
}

/** A percentage; empty if the whole is zero. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? i18n.t('reports:none') : formatPercent(part / whole);
}

/** A day, or an hour of a single one, by its start: Mon 3 Nov, 14:00. */
export function stepName(from: number, byHour: boolean): string {
  return dateText(byHour ? 'clock' : 'shortDayOfWeek', from, locale());
}

/** The short form: 3 Nov, 14:00. */
export function axisStep(from: number, byHour: boolean): string {
  return dateText(byHour ? 'clock' : 'shortDay', from, locale());
}
