import { numberWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import type { ParseKeysWithoutVariables as TextKey } from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Report } from '#shared/contract/reports.ts';
import { ChartCard, type Column } from './data-table.tsx';
import { axisStep, stepName, timeWords } from './figures-text.ts';
type Step = Report['steps'][number];

interface OverTimeProps {
  readonly report: Report;
  /** steps are hours */
  readonly ofToday: boolean;
  readonly fileName: string;
}

/** What changes over the days, or over the hours of today: three drawings, each with its table. */
export function OverTime({ report, ofToday, fileName }: OverTimeProps) {
  return (
    <>
      <ChatsOverTime report={report} ofToday={ofToday} fileName={fileName} />
      <MessagesOverTime report={report} ofToday={ofToday} fileName={fileName} />
      <AnswersOverTime report={report} ofToday={ofToday} fileName={fileName} />
    </>
  );
}

function ChatsOverTime({ report: { steps, figures }, ofToday, fileName }: OverTimeProps) {
  const { t } = useTranslation('reports');
  const total = (step: Step): number => step.answered + step.botAlone + step.unanswered;
  const table = tableOf(t('byStep'), steps, ofToday, [
    count(t('answered'), (step) => step.answered),
    count(t('botAlone'), (step) => step.botAlone),
    count(t('unanswered'), (step) => step.unanswered),
    count(t('total'), total),
  ]);
  return (
    <ChartCard {...table} fileName={`${fileName}-chats`}>
      <Drawing
        said={t('byStepSaid', {
          chats: figures.chats,
          answered: figures.answered,
          botAlone: figures.botAlone,
          unanswered: figures.unanswered,
        })}
        series={chatSeries}
      >
        <BarChart data={[...steps]} accessibilityLayer={false} margin={MARGIN} barCategoryGap="18%">
          <defs>
            <pattern
              id="report-hatched"
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill="var(--color-bot-tint)" />
              <rect width="2.5" height="6" fill="var(--color-bot)" />
            </pattern>
            <pattern id="report-dotted" width="5" height="5" patternUnits="userSpaceOnUse">
              <rect width="5" height="5" fill="var(--color-attention-tint)" />
              <circle cx="2.5" cy="2.5" r="1.4" fill="var(--color-attention)" />
            </pattern>
          </defs>
          {axes(ofToday, numberWords)}
          {chatSeries.map(({ key, name, fill, stroke }) => (
            <Bar
              key={key}
              dataKey={key}
              name={t(name)}
              stackId="chats"
              fill={fill}
              stroke={stroke}
              strokeWidth={1}
              isAnimationActive={false}
              maxBarSize={36}
            />
          ))}
        </BarChart>
      </Drawing>
    </ChartCard>
  );
}

function MessagesOverTime({ report: { steps, figures }, ofToday, fileName }: OverTimeProps) {
  const { t } = useTranslation('reports');
  const table = tableOf(
    t('messagesByStep'),
    steps,
    ofToday,
    messageSeries.map(({ name, read }) => count(t(name), read)),
  );
  return (
    <ChartCard {...table} fileName={`${fileName}-messages`}>
      <Drawing said={t('messagesByStepSaid', figures.messages)} series={messageSeries}>
        <LineChart data={[...steps]} accessibilityLayer={false} margin={MARGIN}>
          {axes(ofToday, numberWords)}
          {messageSeries.map(({ key, name, stroke, dash }) => (
            <Line
              key={key}
              dataKey={key}
              name={t(name)}
              stroke={stroke}
              strokeDasharray={dash}
              strokeWidth={2}
              dot={false}
              type="monotone"
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </Drawing>
    </ChartCard>
  );
}

function AnswersOverTime({ report: { steps, figures }, ofToday, fileName }: OverTimeProps) {
  const { t } = useTranslation('reports');
  const table = tableOf(t('firstByStep'), steps, ofToday, [
    time(t('median'), (step) => step.firstAnswer.median),
    time(t('ninetiethColumn'), (step) => step.firstAnswer.ninetieth),
    count(t('answers'), (step) => step.firstAnswer.count),
  ]);
  const { median, ninetieth } = figures.firstAnswer;
  const said =
    median === null
      ? t('firstByStepNone')
      : t('firstByStepSaid', { median: timeWords(median), ninetieth: timeWords(ninetieth) });
  return (
    <ChartCard {...table} fileName={`${fileName}-first-answer`}>
      <Drawing said={said} series={answerSeries}>
        <LineChart data={[...steps]} accessibilityLayer={false} margin={MARGIN}>
          {axes(ofToday, timeWords)}
          {answerSeries.map(({ key, name, stroke, dash }) => (
            <Line
              key={key}
              dataKey={key}
              name={t(name)}
              stroke={stroke}
              strokeDasharray={dash}
              strokeWidth={2}
              dot={{ r: 2, strokeDasharray: 'none' }}
              connectNulls
              type="monotone"
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </Drawing>
    </ChartCard>
  );
}

/** A series is told by its colour and by how it is filled or dashed. */
interface Series {
  readonly key: string;
  readonly name: TextKey<'reports'>;
  readonly stroke: string;
  readonly fill?: string;
  readonly dash?: string;
}

const chatSeries = [
  { key: 'answered', name: 'answered', fill: 'var(--color-accent)', stroke: 'var(--color-accent)' },
  { key: 'botAlone', name: 'botAlone', fill: 'url(#report-hatched)', stroke: 'var(--color-bot)' },
  {
    key: 'unanswered',
    name: 'unanswered',
    fill: 'url(#report-dotted)',
    stroke: 'var(--color-attention)',
  },
] as const satisfies readonly Series[];

const messageSeries = [
  {
    key: 'messages.customers',
    name: 'customers',
    stroke: 'var(--color-ink)',
    dash: 'none',
    read: (step: Step) => step.messages.customers,
  },
  {
    key: 'messages.operators',
    name: 'operators',
    stroke: 'var(--color-accent)',
    dash: '6 3',
    read: (step: Step) => step.messages.operators,
  },
  {
    key: 'messages.bots',
    name: 'bots',
    stroke: 'var(--color-bot)',
    dash: '2 3',
    read: (step: Step) => step.messages.bots,
  },
] as const satisfies readonly (Series & { readonly read: (step: Step) => number })[];

const answerSeries = [
  { key: 'firstAnswer.median', name: 'median', stroke: 'var(--color-accent)', dash: 'none' },
  {
    key: 'firstAnswer.ninetieth',
    name: 'ninetiethColumn',
    stroke: 'var(--color-attention)',
    dash: '5 3',
  },
] as const satisfies readonly Series[];

const MARGIN = { top: 6, right: 8, bottom: 0, left: 0 } as const;
const tick = { fill: 'var(--color-ink-quiet)', fontSize: 12 } as const;

function axes(ofToday: boolean, written: (value: number) => string): ReactNode {
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-hairline)" />
      <XAxis
        dataKey="from"
        tickFormatter={(from: number) => axisStep(from, ofToday)}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--color-edge)' }}
        minTickGap={24}
      />
      <YAxis tickFormatter={written} tick={tick} tickLine={false} axisLine={false} width="auto" allowDecimals={false} />
      <Tooltip
        cursor={{ fill: 'var(--color-hover)', stroke: 'var(--color-edge)' }}
        isAnimationActive={false}
        separator=": "
        labelFormatter={(from) => stepName(Number(from), ofToday)}
        formatter={(value) => written(Number(value))}
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

/** For screen readers it is one picture with its sum; the table has the rest. */
function Drawing({
  said,
  series,
  children,
}: {
  readonly said: string;
  readonly series: readonly Series[];
  readonly children: ReactElement;
}) {
  const { t } = useTranslation('reports');
  return (
    <div className="flex flex-col gap-2">
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-quiet">
        {series.map(({ key, name, fill, stroke, dash }) => (
          <li key={key} className="flex items-center gap-1.5">
            <svg width="18" height="10" className="shrink-0">
              {fill === undefined ? (
                <line x1="0" x2="18" y1="5" y2="5" stroke={stroke} strokeWidth="2" strokeDasharray={dash} />
              ) : (
                <rect x="3" y="0.5" width="11" height="9" rx="2" fill={fill} stroke={stroke} />
              )}
            </svg>
            {t(name)}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={said} dir="ltr" className="h-52 [&_*:focus]:outline-none">
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          {children}
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function tableOf(title: string, steps: readonly Step[], ofToday: boolean, columns: readonly Column<Step>[]) {
  const when: Column<Step> = {
    title: ofToday ? 'hour' : 'day',
    show: (step) => stepName(step.from, ofToday),
    value: (step) => stepName(step.from, ofToday),
  };
  return { title, rows: steps, keyOf: (step: Step) => String(step.from), columns: [when, ...columns] as const };
}

function count(title: string, read: (step: Step) => number): Column<Step> {
  return { title, show: (step) => numberWords(read(step)), value: read };
}

function time(title: string, read: (step: Step) => number | null): Column<Step> {
  return {
    title,
    show: (step) => timeWords(read(step)),
    value: (step) => {
      const milliseconds = read(step);
      return milliseconds === null ? null : Math.round(milliseconds / 1000);
    },
  };
}
