import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { lazy, type LazyPart } from '#renderer/components/lazy.tsx';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import { BackLink, FieldsSkeleton, Loaded } from '../parts/section.tsx';
import type { ListedChannel } from './channel-state.tsx';

/** What the page of a channel is given. */
export interface ChannelOfKindProps {
  readonly channel: ListedChannel;
  /** the path after the channel's id; left out: the first tab */
  readonly tab: string | undefined;
  readonly onOpenTestCustomer: () => void;
}

const pages: Record<ChannelKind, LazyPart<ChannelOfKindProps>> = {
  custom: lazy(async () => (await import('./custom-channel.tsx')).CustomChannel),
  site: lazy(async () => (await import('../site/site-channel.tsx')).SiteChannel),
};

interface ChannelPageProps {
  /** the channel's id */
  readonly detail?: string | undefined;
  readonly tab?: string | undefined;
  readonly onOpenTestCustomer: (channelId: string) => void;
}

/** The page of a channel. */
export function ChannelPage({ detail, tab, onOpenTestCustomer }: ChannelPageProps) {
  const { t } = useTranslation('channels');
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/channels">{t('back')}</BackLink>
      <Loaded of={useChannels({ refetchCounts: true })}>
        {(channels) => {
          const channel = channels.find(({ id }) => id === detail);
          if (channel === undefined) return <EmptyState title={t('gone')} className="my-10" />;
          const Page = pages[channel.kind];
          return (
            <Suspense fallback={<FieldsSkeleton />}>
              <Page channel={channel} tab={tab} onOpenTestCustomer={() => onOpenTestCustomer(channel.id)} />
            </Suspense>
          );
        }}
      </Loaded>
    </div>
  );
}
