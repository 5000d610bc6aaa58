import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';

/** The places of the messages that are on their way. */
export function MessagesLoading() {
  const { t } = useTranslation('conversation');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="mx-auto flex min-h-0 w-full max-w-[720px] flex-1 flex-col justify-end gap-3 overflow-hidden px-4 pb-4"
    >
      <Skeleton className="h-10 w-3/5 rounded-bubble" />
      <Skeleton className="h-16 w-2/5 rounded-bubble" />
      <Skeleton className="h-10 w-1/2 self-end rounded-bubble" />
      <Skeleton className="h-10 w-2/5 rounded-bubble" />
    </div>
  );
}

/** The messages could not be had. */
export function NotLoaded({ onTryAgain }: { readonly onTryAgain: () => void }) {
  const { t } = useTranslation('conversation');
  return <EmptyState title={t('notLoaded')} action={<Button onClick={onTryAgain}>{t('tryAgain')}</Button>} />;
}
