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
  /** in its place while it is on its way */
  readonly loading?: ReactNode;
  /** that it could not be had, in words */
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked of the engine, once it is there; where it could not be had, that, and another try. */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return loading;
  return <EmptyState title={failed} action={<Button onClick={() => void query.refetch()}>{t('tryAgain')}</Button>} />;
}
