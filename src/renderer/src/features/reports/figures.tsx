import { useTranslation } from 'react-i18next';
import { formatPercent, formatNumber } from '#renderer/components/amounts.ts';
import { ArrowDown, ArrowUp, Equal, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportFigures, FigureSelection as Behind, ReportSelection } from '#shared/contract/reports.ts';
import type { TablesProps } from './tables.tsx';
import { formatRating, formatDuration } from './data-table.tsx';
import { Link } from 'wouter';
import type { Chat } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { Loaded, MoreButton } from '#renderer/components/lists.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { Age } from '#renderer/components/dates.tsx';
import { useRoutePages, metaFor } from '#renderer/rpc/ask.ts';
import { customerName, useChannelName } from '#renderer/rpc/use-directory.ts';

/** The six key figures, each compared with the previous period. */
export function Figures({ report: { figures, before }, onShow }: TablesProps) {
  const { t } = useTranslation('reports');
  const previous = before.figures;
  const messageCount = ({ messages }: ReportFigures): number => messages.customers + messages.operators + messages.bots;
  const share = (of: ReportFigures): number | null => (of.botClosed === 0 ? null : of.botSolved / of.botClosed);
  const ninetieth = (time: number | null, none: string): string =>
    time === null ? none : t('ninetieth', { time: formatDuration(time) });
  return (
    <section aria-label={t('figures')} className="grid grid-cols-3 gap-3 max-card:grid-cols-2">
      <Figure
        title={t('chats')}
        now={figures.chats}
        previous={previous.chats}
        onShow={figures.chats === 0 ? undefined : () => onShow({ kind: 'all' }, t('chats'))}
      >
        {figures.unanswered > 0 && (
          <button
            type="button"
            onClick={() => onShow({ kind: 'unanswered' }, t('unanswered'))}
            className="relative rounded-sm text-attention underline decoration-from-font underline-offset-2"
          >
            {t('unansweredNow', { count: figures.unanswered })}
          </button>
        )}
      </Figure>
      <Figure title={t('messages')} now={messageCount(figures)} previous={messageCount(previous)}>
        {t('messagesMore', { customers: figures.messages.customers })}
      </Figure>
      <Figure title={t('firstAnswer')} now={figures.firstAnswer.median} previous={previous.firstAnswer.median} isTime>
        {ninetieth(figures.firstAnswer.ninetieth, t('noTimes'))}
      </Figure>
      <Figure title={t('resolution')} now={figures.resolution.median} previous={previous.resolution.median} isTime>
        {ninetieth(figures.resolution.ninetieth, t('noneClosed'))}
      </Figure>
      <Figure
        title={t('botSolved')}
        now={share(figures)}
        previous={share(previous)}
        format={formatPercent}
        onShow={figures.botSolved === 0 ? undefined : () => onShow({ kind: 'botSolved' }, t('botSolved'))}
      >
        {figures.botClosed === 0
          ? t('noBotChats')
          : t('botSolvedMore', { solved: figures.botSolved, closed: figures.botClosed })}
      </Figure>
      <Figure
        title={t('rating')}
        now={figures.ratings.average}
        previous={previous.ratings.average}
        format={formatRating}
      >
        {t('ratings', { count: figures.ratings.count })}
      </Figure>
    </section>
  );
}

interface ChangeProps {
  /** null: no data */
  readonly now: number | null;
  /** in the previous period */
  readonly previous: number | null;
  /** milliseconds, which are longer or shorter */
  readonly isTime?: boolean;
  readonly format?: (value: number) => string;
}

interface FigureProps extends ChangeProps {
  readonly title: string;
  readonly onShow?: (() => void) | undefined;
  readonly children: ReactNode;
}

function Figure({ title, onShow, children, ...change }: FigureProps) {
  const { t } = useTranslation('reports');
  const { now, isTime = false, format = isTime ? formatDuration : formatNumber } = change;
  const value = now === null ? t('none') : format(now);
  return (
    <div className="flex min-w-0 flex-col gap-0.5 rounded-card border bg-raised px-4 py-3">
      <h2 className="text-ui font-normal text-ink-quiet">{title}</h2>
      <p className="tabular text-[28px] leading-9 font-semibold">
        {onShow === undefined ? (
          value
        ) : (
          <button
            type="button"
            onClick={onShow}
            aria-label={`${value}. ${t('showChatsOf', { what: title })}`}
            title={t('showChatsOf', { what: title })}
            className="rounded-sm decoration-accent decoration-2 underline-offset-4 hover:underline"
          >
            {value}
          </button>
        )}
      </p>
      <p className="tabular text-ui text-ink-quiet">{children}</p>
      <Change {...change} isTime={isTime} format={format} />
    </div>
  );
}

/** The change from the previous period. */
function Change({ now, previous, isTime, format }: Required<ChangeProps>) {
  const { t } = useTranslation('reports');
  const look = 'tabular flex items-center gap-1 text-meta text-ink-quiet';
  if (now === null) return null;
  if (previous === null || previous === 0) return <p className={look}>{t('noneBefore')}</p>;
  const change = now / previous - 1;
  const part = formatPercent(Math.abs(change));
  const isSame = Math.abs(change) < 0.005;
  const Arrow = isSame ? Equal : change > 0 ? ArrowUp : ArrowDown;
  const more = isTime ? t('longer', { part }) : t('more', { part });
  const less = isTime ? t('shorter', { part }) : t('less', { part });
  return (
    <p title={t('was', { value: format(previous) })} className={look}>
      <Arrow aria-hidden className="size-3.5" />
      {isSame ? t('same') : change > 0 ? more : less}
    </p>
  );
}

const PAGE = 50;

interface FigureChatsProps {
  readonly selection: ReportSelection;
  readonly behind: Behind;
  /** subject of the count */
  readonly what: string;
  readonly onClose: () => void;
}

/** The chats behind a number; a click opens one. */
export function FigureChats({ selection, behind, what, onClose }: FigureChatsProps) {
  const { t } = useTranslation('reports');
  const chats = useRoutePages(
    'reports.chats',
    { ...selection, behind, limit: PAGE },
    // Refetched each time it opens.
    { gcTime: 0, meta: metaFor('reports'), select: ({ pages }) => pages.flatMap((page) => page.chats) },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('behind', { what })}
      description={t('behindLead')}
      className="w-[min(560px,calc(100vw-32px))]"
    >
      <Loaded query={chats} loading={<Skeleton className="h-40" />} failed={t('loadFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ui text-ink-quiet">{t('behindNone')}</p>
          ) : (
            <Rows label={what} className="-mx-2 flex flex-col" rows={rows} keyOf={({ id }) => id}>
              {(chat) => <ChatRow chat={chat} />}
            </Rows>
          )
        }
      </Loaded>
      <MoreButton query={chats}>{t('showMore')}</MoreButton>
    </Dialog>
  );
}

function ChatRow({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation('reports');
  const facts = [
    useChannelName(chat.channelId),
    chat.state === 'closed' ? t('closed') : t('open'),
    chat.rating && t('rated', { rate: chat.rating.rate }),
  ].filter((fact) => fact !== undefined);
  return (
    <Link
      href={`/chat/${encodeURIComponent(chat.id)}`}
      className="flex items-center gap-3 rounded-control px-2 py-2 text-ink no-underline hover:bg-hover"
    >
      <Avatar name={chat.customer.name} seed={chat.customer.id} photo={undefined} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-ui font-medium">{customerName(chat.customer)}</bdi>
        <span className="truncate text-meta text-ink-quiet">{facts.join(' · ')}</span>
      </span>
      <Age at={chat.openedAt} className="shrink-0 text-ink-quiet" />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet rtl:-scale-x-100" />
    </Link>
  );
}
