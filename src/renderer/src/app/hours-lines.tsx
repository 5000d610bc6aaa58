import { useTranslation } from 'react-i18next';
import { DoorClosed, UserRoundX } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { openingWords } from '#renderer/components/opening-text.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useHours } from '#renderer/rpc/use-hours.ts';
import { useOperators, useSetPresence } from '#renderer/rpc/use-operators.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';

type View = RouteOutput<'hours.get'>;

/** What counts for customers: each channel, or the installation while there is none. */
function places({ installation, channels }: View): readonly View['channels'][number][] {
  return channels.length === 0 ? [{ ...installation, channelId: '' }] : channels;
}

/** What is closed now, in words; undefined: nothing. */
export function useClosedWords(): string | undefined {
  const { t } = useTranslation('app');
  const hours = useHours().data;
  const channels = useChannels().data;
  const said = useTicking((now) => {
    if (hours === undefined) return '';
    const all = places(hours);
    const closed = all.filter(({ open }) => !open);
    const [first] = closed.toSorted((a, b) => (a.changesAt ?? Infinity) - (b.changesAt ?? Infinity));
    if (first === undefined) return '';
    if (closed.length === all.length) return openingWords(first, now);
    if (closed.length > 1) return t('hours.someClosed', { count: closed.length });
    return t('hours.oneClosed', {
      channelName: channels?.find(({ id }) => id === first.channelId)?.name ?? '',
      state: openingWords(first, now),
    });
  });
  return said === '' ? undefined : said;
}

/** Above the lists: that customers are told nobody is there, and until when. */
export function ClosedLine() {
  const said = useClosedWords();
  if (said === undefined) return null;
  return (
    <p className="flex items-start gap-1.5 px-2 text-ui text-ink-quiet">
      <DoorClosed aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{said}</span>
    </p>
  );
}

/** In working hours that somebody set, while nobody is online: says so, and offers to be the one. */
export function NobodyOnlineLine() {
  const { t } = useTranslation('app');
  const hours = useHours().data;
  const operators = useOperators().data;
  const channels = useChannels().data;
  const setPresence = useSetPresence();
  const isPaused = (channelId: string): boolean => channels?.find(({ id }) => id === channelId)?.paused ?? false;
  const isWorkTime =
    hours !== undefined &&
    places(hours).some(({ open, limited, channelId }) => open && limited && !isPaused(channelId));
  const isShown = isWorkTime && operators !== undefined && !operators.some(({ available }) => available);
  const goOnline = (): void => setPresence.mutate('online', { onError: () => sayTrouble(t('presenceFailed')) });
  return (
    <div role="status" className="shrink-0">
      {isShown && (
        <div className="flex min-h-10 items-center justify-center gap-x-3 border-b bg-attention-tint py-1 pe-2 ps-4 text-ui text-attention">
          <UserRoundX aria-hidden className="size-4 shrink-0" />
          <p className="min-w-0">
            <strong className="font-semibold">{t('hours.nobody')}</strong> {t('hours.nobodyMore')}
          </p>
          <Button size="sm" onClick={goOnline}>
            {t('hours.goOnline')}
          </Button>
        </div>
      )}
    </div>
  );
}
