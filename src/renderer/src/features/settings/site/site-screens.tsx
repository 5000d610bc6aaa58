import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { lazy } from '#renderer/components/lazy.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { channelFields } from '#shared/contract/channels.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { hasWebsite } from '#shared/domain/site-addresses.ts';
import type { AddDialogProps, ChannelKindScreens } from '../channels/channel-kind.ts';
import { FormDialog } from '#renderer/components/forms.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { FieldsSkeleton } from '../parts/section.tsx';
import { GUIDE, GuideLink } from './guide-progress.tsx';

/** A new window for a website; one that is on no website yet is finished first, with the name that it has. */
function AddSiteDialog({ channels, ...dialog }: AddDialogProps) {
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
        return () => navigate(channelPath(id, GUIDE));
      }}
    >
      {({ text }) => (
        <TextField
          label={t('website:add.name')}
          hint={t('website:nameHint')}
          placeholder={t('website:add.placeholder')}
          typed={text('name')}
        />
      )}
    </FormDialog>
  );
}

/** Our window on websites. */
export const siteScreens = {
  Page: lazy(async () => (await import('./site-channel.tsx')).SiteChannel, FieldsSkeleton),
  AddDialog: AddSiteDialog,
  Hint: ({ channel }) => <GuideLink channel={channel} isNamed />,
} satisfies ChannelKindScreens;
