import { DoorClosed, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { openingText, useNow } from '#renderer/components/dates.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useChannels, useHours, useOperators, useSetPresence } from '#renderer/rpc/use-directory.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { Presence } from '#shared/domain/entities.ts';

/** Sets whether customers can reach this operator; a toast says if that fails. */
export function useChoosePresence(): (presence: Presence) => void {
  const { t } = useTranslation('inbox');
  const { mutate } = useSetPresence();
  return (presence) => mutate({ presence }, { onError: () => notifyError(t('presenceFailed')) });
}

/** The opening hours that customers see: of each channel, or of the installation if it has none. */
function useOpenings(): RouteOutput<'hours.get'>['channels'] {
  const hours = useHours().data;
  if (hours === undefined) return [];
  return hours.channels.length === 0 ? [{ ...hours.installation, channelId: '' }] : hours.channels;
}

/** Tells what is closed now; empty: nothing. */
export function useClosedText(): string {
  const { t } = useTranslation('app');
  const all = useOpenings();
  const channels = useChannels().data;
  return useNow((now) => {
    const closed = all.filter(({ open }) => !open);
    const [first] = closed.toSorted((a, b) => (a.changesAt ?? Infinity) - (b.changesAt ?? Infinity));
    if (first === undefined) return '';
    if (closed.length === all.length) return openingText(first, now);
    if (closed.length > 1) return t('hours.someClosed', { count: closed.length });
    return t('hours.oneClosed', {
      channelName: channels?.find(({ id }) => id === first.channelId)?.name ?? '',
      state: openingText(first, now),
    });
  });
}

/** Above the lists: customers are told that nobody is here, and until when. */
export function ClosedLine() {
  const text = useClosedText();
  if (text === '') return null;
  return (
    <p className="flex items-start gap-1.5 px-2 text-ui text-ink-quiet">
      <DoorClosed aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

/** Warns that nobody is online during opening hours, and offers to go online. */
export function NobodyOnlineLine() {
  const { t } = useTranslation('app');
  const openings = useOpenings();
  const hasNobody = useOperators().data?.some(({ available }) => available) === false;
  const channels = useChannels().data;
  const choose = useChoosePresence();
  const isPaused = (channelId: string): boolean => channels?.find(({ id }) => id === channelId)?.paused ?? false;
  const isShown =
    hasNobody && openings.some((opening) => opening.open && opening.limited && !isPaused(opening.channelId));
  return (
    <div role="status" className="shrink-0">
      {isShown && (
        <div className="flex min-h-10 items-center justify-center gap-x-3 border-b bg-attention-tint py-1 pe-2 ps-4 text-ui text-attention">
          <UserRoundX aria-hidden className="size-4 shrink-0" />
          <p className="min-w-0">
            <strong className="font-semibold">{t('hours.nobody')}</strong> {t('hours.nobodyMore')}
          </p>
          <Button size="sm" onClick={() => choose('online')}>
            {t('hours.goOnline')}
          </Button>
        </div>
      )}
    </div>
  );
}
