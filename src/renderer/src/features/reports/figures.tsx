import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { formatPercent, formatNumber } from '#renderer/components/amounts.ts';
import { ArrowDown, ArrowUp, Equal, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportFigures, FigureSelection as Behind, ReportSelection } from '#shared/contract/reports.ts';
import type { TablesProps } from './tables.tsx';
import { formatRating, formatShare, formatDuration } from './data-table.tsx';
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
export function Figures({ report: { figures, before }, onShow }: Omit<TablesProps, 'fileName'>) {
  const { t } = useTranslation('reports');
  const then = before.figures;
  const said = (of: ReportFigures): number => of.messages.customers + of.messages.operators + of.messages.bots;
  const share = (of: ReportFigures): number | null => (of.botClosed === 0 ? null : of.botSolved / of.botClosed);
  return (
    <section aria-label={t('figures')} className="grid grid-cols-3 gap-3 max-card:grid-cols-2">
      <Figure
        title={t('chats')}
        value={formatNumber(figures.chats)}
        change={changeFrom(figures.chats, then.chats, formatNumber)}
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
      <Figure
        title={t('messages')}
        value={formatNumber(said(figures))}
        change={changeFrom(said(figures), said(then), formatNumber)}
      >
        {t('messagesMore', { customers: figures.messages.customers })}
      </Figure>
      <Figure
        title={t('firstAnswer')}
        value={formatDuration(figures.firstAnswer.median)}
        change={changeFrom(figures.firstAnswer.median, then.firstAnswer.median, formatDuration, true)}
      >
        {figures.firstAnswer.ninetieth === null
          ? t('noTimes')
          : t('ninetieth', { time: formatDuration(figures.firstAnswer.ninetieth) })}
      </Figure>
      <Figure
        title={t('resolution')}
        value={formatDuration(figures.resolution.median)}
        change={changeFrom(figures.resolution.median, then.resolution.median, formatDuration, true)}
      >
        {figures.resolution.ninetieth === null
          ? t('noneClosed')
          : t('ninetieth', { time: formatDuration(figures.resolution.ninetieth) })}
      </Figure>
      <Figure
        title={t('botSolved')}
        value={formatShare(figures.botSolved, figures.botClosed)}
        change={changeFrom(share(figures), share(then), () => formatShare(then.botSolved, then.botClosed))}
        onShow={figures.botSolved === 0 ? undefined : () => onShow({ kind: 'botSolved' }, t('botSolved'))}
      >
        {figures.botClosed === 0
          ? t('noBotChats')
          : t('botSolvedMore', { solved: figures.botSolved, closed: figures.botClosed })}
      </Figure>
      <Figure
        title={t('rating')}
        value={formatRating(figures.ratings.average)}
        change={changeFrom(figures.ratings.average, then.ratings.average, formatRating)}
      >
        {t('ratings', { count: figures.ratings.count })}
      </Figure>
    </section>
  );
}

interface Change {
  readonly direction: 'up' | 'down' | 'same' | 'none';
  readonly words: string;
  readonly was: string | undefined;
}

/** The change from the previous period; durations are longer or shorter. */
function changeFrom(
  now: number | null,
  before: number | null,
  dateFormat: (value: number) => string,
  isTime = false,
): Change | undefined {
  if (now === null) return undefined;
  if (before === null || before === 0)
    return { direction: 'none', words: i18n.t('reports:noneBefore'), was: undefined };
  const part = now / before - 1;
  const was = i18n.t('reports:was', { value: dateFormat(before) });
  if (Math.abs(part) < 0.005) return { direction: 'same', words: i18n.t('reports:same'), was };
  if (part > 0)
    return {
      direction: 'up',
      words: isTime
        ? i18n.t('reports:longer', { part: formatPercent(part) })
        : i18n.t('reports:more', { part: formatPercent(part) }),
      was,
    };
  return {
    direction: 'down',
    words: isTime
      ? i18n.t('reports:shorter', { part: formatPercent(-part) })
      : i18n.t('reports:less', { part: formatPercent(-part) }),
    was,
  };
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly change: Change | undefined;
  readonly onShow?: (() => void) | undefined;
  readonly children: ReactNode;
}

const arrows = { up: ArrowUp, down: ArrowDown, same: Equal } as const;

function Figure({ title, value, change, onShow, children }: FigureProps) {
  const { t } = useTranslation('reports');
  const Arrow = change === undefined || change.direction === 'none' ? undefined : arrows[change.direction];
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
      {change !== undefined && (
        <p title={change.was} className="tabular flex items-center gap-1 text-meta text-ink-quiet">
          {Arrow !== undefined && <Arrow aria-hidden className="size-3.5" />}
          {change.words}
        </p>
      )}
    </div>
  );
}

const PAGE = 50;

interface FigureChatsProps {
  readonly selection: ReportSelection;
  readonly behind: Behind;
  /** what the number counts */
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
