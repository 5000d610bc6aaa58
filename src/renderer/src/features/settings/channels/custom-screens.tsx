import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { named } from '#renderer/components/field.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { channelFields } from '#shared/contract/channels.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { addressForm, FormAddress } from '../parts/address-fields.tsx';
import { FormDialog } from '#renderer/components/forms.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { FieldsSkeleton } from '../parts/section.tsx';
import type { AddDialogProps, ChannelKindScreens } from './channel-kind.ts';

const channelForm = addressForm('channel', { name: channelFields.name });

function AddChannelDialog({ channels: _channels, ...dialog }: AddDialogProps) {
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
          navigate(channelPath(id, 'website'));
        };
      }}
    >
      {(form) => (
        <>
          <TextField {...named('channels:name')} placeholder={t('namePlaceholder')} typed={form.text('name')} />
          <FormAddress of="channel" form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** A channel that a developer connects. */
export const customScreens = {
  Page: lazy(async () => (await import('./custom-channel.tsx')).CustomChannel, FieldsSkeleton),
  AddDialog: AddChannelDialog,
} satisfies ChannelKindScreens;
