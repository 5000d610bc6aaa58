import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { i18n } from '#renderer/language/i18n.ts';
import { formatAge } from '#renderer/components/dates.ts';
import { Spinner } from '#renderer/components/progress.tsx';
import { useNow } from '#renderer/components/time.tsx';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useChats } from '#renderer/rpc/use-chats.ts';
import type { Channel, Chat } from '#shared/domain/entities.ts';

/** Where the window was seen since the start, the latest first. */
export function useSeen({ id }: Pick<Channel, 'id'>) {
  return useRouteQueryFor('owner', 'sites.seen', { channelId: id }, { select: ({ seen }) => seen }).data;
}

/** A chat on the channel, open or closed: the proof that visitors can write. */
export function useAnyChat({ id: channelId }: Pick<Channel, 'id'>): Chat | undefined {
  const [open] = useChats('open', { channelId }).data ?? [];
  const [closed] = useChats('closed', { channelId }).data ?? [];
  return open ?? closed;
}

/** Where the window was seen last, as it happens. */
export function Proof({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const [latest] = useSeen(channel) ?? [];
  const chat = useAnyChat(channel);
  const age = useNow((now) => (latest === undefined ? '' : formatSeen(latest.at, now)));
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-card bg-sunken px-4 py-3.5 text-message">
      {latest === undefined ? (
        <>
          <span className="mt-0.5">
            <Spinner />
          </span>
          <p className="min-w-0">{t('proof.waiting')}</p>
        </>
      ) : (
        <>
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{t('proof.seen', { host: latest.host, age })}</p>
            {chat === undefined ? (
              <p className="text-ink-quiet">{t('proof.write')}</p>
            ) : (
              <p className="text-ink-quiet">
                {t('proof.written')}{' '}
                <Link href={`/chat/${encodeURIComponent(chat.id)}`} className="underline">
                  {t('proof.toChat')}
                </Link>
              </p>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** "12 seconds ago", "3 minutes ago", then like everywhere else. */
export function formatSeen(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 2) return i18n.t('website:proof.now');
  if (seconds < 60) return i18n.t('website:proof.seconds', { count: seconds });
  if (seconds < 3600) return i18n.t('website:proof.minutes', { count: Math.floor(seconds / 60) });
  return formatAge(at, now);
}
