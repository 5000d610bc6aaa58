import { useTranslation } from 'react-i18next';
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
