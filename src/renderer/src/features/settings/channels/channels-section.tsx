import { useTranslation } from 'react-i18next';
import { ChevronRight, Plus, Radio } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { CardList } from '#renderer/components/card-list.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { Loaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { AddChannelDialog } from './add-channel-dialog.tsx';
import { ChannelStateChip } from './channel-state-chip.tsx';
import type { ListedChannel } from './listed-channel.ts';

/** All channels, and a way to add one. */
export function ChannelsSection() {
  const { t } = useTranslation(['channels', 'settings']);
  const channels = useChannels({ countedAnew: true });
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="-ms-1 size-4" />
      {t('add')}
    </Button>
  );
  const some = channels.data !== undefined && channels.data.length > 0;
  return (
    <Section title={t('settings:sections.channels')} lead={t('lead')} action={some ? add : undefined}>
      <Loaded of={channels}>
        {(list) =>
          some ? (
            <CardList items={list}>{(channel) => <ChannelRow channel={channel} />}</CardList>
          ) : (
            <EmptyState icon={<Radio />} title={t('emptyTitle')} action={add} className="my-10">
              {t('empty')}
            </EmptyState>
          )
        }
      </Loaded>
      <AddChannelDialog open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function ChannelRow({ channel }: { readonly channel: ListedChannel }) {
  const { t } = useTranslation('channels');
  return (
    <Link
      href={`/settings/channels/${encodeURIComponent(channel.id)}`}
      className="flex min-h-16 items-center gap-3 px-4 py-2.5 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-message font-medium">{channel.name}</span>
        <span className="block truncate text-meta text-ink-quiet">
          {channel.publicId} · {t('openChats', { count: channel.openChats })}
        </span>
      </span>
      <ChannelStateChip channel={channel} />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
    </Link>
  );
}
