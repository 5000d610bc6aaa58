import { mayTryAgain } from '#shared/contract/errors.ts';
import type { ReactNode } from 'react';
import { i18n } from '#renderer/language/i18n.ts';
import { cn } from './class-names.ts';
import { Button } from './button.tsx';

/** A card with rows. */
export const cardLook = 'flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}

/** Shown where there is nothing to list. */
export function EmptyState({ title, children, icon, action, className }: EmptyStateProps) {
  return (
    <div className={cn('m-auto flex max-w-80 flex-col items-center gap-1 p-6 text-center', className)}>
      {icon !== undefined && (
        <span aria-hidden className="mb-2 text-ink-quiet [&_svg]:size-6">
          {icon}
        </span>
      )}
      <p className="text-message font-medium text-ink">{title}</p>
      {children !== undefined && <div className="text-ui text-balance text-ink-quiet">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** As far as what shows a query's data needs it. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  readonly query: QueryState<Data>;
  /** shown while loading */
  readonly loading?: ReactNode;
  /** error message */
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query's data once loaded; on failure, the error and a retry. */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return loading;
  return <EmptyState title={failed} action={retryButton(query)} />;
}

/** Asks again for what could not be loaded; undefined where that changes nothing. */
export function retryButton({ error, refetch }: Pick<QueryState<unknown>, 'error' | 'refetch'>): ReactNode {
  if (!mayTryAgain(error)) return undefined;
  return <Button onClick={() => void refetch()}>{i18n.t('common:tryAgain')}</Button>;
}

interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<{ readonly hasNextPage: boolean }>;
  };
  readonly className?: string;
  readonly children: string;
}

/** Loads the next page of a list, if there is one. With the last page it goes, and leaves its focus to the list. */
export function MoreButton({ query, className = 'self-center', children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  const showMore = async (button: HTMLElement): Promise<void> => {
    const list = button.previousElementSibling;
    if ((await query.fetchNextPage()).hasNextPage || !(list instanceof HTMLElement)) return;
    // The button may be gone by now, and its focus with it.
    if (![button, document.body].includes(document.activeElement as HTMLElement)) return;
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
  };
  return (
    <Button
      className={className}
      pending={query.isFetchingNextPage}
      onClick={({ currentTarget }) => void showMore(currentTarget)}
    >
      {children}
    </Button>
  );
}
