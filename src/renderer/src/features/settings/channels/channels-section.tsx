import { useTranslation } from 'react-i18next';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ChannelMark } from '#renderer/components/avatar.tsx';
import { CardList } from '#renderer/components/card-list.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import { AddButton, LinkRow, Loaded, Section } from '../parts/section.tsx';
import { ChannelStateChip, channelForm, endpointOf, type ListedChannel } from './channel-fields.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { FormAddress } from '../parts/address-fields.tsx';
import type { Opened } from '../parts/act.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';

/** All channels, and a way to add one. */
export function ChannelsSection() {
  const { t } = useTranslation(['channels', 'settings']);
  const channels = useChannels({ refetchCounts: true });
  const [adding, setAdding] = useState(false);
  const add = <AddButton onClick={() => setAdding(true)}>{t('add')}</AddButton>;
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
    <LinkRow
      href={`/settings/channels/${encodeURIComponent(channel.id)}`}
      icon={<ChannelMark channel={channel} size={28} />}
      title={channel.name}
      more={`${channel.publicId} · ${t('openChats', { count: channel.openChats })}`}
    >
      <ChannelStateChip channel={channel} />
    </LinkRow>
  );
}

/** Asks for a name and an optional reply address, then opens the new channel's page. */
function AddChannelDialog(dialog: Opened) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { mutateAsync } = useRouteMutation('channels.create', 'channels.list');
  return (
    <FormDialog
      {...dialog}
      title={t('addTitle')}
      description={t('addLead')}
      confirmLabel={t('addConfirm')}
      failed={t('notAdded')}
      rule={channelForm}
      start={{ name: '', endpoint: '', allowPlainHttp: false }}
      send={async (typed) => {
        const { id, name } = await mutateAsync({ ...typed, endpoint: endpointOf(typed.endpoint) });
        return () => {
          notify(t('added', { name }));
          navigate(`/settings/channels/${encodeURIComponent(id)}/website`);
        };
      }}
    >
      {(form) => (
        <>
          <TextField
            control={form.control}
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            placeholder={t('namePlaceholder')}
            autoFocus
          />
          <FormAddress
            form={form}
            label={t('endpoint.text')}
            hint={t('endpointHint')}
            placeholder={'https://shop.example/chat-replies'}
          />
        </>
      )}
    </FormDialog>
  );
}
