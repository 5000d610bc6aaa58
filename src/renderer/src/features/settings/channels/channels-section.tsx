import { useTranslation } from 'react-i18next';
import { Globe, Radio } from 'lucide-react';
import { type FunctionComponent, useState, Suspense } from 'react';
import { named } from '#renderer/components/field.tsx';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { ChannelMark } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import type { Opened } from '#renderer/components/actions.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { channelPlace } from '#shared/domain/settings-sections.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import { hasWebsite } from '#shared/domain/websites.ts';
import { channelFields } from '#shared/contract/channels.ts';
import { addressForm, FormAddress } from '../parts/address-fields.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { GUIDE, GuideLink } from '../site/guide-progress.tsx';
import { LinkRow, Loaded, Section, BackLink, FieldsSkeleton } from '../parts/section.tsx';
import { ChannelStateChip, type ListedChannel } from './channel-settings.tsx';

interface ChannelsSectionProps {
  /** a channel's id: its page; left out: all of them */
  readonly detail?: string | undefined;
  readonly tab?: string | undefined;
}

export function ChannelsSection({ detail: channelId, ...page }: ChannelsSectionProps) {
  return channelId === undefined ? <ChannelList /> : <ChannelPage channelId={channelId} {...page} />;
}

/** All channels, and the two ways to add one: our window, or whatever a developer connects. */
function ChannelList() {
  const { t } = useTranslation(['channels', 'settings', 'website']);
  const channels = useChannels('always');
  const [adding, setAdding] = useState<'site' | 'custom'>();
  const add = (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => setAdding('site')}>
        <Globe aria-hidden className="-ms-1 size-4" />
        {t('website:add.open')}
      </Button>
      <Button onClick={() => setAdding('custom')}>{t('channels:add')}</Button>
    </div>
  );
  const some = channels.data !== undefined && channels.data.length > 0;
  return (
    <Section title={t('settings:sections.channels')} lead={t('lead')} action={some ? add : undefined}>
      <Loaded of={channels}>
        {(list) =>
          some ? (
            <>
              {list
                .filter(({ kind }) => kind === 'site')
                .map((channel) => (
                  <GuideLink key={channel.id} channel={channel} isNamed />
                ))}
              <Rows rows={list} keyOf={({ id }) => id}>
                {(channel) => (
                  <LinkRow
                    href={channelPlace(channel.id)}
                    icon={<ChannelMark channel={channel} size={28} />}
                    title={channel.name}
                    more={`${channel.publicId} · ${t('openChats', { count: channel.openChats })}`}
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
      {channels.data !== undefined && (
        <AddSiteDialog channels={channels.data} open={adding === 'site'} onClose={() => setAdding(undefined)} />
      )}
      <AddChannelDialog open={adding === 'custom'} onClose={() => setAdding(undefined)} />
    </Section>
  );
}

function AddChannelDialog(dialog: Opened) {
  const { t } = useTranslation(['channels', 'settings', 'website']);
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
        const { id, name } = await mutateAsync({ ...typed, endpoint: typed.endpoint || null });
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
            {...named('channels:name')}
            placeholder={t('namePlaceholder')}
          />
          <FormAddress of="channel" form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** What the page of a channel is given. */
export interface ChannelOfKindProps {
  readonly channel: ListedChannel;
  /** the path after the channel's id; left out: the first tab */
  readonly tab: string | undefined;
}

const pages: Record<ChannelKind, FunctionComponent<ChannelOfKindProps>> = {
  custom: lazy(async () => (await import('./custom-channel.tsx')).CustomChannel),
  site: lazy(async () => (await import('../site/site-channel.tsx')).SiteChannel),
};

function ChannelPage({ channelId, tab }: Omit<ChannelsSectionProps, 'detail'> & { readonly channelId: string }) {
  const { t } = useTranslation(['channels', 'settings', 'website']);
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/channels">{t('back')}</BackLink>
      <Loaded of={useChannels('always')}>
        {(channels) => {
          const channel = channels.find(({ id }) => id === channelId);
          if (channel === undefined) return <EmptyState title={t('gone')} className="my-10" />;
          const Page = pages[channel.kind];
          return (
            <Suspense fallback={<FieldsSkeleton />}>
              <Page channel={channel} tab={tab} />
            </Suspense>
          );
        }}
      </Loaded>
    </div>
  );
}

/** A new window for a website; one that is on no website yet is finished first, with the name that it has. */
function AddSiteDialog({ channels, ...dialog }: Opened & { readonly channels: readonly ListedChannel[] }) {
  const { t } = useTranslation(['channels', 'settings', 'website']);
  const [, navigate] = useLocation();
  const { mutateAsync: create } = useRouteMutation('channels.create', 'channels.list');
  const { mutateAsync: update } = useRouteMutation('channels.update', 'channels.list');
  const begun = channels.find(
    (channel) => channel.kind === 'site' && channel.secretLost !== true && !hasWebsite(channel),
  );
  return (
    <FormDialog
      {...dialog}
      title={t('website:add.title')}
      description={t('website:add.lead')}
      confirmLabel={t('website:add.confirm')}
      failed={t('website:add.failed')}
      rule={z.object({ name: channelFields.name })}
      start={{ name: begun?.name ?? '' }}
      send={async ({ name }) => {
        const { id } = begun === undefined ? await create({ name, kind: 'site' }) : begun;
        if (begun !== undefined && begun.name !== name) await update({ channelId: id, name });
        return () => navigate(channelPlace(id, GUIDE));
      }}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="name"
          label={t('website:add.name')}
          hint={t('website:nameHint')}
          placeholder={t('website:add.placeholder')}
        />
      )}
    </FormDialog>
  );
}

const channelForm = addressForm('channel', { name: channelFields.name });
