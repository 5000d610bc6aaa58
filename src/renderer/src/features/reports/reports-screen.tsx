import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n, locale, localization } from '#renderer/language/i18n.ts';
import { dateRangeText, isoDay } from '#shared/locales/dates.ts';
import { ChartColumn, Download, FileText } from 'lucide-react';
import { Loaded, EmptyState } from '#renderer/components/lists.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { FigureSelection as Behind, Report, ReportSelection } from '#shared/contract/reports.ts';
import { areDates, type Dates, MOST_DAYS, type ReportDays, REPORT_DAYS } from '#shared/domain/report-span.ts';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { formatDate, viewerTimeZone } from '#renderer/components/dates.tsx';
import { DayInput } from '#renderer/components/field.tsx';
import { ALL_CHANNELS, ChannelSelect } from '#renderer/components/list-page.tsx';
import { OwnersOnly } from '#renderer/components/owners-only.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { TranscriptDialog } from '#renderer/components/transcript-dialog.tsx';
import { useRouteQueryFor, useMay } from '#renderer/rpc/ask.ts';
import { useChannels, useMe, useOwnerNames } from '#renderer/rpc/use-directory.ts';
import { Breakdowns, type TablesProps, BusyHours, Reasons, Stars } from './tables.tsx';
import { FigureChats, Figures } from './figures.tsx';
import { createListView } from '#renderer/state/page-state.ts';

const initial: { readonly days: ReportDays; readonly channel: string } = { days: 7, channel: ALL_CHANNELS };
/** the tab of two dates */
const DATES = 'dates';
const useReportView = createListView('reports', initial, 2);

// The chart library is large; the numbers do not wait for it.
const OverTime = lazy(async () => (await import('./over-time.tsx')).OverTime, ChartsLoading);

const Ratings = lazy(
  async () => (await import('./ratings.tsx')).Ratings,
  () => <Skeleton className="h-24" />,
);

const RATINGS = '/reports/ratings';

/** Reports on chats over days, and customers' ratings, which everybody may see. Lives at `/reports` and below it. */
export function ReportsScreen() {
  const { t } = useTranslation('reports');
  const [location, navigate] = useLocation();
  const owners = useOwnerNames();
  const mayReport = useMay('reports') !== false;
  const isRatings = location === RATINGS;
  const title = mayReport || !isRatings ? t('title') : t('ratingList.title');
  return (
    <main aria-label={title} className="h-full overflow-y-auto bg-ground">
      <div className="mx-auto flex max-w-[1040px] flex-col gap-5 px-8 pt-5 pb-16 max-panes:px-4">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-title font-semibold">{title}</h1>
          {mayReport && (
            <Tabs
              label={t('views.label')}
              value={isRatings ? RATINGS : '/reports'}
              tabs={[
                { value: '/reports', label: t('views.figures') },
                { value: RATINGS, label: t('ratingList.title') },
              ]}
              onValueChange={(view) => navigate(view)}
            />
          )}
        </header>
        {isRatings ? <Ratings /> : mayReport ? <Reports /> : <OwnersOnly owners={owners} />}
      </div>
    </main>
  );
}

/** Milliseconds between refreshes of a visible report: too expensive for every message. */
const REFRESH_INTERVAL = 60_000;

function Reports() {
  const { t } = useTranslation(['reports', 'common']);
  const { filter, change } = useReportView();
  const { days } = filter;
  const me = useMe();
  const known = useChannels();
  const channels = known.data ?? [];
  const channel = channels.find(({ id }) => id === filter.channel);
  const selection: ReportSelection = { days, timeZone: viewerTimeZone(), channelId: channel?.id };
  // Only once the chosen channel is known.
  const isPeriod = typeof days === 'number' || areDates(days);
  const report = useRouteQueryFor('reports', 'reports.get', known.data && isPeriod ? selection : undefined, {
    staleTime: REFRESH_INTERVAL,
    refetchInterval: REFRESH_INTERVAL,
    placeholderData: keepPreviousData,
  });
  /** the query to wait for */
  const before = [me, known].find(({ data }) => data === undefined);
  const [saving, setSaving] = useState(false);
  const span = report.data === undefined || !isPeriod ? '' : spanText(report.data, days);
  const chats = {
    days: typeof days === 'number' ? String(days) : `${days.first}/${days.last}`,
    ...(channel !== undefined && { channel: channel.id }),
  };
  const today = isoDay(Date.now());
  const changeDays = (value: string): void =>
    change({
      days:
        REPORT_DAYS.find((option) => String(option) === value) ??
        (report.data === undefined
          ? { first: today, last: today }
          : { first: isoDay(report.data.from), last: isoDay(report.data.to - 1) }),
    });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p aria-live="polite" className="min-h-[18px] min-w-60 flex-1 text-ui text-ink-quiet">
          {span}
        </p>
        <Tabs
          label={t('days')}
          value={typeof days === 'number' ? String(days) : DATES}
          tabs={[
            ...REPORT_DAYS.map((value) => ({ value: String(value), label: daysText(value) })),
            { value: DATES, label: t('dates') },
          ]}
          onValueChange={changeDays}
        />
        {typeof days === 'object' && (
          <div role="group" aria-label={t('dates')} className="flex flex-wrap gap-2 max-[480px]:w-full">
            <DayInput
              label={t('datesFrom')}
              value={days.first}
              max={days.last === '' ? today : days.last}
              onValueChange={(first) => change({ days: { ...days, first } })}
            />
            <DayInput
              label={t('datesUntil')}
              value={days.last}
              min={days.first}
              max={today}
              onValueChange={(last) => change({ days: { ...days, last } })}
            />
          </div>
        )}
        {channels.length > 1 && (
          <ChannelSelect
            channels={channels}
            value={channel?.id ?? ALL_CHANNELS}
            onValueChange={(value) => change({ channel: value })}
          />
        )}
        {before === undefined && isPeriod && (
          <>
            <Button onClick={() => setSaving(true)}>
              <FileText aria-hidden className="size-4" />
              {t('transcripts')}
            </Button>
            <a
              href={`/media/transcripts?${new URLSearchParams({ ...chats, format: 'csv', timeZone: viewerTimeZone(), language: localization.language().code }).toString()}`}
              download=""
              className={buttonStyles({})}
            >
              <Download aria-hidden className="size-4" />
              {t('chatsAsCsv')}
            </a>
          </>
        )}
      </div>
      {!isPeriod && <p className="text-ui text-ink-quiet">{t('datesNeeded', { most: MOST_DAYS })}</p>}
      <Loaded
        query={before === undefined ? report : { ...before, data: undefined }}
        loading={<Waiting />}
        failed={t('loadFailed')}
      >
        {(data) => <Shown report={data} selection={selection} />}
      </Loaded>
      <TranscriptDialog
        open={saving}
        onClose={() => setSaving(false)}
        title={t('common:transcripts.titleOfPeriod')}
        lead={t('common:transcripts.leadOfPeriod', {
          span: typeof days === 'number' ? daysText(days) : datesText(days),
          channel: channel?.name ?? t('common:allChannels'),
        })}
        chats={chats}
      />
    </>
  );
}

function Shown({ report, selection }: { readonly report: Report; readonly selection: ReportSelection }) {
  const { t } = useTranslation('reports');
  const [behind, setBehind] = useState<{ readonly behind: Behind; readonly what: string }>();
  const { figures } = report;
  if (figures.chats === 0 && figures.messages.customers === 0 && figures.ratings.count === 0)
    return (
      <EmptyState icon={<ChartColumn />} title={t('emptyTitle')} className="my-16">
        {t('empty')}
      </EmptyState>
    );
  const fileName = `counterbell-${isoDay(report.from)}-to-${isoDay(report.to - 1)}`;
  const tables: TablesProps = { report, fileName, onShow: (which, what) => setBehind({ behind: which, what }) };
  return (
    <>
      <Figures {...tables} />
      <OverTime {...tables} byHour={isOneDay(selection.days)} />
      <BusyHours {...tables} />
      <Breakdowns {...tables} />
      <div className="grid grid-cols-2 items-start gap-5 max-card:grid-cols-1">
        {report.leftBot.length > 0 && <Reasons {...tables} />}
        {figures.ratings.count > 0 && <Stars {...tables} />}
      </div>
      {behind !== undefined && <FigureChats selection={selection} {...behind} onClose={() => setBehind(undefined)} />}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation('reports');
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-5">
      <div className="grid grid-cols-3 gap-3 max-card:grid-cols-2">
        {Array.from({ length: 6 }, (_none, index) => (
          <Skeleton key={index} className="h-[118px]" />
        ))}
      </div>
      <ChartsLoading />
    </div>
  );
}

/** Placeholders of the charts while their code loads. */
function ChartsLoading(): ReactNode {
  return Array.from({ length: 3 }, (_none, index) => <Skeleton key={index} className="h-[334px]" />);
}

function daysText(days: (typeof REPORT_DAYS)[number]): string {
  return days === 1 ? i18n.t('reports:today') : i18n.t('reports:lastDays', { count: days });
}

function datesText({ first, last }: Dates): string {
  return dateRangeText('longDayOfYear', Date.parse(first), Date.parse(last), locale(), 'UTC');
}

function isOneDay(days: ReportDays): boolean {
  return typeof days === 'number' ? days === 1 : days.first === days.last;
}

function spanText({ from, to, steps }: Report, days: ReportDays): string {
  if (days === 1) return i18n.t('reports:spanOfDay', { day: formatDate(from) });
  if (isOneDay(days)) return i18n.t('reports:spanOfOneDay', { day: formatDate(from) });
  return i18n.t('reports:span', { from: formatDate(from), to: formatDate(to - 1), days: steps.length });
}
