import { useTranslation } from 'react-i18next';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { ChannelMark } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
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
  const [isAsking, setAsking] = useState(false);
  const kindCards = <KindCards onChoose={setAdding} />;
  const add = (
    <Button variant="primary" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
      {t('add')}
    </Button>
  );
  return (
    <Section title={t('settings:sections.channels')} lead={t('lead')} action={some ? add : undefined}>
      <Loaded of={channels}>
        {(list) =>
          some ? (
            <>
              {isAsking && kindCards}
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
            <>
              <EmptyState icon={<Radio />} title={t('emptyTitle')} className="mt-10" />
              {kindCards}
            </>
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

/** What a channel can be for, each with what it takes. */
function KindCards({ onChoose }: { readonly onChoose: (kind: ChannelKind) => void }) {
  const { t } = useTranslation('channels');
  return (
    <section aria-label={t('addFor.question')} className="flex flex-col gap-2">
      <h3 className="text-ui font-medium">{t('addFor.question')}</h3>
      <ul className="flex flex-col gap-2">
        {kinds.map((kind) => {
          const { Icon } = channelKinds[kind];
          return (
            <li key={kind} className="flex">
              <button
                type="button"
                onClick={() => onChoose(kind)}
                className="flex min-w-0 flex-1 gap-2.5 rounded-control border border-edge bg-raised p-3 text-start text-ui transition-colors hover:border-accent hover:bg-hover"
              >
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-quiet" />
                <span className="flex min-w-0 flex-col gap-1">
                  <span className="font-medium">{t(`addFor.${kind}.title`)}</span>
                  <span className="text-ink-quiet">{t(`addFor.${kind}.means`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
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
