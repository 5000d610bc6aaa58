import { useTranslation } from 'react-i18next';
import { decimalWords } from '#renderer/components/amounts.ts';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Skeleton } from '#renderer/components/skeleton.tsx';
import { Stars } from '#renderer/components/stars.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useOperators } from '#renderer/rpc/use-operators.ts';
import { useRatings } from '#renderer/rpc/use-ratings.ts';
import { RatingRow } from './rating-row.tsx';
import {
  asked,
  EVERYTHING,
  isEverything,
  stillThere,
  useRatingsView,
  type AskedBy,
  type RatingsFilter,
} from './ratings-filter.ts';
import { RatingsFilters } from './ratings-filters.tsx';

/** What customers thought of their chats: how good on average, and each of them. Lives at `/ratings`. */
export function RatingsScreen() {
  const { t } = useTranslation('reports');
  const channels = useChannels().data;
  const operators = useOperators().data;
  const bots = useBots().data;
  if (channels === undefined || operators === undefined || bots === undefined) {
    return (
      <Page>
        <Skeleton className="h-24" />
      </Page>
    );
  }
  const askers = [
    ...operators.map(({ id, name }) => ({
      value: `operator:${id}` as const,
      label: t('ratingList.byOperator', { name }),
    })),
    ...bots.map(({ id, name }) => ({ value: `bot:${id}` as const, label: t('ratingList.byBot', { name }) })),
  ];
  return <Ratings channels={channels} askers={askers} />;
}

function Page({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('reports');
  return (
    <main aria-label={t('ratingList.title')} className="h-full overflow-y-auto bg-ground">
      <div className="mx-auto flex max-w-[784px] flex-col gap-5 px-8 pt-5 pb-16 max-panes:px-6">
        <h1 className="text-title font-semibold">{t('ratingList.title')}</h1>
        {children}
      </div>
    </main>
  );
}

interface RatingsProps {
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly askers: readonly { readonly value: AskedBy; readonly label: string }[];
}

function Ratings({ channels, askers }: RatingsProps) {
  const { t } = useTranslation('reports');
  const { filter: chosen, change } = useRatingsView();
  const filter = stillThere(
    chosen,
    channels.map(({ id }) => id),
    askers.map(({ value }) => value),
  );
  const ratings = useRatings(asked(filter));
  const channelName = (id: string) =>
    channels.find((channel) => channel.id === id)?.name ?? t('ratingList.removedChannel');
  const isAll = isEverything(filter);

  if (ratings.isError) {
    return (
      <Page>
        <EmptyState
          title={t('ratingList.loadFailed')}
          action={<Button onClick={() => void ratings.refetch()}>{t('ratingList.tryAgain')}</Button>}
        />
      </Page>
    );
  }
  if (ratings.data === undefined) {
    return (
      <Page>
        <Skeleton className="h-24" />
      </Page>
    );
  }
  const { ratings: rows, count, average } = ratings.data;
  if (count === 0 && isAll) {
    return (
      <Page>
        <EmptyState icon={<Star />} title={t('ratingList.emptyTitle')} className="my-16">
          {t('ratingList.empty')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Summary count={count} average={average} />
        <RatingsFilters filter={filter} channels={channels} askers={askers} onChange={change} />
      </header>
      {count === 0 ? (
        <NoneFit onShowAll={change} />
      ) : (
        <ol
          aria-label={t('ratingList.list')}
          className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
        >
          {rows.map((rating) => (
            <li key={rating.id}>
              <FaultBoundary part="row" of={[rating]}>
                <RatingRow rating={rating} channelName={channelName(rating.channelId)} />
              </FaultBoundary>
            </li>
          ))}
        </ol>
      )}
      {ratings.hasNextPage && (
        <Button
          className="self-center"
          pending={ratings.isFetchingNextPage}
          onClick={() => void ratings.fetchNextPage()}
        >
          {t('ratingList.more')}
        </Button>
      )}
    </Page>
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
        {average === null ? '–' : decimalWords(average, 1)}
      </span>
      <span className="flex flex-col gap-0.5">
        {average === null ? (
          <Stars value={0} size={18} />
        ) : (
          <Stars value={average} label={t('ratingList.averageRead', { average: decimalWords(average, 1) })} size={18} />
        )}
        <span className="tabular text-ui text-ink-quiet">{t('ratingList.count', { count })}</span>
      </span>
    </div>
  );
}

function NoneFit({ onShowAll }: { readonly onShowAll: (filter: RatingsFilter) => void }) {
  const { t } = useTranslation('reports');
  return (
    <EmptyState
      title={t('ratingList.noneFitTitle')}
      action={<Button onClick={() => onShowAll(EVERYTHING)}>{t('ratingList.showAll')}</Button>}
      className="my-12"
    />
  );
}
