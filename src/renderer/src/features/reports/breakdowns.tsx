import { numberWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import type { ReactNode } from 'react';
import type { ChatsBehind, Report, Times } from '#shared/contract/reports.ts';
import type { Cell } from '#shared/domain/csv.ts';
import { type Column, TableCard } from './data-table.tsx';
import { ratingWords, shareWords, timeWords } from './figures-text.ts';

type Named = { readonly id: string; readonly name: string };
type Group = Pick<Report['channels'][number], 'chats' | 'messages' | 'firstAnswer' | 'resolution' | 'ratings'> & Named;

/** Shows the chats behind a number, which `what` names. */
export type ShowBehind = (behind: ChatsBehind, what: string) => void;

interface BreakdownsProps {
  readonly report: Report;
  readonly channels: readonly Named[];
  readonly operators: readonly Named[];
  readonly bots: readonly Named[];
  readonly fileName: string;
  readonly onShow: ShowBehind;
}

/** The same numbers by channel, by operator and by bot, the busiest first. */
export function Breakdowns({ report, channels, operators, bots, fileName, onShow }: BreakdownsProps) {
  const { t } = useTranslation('reports');
  const nameIn = (list: readonly Named[], id: string, removed: string): string =>
    list.find((each) => each.id === id)?.name ?? removed;
  const byChannel = report.channels.map((row) => ({
    ...row,
    id: row.channelId,
    name: nameIn(channels, row.channelId, t('removedChannel')),
  }));
  const byOperator = report.operators.map((row) => ({
    ...row,
    id: row.operatorId,
    name: nameIn(operators, row.operatorId, row.name ?? t('removedOperator')),
  }));
  const byBot = report.bots.map((row) => ({
    ...row,
    id: row.botId,
    name: nameIn(bots, row.botId, row.name ?? t('removedBot')),
  }));
  const all = (row: Group): number => row.messages.customers + row.messages.operators + row.messages.bots;
  const solved: Column<(typeof byBot)[number]> = {
    title: t('solved'),
    show: (row) => shareWords(row.solved, row.closed),
    value: (row) => row.solved,
  };
  const keyOf = (row: Named): string => row.id;
  return (
    <>
      <TableCard
        title={t('channels')}
        rows={byChannel}
        keyOf={keyOf}
        fileName={`${fileName}-channels`}
        columns={[
          nameColumn(),
          ...columnsOf(byChannel, all, (row, what) => onShow({ kind: 'channel', id: row.id }, what)),
        ]}
      />
      {byOperator.length > 0 && (
        <TableCard
          title={t('operatorsTitle')}
          rows={byOperator}
          keyOf={keyOf}
          fileName={`${fileName}-operators`}
          columns={[
            nameColumn(),
            ...columnsOf(
              byOperator,
              (row) => row.messages.operators,
              (row, what) => onShow({ kind: 'operator', id: row.id }, what),
            ),
          ]}
        />
      )}
      {byBot.length > 0 && (
        <TableCard
          title={t('botsTitle')}
          rows={byBot}
          keyOf={keyOf}
          fileName={`${fileName}-bots`}
          columns={[
            nameColumn(),
            ...columnsOf(
              byBot,
              (row) => row.messages.bots,
              (row, what) => onShow({ kind: 'bot', id: row.id }, what),
            ),
            solved,
          ]}
        />
      )}
    </>
  );
}

function nameColumn<Row extends Named>(): Column<Row> {
  return { title: i18n.t('reports:name'), show: (row) => <bdi>{row.name}</bdi>, value: (row) => row.name };
}

function columnsOf<Row extends Group>(
  rows: readonly Row[],
  said: (row: Row) => number,
  show: (row: Row, what: string) => void,
): readonly Column<Row>[] {
  const most = Math.max(1, ...rows.map(({ chats }) => chats));
  return [
    {
      title: i18n.t('reports:chats'),
      show: (row) => chatCount(row.chats, row.name, () => show(row, row.name)),
      value: (row) => row.chats,
      bar: (row) => row.chats / most,
    },
    { title: i18n.t('reports:said'), show: (row) => numberWords(said(row)), value: said },
    timeColumn(i18n.t('reports:firstMedian'), (row) => row.firstAnswer, 'median'),
    timeColumn(i18n.t('reports:firstNinetieth'), (row) => row.firstAnswer, 'ninetieth'),
    timeColumn(i18n.t('reports:resolutionMedian'), (row) => row.resolution, 'median'),
    timeColumn(i18n.t('reports:resolutionNinetieth'), (row) => row.resolution, 'ninetieth'),
    {
      title: i18n.t('reports:ratingColumn'),
      show: (row) => ratingWords(row.ratings.average),
      value: (row) => (row.ratings.average === null ? null : Number(row.ratings.average.toFixed(2))),
    },
    {
      title: i18n.t('reports:ratingCount'),
      show: (row) => numberWords(row.ratings.count),
      value: (row) => row.ratings.count,
    },
  ];
}

function timeColumn<Row>(title: string, read: (row: Row) => Times, which: 'median' | 'ninetieth'): Column<Row> {
  return { title, show: (row) => timeWords(read(row)[which]), value: (row) => secondsOf(read(row)[which]) };
}

/** Files have whole seconds. */
function secondsOf(milliseconds: number | null): Cell {
  return milliseconds === null ? null : Math.round(milliseconds / 1000);
}

/** A number of chats; a press shows them. */
export function chatCount(count: number, what: string, onShow: () => void): ReactNode {
  if (count === 0) return numberWords(0);
  return (
    <button
      type="button"
      onClick={onShow}
      title={i18n.t('reports:showChats', { count })}
      aria-label={`${numberWords(count)}. ${i18n.t('reports:showChatsOf', { what })}`}
      className="rounded-sm text-accent underline decoration-from-font underline-offset-2 hover:text-accent-strong"
    >
      {numberWords(count)}
    </button>
  );
}
