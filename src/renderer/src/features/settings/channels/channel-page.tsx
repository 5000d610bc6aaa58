import { useTranslation } from 'react-i18next';
import { Suspense } from 'react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { BackLink } from '../parts/back-link.tsx';
import { ChannelAddresses } from './channel-addresses.tsx';
import { ChannelBots } from './channel-bots.tsx';
import { ChannelDanger } from './channel-danger.tsx';
import { ChannelFields } from './channel-form.tsx';
import { ChannelStateChip } from './channel-state-chip.tsx';
import { ChannelAutomatic } from '../hours/channel-automatic.tsx';
import { ChannelHours } from '../hours/channel-hours.tsx';
import { ChannelRating } from '../hours/channel-rating.tsx';
import { ChannelMedia } from '../media/channel-media.tsx';
import { IntegratorSnippets } from './integrator-snippets.tsx';
import { Loaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { TestCustomerGroup } from './test-customer-group.tsx';
import { useChannelAddresses } from './use-channel-addresses.ts';
import type { ListedChannel } from './listed-channel.ts';

// Where the secret of a channel was lost, which is seldom.
const RestoreChannel = lazy(async () => (await import('./restore-channel.tsx')).RestoreChannel);

interface ChannelPageProps {
  readonly channelId: string;
  readonly onOpenTestCustomer: (channelId: string) => void;
}

/** Everything about one channel. */
export function ChannelPage({ channelId, onOpenTestCustomer }: ChannelPageProps) {
  const { t } = useTranslation('channels');
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/channels">{t('back')}</BackLink>
      <Loaded of={useChannels({ countedAnew: true })}>
        {(channels) => {
          const channel = channels.find(({ id }) => id === channelId);
          return channel === undefined ? (
            <EmptyState title={t('gone')} className="my-10" />
          ) : (
            <Channel channel={channel} onOpenTestCustomer={() => onOpenTestCustomer(channel.id)} />
          );
        }}
      </Loaded>
    </div>
  );
}

function Channel({
  channel,
  onOpenTestCustomer,
}: {
  readonly channel: ListedChannel;
  readonly onOpenTestCustomer: () => void;
}) {
  const { t } = useTranslation('channels');
  const addresses = useChannelAddresses(channel);
  const isLost = channel.secretLost === true;
  return (
    <Section
      title={channel.name}
      lead={
        <>
          {t('publicId')} <span className="text-ink">{channel.publicId}</span> ·{' '}
          {t('openChats', { count: channel.openChats })}
        </>
      }
      action={<ChannelStateChip channel={channel} />}
    >
      <Suspense>{isLost && <RestoreChannel channel={channel} />}</Suspense>
      <ChannelFields channel={channel} />
      {!isLost && <ChannelAddresses addresses={addresses} countBot={channel.countBot} />}
      <ChannelBots channel={channel} />
      <ChannelHours channel={channel} />
      <ChannelAutomatic channel={channel} />
      <ChannelRating channel={channel} />
      <ChannelMedia channel={channel} />
      {!isLost && <TestCustomerGroup onOpen={onOpenTestCustomer} />}
      {!isLost && <IntegratorSnippets publicId={channel.publicId} addresses={addresses} />}
      <ChannelDanger channel={channel} onRenewed={addresses.forget} />
    </Section>
  );
}
