import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** shown while loading */
  readonly loading?: ReactNode;
  /** error message */
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query's data once loaded; on failure, the error and a retry. */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return loading;
  return <EmptyState title={failed} action={<Button onClick={() => void query.refetch()}>{t('tryAgain')}</Button>} />;
}

interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly className?: string;
  readonly children: string;
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, className = 'self-center', children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button className={className} pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  );
}
