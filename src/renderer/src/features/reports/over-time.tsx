import type { TFunction } from 'i18next';
import { formatNumber } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import { type ReactNode, useMemo } from 'react';
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Report, ReportFigures } from '#shared/contract/reports.ts';
import type { TablesProps } from './tables.tsx';
import { ChartCard, countColumn, timeColumn, axisStep, stepName, formatDuration } from './data-table.tsx';

type Step = Report['steps'][number];

/** A chart over the steps of a report; its table, file and legend derive from this. */
interface Chart {
  /** suffix of its file name */
  readonly id: string;
  readonly title: string;
  /** `time`: milliseconds */
  readonly unit: 'count' | 'time';
  readonly series: readonly Series[];
  /** a count shown only in the table */
  readonly besides?: Pick<Series, 'name'> & { readonly read: (step: Step) => number };
  /** a summary in a sentence */
  readonly describe: (figures: ReportFigures) => string;
}

/** Distinguished by colour and also by pattern (bars) or dashes (lines). */
interface Series {
  readonly name: string;
  readonly read: (step: Step) => number | null;
  readonly color: 'accent' | 'attention' | 'bot' | 'ink';
  readonly fill?: string;
  readonly dash?: string;
}

const chartsIn = (t: TFunction<'reports'>): readonly Chart[] => [
  {
    id: 'chats',
    title: t('byStep'),
    unit: 'count',
    series: [
      { name: t('answered'), read: (step) => step.answered, color: 'accent', fill: 'var(--color-accent)' },
      { name: t('botAlone'), read: (step) => step.botAlone, color: 'bot', fill: 'url(#report-hatched)' },
      { name: t('unanswered'), read: (step) => step.unanswered, color: 'attention', fill: 'url(#report-dotted)' },
    ],
    besides: { name: t('total'), read: (step) => step.answered + step.botAlone + step.unanswered },
    describe: ({ chats, answered, botAlone, unanswered }) => t('byStepSaid', { chats, answered, botAlone, unanswered }),
  },
  {
    id: 'messages',
    title: t('messagesByStep'),
    unit: 'count',
    series: [
      { name: t('customers'), read: ({ messages }) => messages.customers, color: 'ink', dash: 'none' },
      { name: t('operators'), read: ({ messages }) => messages.operators, color: 'accent', dash: '6 3' },
      { name: t('bots'), read: ({ messages }) => messages.bots, color: 'bot', dash: '2 3' },
    ],
    describe: ({ messages }) => t('messagesByStepSaid', messages),
  },
  {
    id: 'first-answer',
    title: t('firstByStep'),
    unit: 'time',
    series: [
      { name: t('median'), read: (step) => step.firstAnswer.median, color: 'accent', dash: 'none' },
      { name: t('ninetiethColumn'), read: (step) => step.firstAnswer.ninetieth, color: 'attention', dash: '5 3' },
    ],
    besides: { name: t('answers'), read: ({ firstAnswer }) => firstAnswer.count },
    describe: ({ firstAnswer: { median, ninetieth } }) =>
      median === null
        ? t('firstByStepNone')
        : t('firstByStepSaid', { median: formatDuration(median), ninetieth: formatDuration(ninetieth) }),
  },
];

interface OverTimeProps extends Pick<TablesProps, 'report' | 'fileName'> {
  /** steps are hours */
  readonly byHour: boolean;
}

/** Charts over the days, or the hours of a single one, each with its table. */
export function OverTime(props: OverTimeProps) {
  const { t } = useTranslation('reports');
  const charts = useMemo(() => chartsIn(t), [t]);
  return charts.map((chart) => <StepsChart key={chart.id} {...props} {...chart} />);
}

function StepsChart({
  report: { steps, figures },
  byHour,
  fileName,
  id,
  title,
  unit,
  series,
  besides,
  describe,
}: OverTimeProps & Chart) {
  const { t } = useTranslation('reports');
  const when = (step: Step): string => stepName(step.from, byHour);
  const column = unit === 'time' ? timeColumn<Step> : countColumn<Step>;
  return (
    <ChartCard
      title={title}
      rows={steps}
      keyOf={(step) => String(step.from)}
      columns={[
        { title: byHour ? t('hour') : t('day'), show: when, value: when },
        ...series.map(({ name, read }) => column(name, read)),
        ...(besides === undefined ? [] : [countColumn(besides.name, besides.read)]),
      ]}
      fileName={`${fileName}-${id}`}
    >
      <div className="flex flex-col gap-2">
        <Legend series={series} />
        {/* For screen readers it is one image with its summary; the table has the rest. */}
        <div role="img" aria-label={describe(figures)} dir="ltr" className="h-52 [&_*:focus]:outline-none">
          <ResponsiveContainer width="100%" height="100%" minWidth={0}>
            <ComposedChart data={[...steps]} accessibilityLayer={false} margin={MARGIN} barCategoryGap="18%">
              {patterns}
              {axes(byHour, unit === 'time' ? formatDuration : formatNumber)}
              {series.map(({ name, read, color, fill, dash }) => {
                const look = { dataKey: read, name, stroke: `var(--color-${color})`, isAnimationActive: false };
                if (fill !== undefined)
                  return <Bar {...look} key={color} stackId="chats" fill={fill} strokeWidth={1} maxBarSize={36} />;
                const dot = unit === 'time' && { r: 2, strokeDasharray: 'none' };
                return (
                  <Line
                    {...look}
                    key={color}
                    strokeDasharray={dash}
                    strokeWidth={2}
                    dot={dot}
                    connectNulls
                    type="monotone"
                  />
                );
              })}
            </ComposedChart>
          </ResponsiveContainer>
        </div>
      </div>
    </ChartCard>
  );
}

function Legend({ series }: Pick<Chart, 'series'>) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-quiet">
      {series.map(({ name, color, fill, dash }) => (
        <li key={color} className="flex items-center gap-1.5">
          <svg width="18" height="10" stroke={`var(--color-${color})`} className="shrink-0">
            {fill === undefined ? (
              <line x1="0" x2="18" y1="5" y2="5" strokeWidth="2" strokeDasharray={dash} />
            ) : (
              <rect x="3" y="0.5" width="11" height="9" rx="2" fill={fill} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

const patterns = (
  <defs>
    <pattern id="report-hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--color-bot-tint)" />
      <rect width="2.5" height="6" fill="var(--color-bot)" />
    </pattern>
    <pattern id="report-dotted" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect width="5" height="5" fill="var(--color-attention-tint)" />
      <circle cx="2.5" cy="2.5" r="1.4" fill="var(--color-attention)" />
    </pattern>
  </defs>
);

const MARGIN = { top: 6, right: 8, bottom: 0, left: 0 } as const;
const tick = { fill: 'var(--color-ink-quiet)', fontSize: 12 } as const;

function axes(byHour: boolean, dateFormat: (value: number) => string): ReactNode {
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-hairline)" />
      <XAxis
        dataKey="from"
        tickFormatter={(from: number) => axisStep(from, byHour)}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--color-edge)' }}
        minTickGap={24}
      />
      <YAxis
        tickFormatter={dateFormat}
        tick={tick}
        tickLine={false}
        axisLine={false}
        width="auto"
        allowDecimals={false}
      />
      <Tooltip
        cursor={{ fill: 'var(--color-hover)', stroke: 'var(--color-edge)' }}
        isAnimationActive={false}
        separator=": "
        labelFormatter={(from) => stepName(Number(from), byHour)}
        formatter={(value) => dateFormat(Number(value))}
        contentStyle={{
          background: 'var(--color-raised)',
          border: '1px solid var(--color-hairline)',
          borderRadius: 8,
          boxShadow: 'var(--shadow-float)',
          fontSize: 13,
        }}
        itemStyle={{ color: 'var(--color-ink)', padding: 0 }}
        labelStyle={{ color: 'var(--color-ink-quiet)' }}
      />
    </>
  );
}
