import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useCounts } from '#renderer/rpc/use-chats.ts';
import { useMe, useSetPresence } from '#renderer/rpc/use-directory.ts';
import { narrow, type InboxFilter } from '#renderer/state/inbox-view.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';

/** An empty list's message. */
export function ListEmpty({ filter }: { readonly filter: InboxFilter }) {
  const { t } = useTranslation('inbox');
  const today = useCounts().data?.today;
  const more = filter === 'waiting' ? today && todayText(today) : t(`emptyMore.${filter}`);
  return (
    <div className="flex min-h-0 flex-1">
      <EmptyState title={t(`empty.${filter}`)} action={filter === 'waiting' && <GoOnline />}>
        {more}
      </EmptyState>
    </div>
  );
}

/** No chat in the list matches the filters. */
export function NoMatches() {
  const { t } = useTranslation('inbox');
  return (
    <div className="flex min-h-0 flex-1">
      <EmptyState
        title={t('narrow.none')}
        action={
          <Button onClick={() => narrow({ tags: [], channelId: undefined, heldBy: undefined })}>
            {t('narrow.clear')}
          </Button>
        }
      />
    </div>
  );
}

/** The empty Waiting list, which reminds an away operator that customers see nobody is here. */
function GoOnline() {
  const { t } = useTranslation('inbox');
  const { mutate } = useSetPresence();
  if (useMe().data?.presence !== 'away') return null;
  return (
    <div className="flex flex-col items-center gap-3 text-ui text-ink-quiet">
      <p>{t('youAreAway')}</p>
      <Button onClick={() => mutate({ presence: 'online' }, { onError: () => notifyError(t('presenceFailed')) })}>
        {t('goOnline')}
      </Button>
    </div>
  );
}

/** Placeholders of loading rows. */
export function ListLoading() {
  const { t } = useTranslation('inbox');
  return (
    <div role="status" aria-label={t('loading')} className="min-h-0 flex-1 overflow-hidden px-4">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex h-(--row) items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** "Today: 3 chats, 2 closed." */
export function todayText({ opened, closed }: RouteOutput<'chats.counts'>['today']): string {
  if (opened === 0) return closed === 0 ? i18n.t('inbox:today.none') : i18n.t('inbox:today.onlyClosed', { closed });
  return i18n.t('inbox:today.text', { count: opened, closed });
}
