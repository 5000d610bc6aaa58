import { useTranslation } from 'react-i18next';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { ChannelMark } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { LinkRow, Loaded, Section, BackLink } from '../parts/section.tsx';
import { channelKindScreens } from './channel-kinds.ts';
import { ChannelStateChip } from './channel-settings.tsx';

interface ChannelsSectionProps {
  /** a channel's id: its page; left out: all of them */
  readonly detail?: string | undefined;
  readonly tab?: string | undefined;
}

export function ChannelsSection({ detail: channelId, ...page }: ChannelsSectionProps) {
  return channelId === undefined ? <ChannelList /> : <ChannelPage channelId={channelId} {...page} />;
}

const kinds = Object.keys(channelKindScreens) as ChannelKind[];

/** All channels, and how to add one of each kind. */
function ChannelList() {
  const { t } = useTranslation(['channels', 'settings', 'website']);
  const channels = useChannels('always');
  const [adding, setAdding] = useState<ChannelKind>();
  const some = channels.data !== undefined && channels.data.length > 0;
  const add = (
    <div className={cn('flex flex-wrap gap-2', !some && 'justify-center')}>
      {kinds.map((kind, at) => {
        const { Icon } = channelKinds[kind];
        const { AddText } = channelKindScreens[kind];
        return (
          <Button key={kind} {...(at === 0 && { variant: 'primary' })} onClick={() => setAdding(kind)}>
            {at === 0 && <Icon aria-hidden className="-ms-1 size-4" />}
            <AddText />
          </Button>
        );
      })}
    </div>
  );
  return (
    <Section title={t('settings:sections.channels')} lead={t('lead')} action={some ? add : undefined}>
      <Loaded of={channels}>
        {(list) =>
          some ? (
            <>
              {list.map((channel) => {
                const { Hint } = channelKindScreens[channel.kind];
                return Hint && <Hint key={channel.id} channel={channel} />;
              })}
              <Rows rows={list} keyOf={({ id }) => id}>
                {(channel) => (
                  <LinkRow
                    href={channelPath(channel.id)}
                    icon={<ChannelMark channel={channel} size={28} />}
                    title={channel.name}
                    more={t('openChats', { count: channel.openChats })}
                  >
                    <ChannelStateChip channel={channel} />
                  </LinkRow>
                )}
              </Rows>
            </>
          ) : (
            <EmptyState icon={<Radio />} title={t('emptyTitle')} action={add} className="my-10">
              {t('website:add.empty')}
            </EmptyState>
          )
        }
      </Loaded>
      {channels.data !== undefined &&
        kinds.map((kind) => {
          const { AddDialog } = channelKindScreens[kind];
          return (
            <AddDialog
              key={kind}
              channels={channels.data}
              open={adding === kind}
              onClose={() => setAdding(undefined)}
            />
          );
        })}
    </Section>
  );
}

function ChannelPage({ channelId, tab }: Omit<ChannelsSectionProps, 'detail'> & { readonly channelId: string }) {
  const { t } = useTranslation(['channels', 'settings', 'website']);
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/channels">{t('back')}</BackLink>
      <Loaded of={useChannels('always')}>
        {(channels) => {
          const channel = channels.find(({ id }) => id === channelId);
          if (channel === undefined) return <EmptyState title={t('gone')} className="my-10" />;
          const { Page } = channelKindScreens[channel.kind];
          return <Page channel={channel} tab={tab} />;
        }}
      </Loaded>
    </div>
  );
}
