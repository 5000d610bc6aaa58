import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '#renderer/components/amounts.ts';
import { Star, Bot, ChevronRight } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState, Loaded, MoreButton } from '#renderer/components/lists.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Skeleton } from '#renderer/components/progress.tsx';
import { Stars } from '#renderer/components/stars.tsx';
import { useRoutePages } from '#renderer/rpc/ask.ts';
import { customerName, useBots, useChannelName, useChannels, useOperators } from '#renderer/rpc/use-directory.ts';
import { useCustomerAvatar } from '#renderer/rpc/media.ts';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { ChannelSelect } from '#renderer/components/list-page.tsx';
import { Select, type SelectChoice } from '#renderer/components/select.tsx';
import { Link } from 'wouter';
import type { Channel, Rating } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Age } from '#renderer/components/dates.tsx';
import { createListView } from '#renderer/state/page-state.ts';
import type { RouteInput } from '#shared/contract/routes.ts';

/** Customers' ratings: the average, and each of them. */
export function Ratings() {
  const { t } = useTranslation('reports');
  const channels = useChannels().data;
  const operators = useOperators().data;
  const bots = useBots().data;
  const areKnown = channels !== undefined && operators !== undefined && bots !== undefined;
  if (!areKnown) return <Skeleton className="h-24" />;
  return (
    <RatingList
      channels={channels}
      askers={[
        ...operators.map(({ id, name }) => ({
          value: `operator:${id}` as const,
          label: t('ratingList.byOperator', { name }),
        })),
        ...bots.map(({ id, name }) => ({ value: `bot:${id}` as const, label: t('ratingList.byBot', { name }) })),
      ]}
    />
  );
}

const PAGE = 50;
const STARS = ['5', '4', '3', '2', '1'] as const;

interface RatingListProps {
  readonly channels: readonly Channel[];
  readonly askers: readonly SelectChoice<AskedBy>[];
}

function RatingList({ channels, askers }: RatingListProps) {
  const { t } = useTranslation('reports');
  const { filter: chosen, change } = useRatingsView();
  const filter = withoutRemoved(
    chosen,
    channels.map(({ id }) => id),
    askers.map(({ value }) => value),
  );
  const ratings = useRoutePages(
    'ratings.list',
    { ...toInput(filter), limit: PAGE },
    {
      placeholderData: keepPreviousData,
      select: ({ pages }) => ({
        ratings: pages.flatMap((page) => page.ratings),
        count: pages[0]?.count ?? 0,
        average: pages[0]?.average ?? null,
      }),
    },
  );
  return (
    <Loaded query={ratings} loading={<Skeleton className="h-24" />} failed={t('ratingList.loadFailed')}>
      {({ ratings: rows, count, average }) =>
        count === 0 && isEverything(filter) ? (
          <EmptyState icon={<Star />} title={t('ratingList.emptyTitle')} className="my-16">
            {t('ratingList.empty')}
          </EmptyState>
        ) : (
          <>
            <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <Summary count={count} average={average} />
              <div className="flex flex-wrap gap-2">
                <ChannelSelect
                  channels={channels}
                  value={filter.channel}
                  onValueChange={(channel) => change({ channel })}
                />
                <Select
                  label={t('ratingList.filterAskedBy')}
                  value={filter.askedBy}
                  choices={[{ value: 'anybody', label: t('ratingList.anybody') }, ...askers]}
                  onValueChange={(askedBy) => change({ askedBy })}
                  className="w-40"
                />
                <Select
                  label={t('ratingList.filterStars')}
                  value={filter.stars}
                  choices={[
                    { value: 'any', label: t('ratingList.anyStars') },
                    ...STARS.map((value) => ({ value, label: t('ratingList.starsChoice', { count: Number(value) }) })),
                  ]}
                  onValueChange={(stars) => change({ stars })}
                  className="w-44"
                />
              </div>
            </header>
            {count === 0 ? (
              <EmptyState
                title={t('ratingList.noneFitTitle')}
                action={<Button onClick={() => change(EVERYTHING)}>{t('ratingList.showAll')}</Button>}
                className="my-12"
              />
            ) : (
              <Rows label={t('ratingList.list')} rows={rows} keyOf={({ id }) => id}>
                {(rating) => <RatingRow rating={rating} />}
              </Rows>
            )}
            <MoreButton query={ratings}>{t('ratingList.more')}</MoreButton>
          </>
        )
      }
    </Loaded>
  );
}

function Summary({ count, average }: { readonly count: number; readonly average: number | null }) {
  const { t } = useTranslation('reports');
  return (
    <div role="status" className="flex min-w-48 flex-1 items-center gap-3">
      <span
        aria-hidden
        className={cn('tabular min-w-12 text-[32px] leading-10 font-semibold', average === null && 'text-ink-quiet')}
      >
        {average === null ? '–' : formatDecimal(average, 1)}
      </span>
      <span className="flex flex-col gap-0.5">
        <Stars
          value={average ?? 0}
          label={average === null ? undefined : t('ratingList.averageRead', { average: formatDecimal(average, 1) })}
          size={18}
        />
        <span className="tabular text-ui text-ink-quiet">{t('ratingList.count', { count })}</span>
      </span>
    </div>
  );
}

/** One rating; a click anywhere opens its chat. The customer's comment is plain text. */
function RatingRow({ rating }: { readonly rating: Rating }) {
  const { t } = useTranslation('reports');
  const { chatId, customer, rate, comment, at, askedBy } = rating;
  const channelName = useChannelName(rating.channelId);
  return (
    <article className="group relative flex items-start gap-3 px-4 py-3 transition-colors hover:bg-hover">
      <Avatar {...useCustomerAvatar(customer)} size={32} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-center gap-2">
          <Link
            href={`/chat/${encodeURIComponent(chatId)}`}
            dir="auto"
            className="truncate text-ui font-medium text-ink no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {customerName(customer)}
          </Link>
          <Stars value={rate} label={t('ratingList.stars', { count: rate })} />
          <span className="flex-1" />
          <Age at={at} className="relative shrink-0 text-ink-quiet" />
        </div>
        {comment !== undefined && <p className="text-message break-words whitespace-pre-wrap">{comment}</p>}
        <p className="flex flex-wrap items-center gap-x-1.5 text-meta text-ink-quiet">
          <span className="break-words">{channelName}</span>
          <span aria-hidden>·</span>
          {askedBy.kind === 'bot' && <Bot aria-hidden className="size-3.5 text-bot" />}
          <span className="break-words">
            {askedBy.kind === 'bot'
              ? t('ratingList.byBot', { name: askedBy.name })
              : t('ratingList.byOperator', { name: askedBy.name })}
          </span>
        </p>
      </div>
      <ChevronRight aria-hidden className="mt-2 size-4 shrink-0 text-ink-quiet" />
    </article>
  );
}

/** Requester of the rating: anybody, `operator:<id>` or `bot:<id>`. */
type AskedBy = 'anybody' | `operator:${string}` | `bot:${string}`;

interface RatingsFilter {
  /** its id, or `all` */
  readonly channel: string;
  readonly askedBy: AskedBy;
  readonly stars: 'any' | (typeof STARS)[number];
}

export const EVERYTHING: RatingsFilter = { channel: 'all', askedBy: 'anybody', stars: 'any' };

const useRatingsView = createListView('ratings', EVERYTHING);

/** The input for the engine. */
export function toInput({
  channel,
  askedBy,
  stars,
}: RatingsFilter): Pick<RouteInput<'ratings.list'>, 'channelId' | 'operatorId' | 'botId' | 'rate'> {
  return {
    ...(channel !== 'all' && { channelId: channel }),
    ...(askedBy.startsWith('operator:') && { operatorId: askedBy.slice('operator:'.length) }),
    ...(askedBy.startsWith('bot:') && { botId: askedBy.slice('bot:'.length) }),
    ...(stars !== 'any' && { rate: Number(stars) }),
  };
}

/** The filter without a removed channel or bot. */
export function withoutRemoved(
  filter: RatingsFilter,
  channels: readonly string[],
  askers: readonly AskedBy[],
): RatingsFilter {
  return {
    ...filter,
    channel: channels.includes(filter.channel) ? filter.channel : EVERYTHING.channel,
    askedBy: askers.includes(filter.askedBy) ? filter.askedBy : EVERYTHING.askedBy,
  };
}

export function isEverything({ channel, askedBy, stars }: RatingsFilter): boolean {
  return channel === EVERYTHING.channel && askedBy === EVERYTHING.askedBy && stars === EVERYTHING.stars;
}
