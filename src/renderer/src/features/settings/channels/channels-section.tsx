import '#renderer/language/website.ts';
import { Globe, Radio } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ChannelMark } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CardList } from '#renderer/components/card-list.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import type { Opened } from '../parts/act.tsx';
import { FormAddress } from '../parts/address-fields.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { LinkRow, Loaded, Section } from '../parts/section.tsx';
import { AddSiteDialog } from '../site/add-site-dialog.tsx';
import { channelForm, endpointOf } from './channel-fields.ts';
import { ChannelStateChip, type ListedChannel } from './channel-state.tsx';
import { channelPlace } from './channel-tabs.tsx';

/** All channels, and the two ways to add one: our window, or whatever a developer connects. */
export function ChannelsSection() {
  const { t } = useTranslation(['channels', 'settings', 'website']);
  const channels = useChannels({ refetchCounts: true });
  const [adding, setAdding] = useState<'site' | 'custom'>();
  const add = (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => setAdding('site')}>
        <Globe aria-hidden className="-ms-1 size-4" />
        {t('website:add.open')}
      </Button>
      <Button onClick={() => setAdding('custom')}>{t('add')}</Button>
    </div>
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
              {t('website:add.empty')}
            </EmptyState>
          )
        }
      </Loaded>
      <AddSiteDialog open={adding === 'site'} onClose={() => setAdding(undefined)} />
      <AddChannelDialog open={adding === 'custom'} onClose={() => setAdding(undefined)} />
    </Section>
  );
}

function ChannelRow({ channel }: { readonly channel: ListedChannel }) {
  const { t } = useTranslation('channels');
  return (
    <LinkRow
      href={channelPlace(channel.id)}
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
          navigate(channelPlace(id, 'website'));
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
