import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Skeleton } from '#renderer/components/skeleton.tsx';

/** Places of fields that are being loaded. */
export function FieldsSkeleton() {
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

/** What is said where settings could not be loaded. */
export function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('settings');
  return <EmptyState title={t('loadFailed')} action={<Button onClick={onRetry}>{t('tryAgain')}</Button>} />;
}

/** What a screen needs of a query. */
interface Asked<Answer> {
  readonly data: Answer | undefined;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** What is asked for, once it is there. */
export function Loaded<Answer>({
  of: { data, isError, refetch },
  children,
}: {
  readonly of: Asked<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  return isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />;
}

/** Two questions as one. */
export function both<One, Other>(one: Asked<One>, other: Asked<Other>): Asked<readonly [One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    isError: one.isError || other.isError,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
