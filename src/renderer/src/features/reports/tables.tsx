import { formatNumber } from '#renderer/components/amounts.ts';
import { weekdayNames } from '#renderer/components/dates.tsx';
import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import type { ReactNode } from 'react';
import { useBots, useChannels, useOperators } from '#renderer/rpc/use-directory.ts';
import type { FigureSelection, Report } from '#shared/contract/reports.ts';
import {
  TableCard,
  Card,
  CsvButton,
  countColumn,
  timeColumn,
  type Column,
  formatRating,
  formatShare,
} from './data-table.tsx';

type Named = { readonly id: string; readonly name: string };
type Group = Pick<Report['channels'][number], 'chats' | 'messages' | 'firstAnswer' | 'resolution' | 'ratings'> & Named;

/** The figures by channel, operator and bot, busiest first. */
export function Breakdowns({ report, fileName, onShow }: TablesProps) {
  const { t } = useTranslation(['reports', 'common']);
  const channels = useChannels().data;
  const operators = useOperators().data;
  const bots = useBots().data;
  const named = (list: readonly Named[] | undefined, id: string, removed: string): Named => ({
    id,
    name: list?.find((record) => record.id === id)?.name ?? removed,
  });
  const byChannel = report.channels.map((row) => ({
    ...row,
    ...named(channels, row.channelId, t('common:removedChannel')),
  }));
  const byOperator = report.operators.map((row) => ({
    ...row,
    ...named(operators, row.operatorId, row.name ?? t('removedOperator')),
  }));
  const byBot = report.bots.map((row) => ({ ...row, ...named(bots, row.botId, row.name ?? t('removedBot')) }));
  const solved: Column<(typeof byBot)[number]> = {
    title: t('solved'),
    show: (row) => formatShare(row.solved, row.closed),
    value: (row) => row.solved,
  };
  function groupTable<Row extends Group>(
    kind: 'channel' | 'operator' | 'bot',
    title: string,
    rows: readonly Row[],
    messageCount: (row: Row) => number,
    more: readonly Column<Row>[] = [],
  ) {
    const most = Math.max(1, ...rows.map(({ chats }) => chats));
    return (
      <TableCard
        title={title}
        rows={rows}
        keyOf={(row) => row.id}
        fileName={`${fileName}-${kind}s`}
        columns={[
          nameColumn(t('name')),
          {
            title: t('chats'),
            show: ({ id, name, chats }) => chatCount(chats, name, () => onShow({ kind, id }, name)),
            value: (row) => row.chats,
            bar: (row) => row.chats / most,
          },
          countColumn(t('said'), messageCount),
          timeColumn<Row>(t('firstMedian'), (row) => row.firstAnswer.median),
          timeColumn<Row>(t('firstNinetieth'), (row) => row.firstAnswer.ninetieth),
          timeColumn<Row>(t('resolutionMedian'), (row) => row.resolution.median),
          timeColumn<Row>(t('resolutionNinetieth'), (row) => row.resolution.ninetieth),
          {
            title: t('ratingColumn'),
            show: (row) => formatRating(row.ratings.average),
            value: ({ ratings: { average } }) => average && Number(average.toFixed(2)),
          },
          countColumn<Row>(t('ratingCount'), (row) => row.ratings.count),
          ...more,
        ]}
      />
    );
  }

  return (
    <>
      {groupTable(
        'channel',
        t('channels'),
        byChannel,
        (row) => row.messages.customers + row.messages.operators + row.messages.bots,
      )}
      {byOperator.length > 0 &&
        groupTable('operator', t('operatorsTitle'), byOperator, ({ messages }) => messages.operators)}
      {byBot.length > 0 && groupTable('bot', t('botsTitle'), byBot, ({ messages }) => messages.bots, [solved])}
    </>
  );
}

function nameColumn(title: string): Column<Pick<Named, 'name'>> {
  return { title, show: ({ name }) => <bdi>{name}</bdi>, value: ({ name }) => name };
}

/** A number of chats; a click shows them. */
function chatCount(count: number, what: string, onShow: () => void): ReactNode {
  if (count === 0) return formatNumber(0);
  return (
    <button
      type="button"
      onClick={onShow}
      title={i18n.t('reports:showChats', { count })}
      aria-label={`${formatNumber(count)}. ${i18n.t('reports:showChatsOf', { what })}`}
      className="rounded-sm text-accent underline decoration-from-font underline-offset-2 hover:text-accent-strong"
    >
      {formatNumber(count)}
    </button>
  );
}

export interface TablesProps {
  readonly report: Report;
  readonly fileName: string;
  /** shows the chats behind a number, which `what` describes */
  readonly onShow: (behind: FigureSelection, what: string) => void;
}

/** Reasons why bots handed chats over to people. */
export function Reasons({ report: { leftBot }, fileName, onShow }: TablesProps) {
  const { t } = useTranslation('reports');
  const all = leftBot.reduce((sum, { chats }) => sum + chats, 0);
  const most = Math.max(1, ...leftBot.map(({ chats }) => chats));
  const wordsOf = ({ reason }: Report['leftBot'][number]): string => t(`reason.${reason}`);
  return (
    <TableCard
      title={t('leftBot')}
      lead={t('leftBotLead')}
      fileName={`${fileName}-left-bot`}
      rows={leftBot}
      keyOf={({ reason }) => reason}
      columns={[
        { title: t('reason.text'), show: wordsOf, value: wordsOf },
        {
          title: t('chats'),
          show: (row) =>
            chatCount(row.chats, wordsOf(row), () => onShow({ kind: 'leftBot', reason: row.reason }, wordsOf(row))),
          value: ({ chats }) => chats,
          bar: ({ chats }) => chats / most,
        },
        {
          title: t('share'),
          show: ({ chats }) => formatShare(chats, all),
          value: ({ chats }) => Number((chats / all).toFixed(4)),
        },
      ]}
    />
  );
}

/** Ratings by number of stars. */
export function Stars({ report: { figures }, fileName }: TablesProps) {
  const { t } = useTranslation('reports');
  const rows = figures.stars.map((count, index) => ({ stars: index + 1, count })).toReversed();
  const { count: all } = figures.ratings;
  return (
    <TableCard
      title={t('stars')}
      lead={t('starsLead')}
      fileName={`${fileName}-ratings`}
      rows={rows}
      keyOf={({ stars }) => String(stars)}
      columns={[
        { title: t('starsColumn'), show: ({ stars }) => t('starsRow', { count: stars }), value: ({ stars }) => stars },
        {
          ...countColumn<(typeof rows)[number]>(t('ratingCount'), (row) => row.count),
          bar: ({ count }) => (all === 0 ? 0 : count / all),
        },
        {
          title: t('share'),
          show: ({ count }) => formatShare(count, all),
          value: ({ count }) => (all === 0 ? null : Number((count / all).toFixed(4))),
        },
      ]}
    />
  );
}

/** Hours by their names. */
const HOURS = Array.from({ length: 24 }, (_none, hour) => String(hour).padStart(2, '0'));

/** A heat map of customers' messages by weekday and hour, with the number in each cell. */
export function BusyHours({ report: { busy }, fileName }: TablesProps) {
  const { t } = useTranslation('reports');
  const names = weekdayNames('shortWeekday');
  const days = busy.map((counts, index) => ({ name: names[index] ?? '', counts }));
  type Day = (typeof days)[number];
  const most = Math.max(1, ...busy.flat());
  const csv = (
    <CsvButton
      title={t('busy')}
      rows={days}
      columns={[
        nameColumn(t('weekday')),
        ...HOURS.map((name, hour) => countColumn<Day>(name, (day) => day.counts[hour] ?? 0)),
      ]}
      fileName={`${fileName}-busy-hours`}
    />
  );
  return (
    <Card title={t('busy')} lead={t('busyLead')} aside={csv}>
      <div role="group" aria-label={t('busy')} tabIndex={0} className="relative overflow-x-auto rounded-sm">
        <table className="tabular w-full min-w-[600px] table-fixed border-separate border-spacing-0.5 text-meta">
          <caption className="sr-only">{t('busyLead')}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-11">
                <span className="sr-only">{t('weekday')}</span>
              </th>
              {HOURS.map((name) => (
                <th key={name} scope="col" className="text-center font-normal text-ink-quiet">
                  {name}
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
                {HOURS.map((name, hour) => (
                  <HourCell key={name} count={day.counts[hour] ?? 0} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** Cell intensity, limited so that its number stays readable. */
function HourCell({ count, most }: { readonly count: number; readonly most: number }) {
  const short = count < 1000 ? count : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
  const strength = `${8 + Math.round((count / most) * 37)}%`;
  const ground =
    count === 0 ? 'var(--color-ground)' : `color-mix(in oklab, var(--color-accent) ${strength}, var(--color-raised))`;
  return (
    <td
      style={{ backgroundColor: ground }}
      className="h-7 overflow-hidden rounded-[4px] text-center text-[11px] text-ink"
    >
      {count === 0 ? <span className="sr-only">0</span> : short}
    </td>
  );
}
