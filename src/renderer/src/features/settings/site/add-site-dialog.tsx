import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { channelFields } from '#shared/contract/routes.ts';
import { channelPlace } from '../channels/channel-tabs.tsx';
import type { Opened } from '../parts/act.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';

/** Asks for a name, and opens the guide of the new channel. */
export function AddSiteDialog(dialog: Opened) {
  const { t } = useTranslation('website');
  const [, navigate] = useLocation();
  const { mutateAsync } = useRouteMutation('channels.create', 'channels.list');
  return (
    <FormDialog
      {...dialog}
      title={t('add.title')}
      description={t('add.lead')}
      confirmLabel={t('add.confirm')}
      failed={t('add.failed')}
      rule={z.object({ name: channelFields.name })}
      start={{ name: '' }}
      send={async ({ name }) => {
        const { id } = await mutateAsync({ name, kind: 'site' });
        return () => navigate(channelPlace(id, 'guide'));
      }}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="name"
          label={t('add.name')}
          hint={t('nameHint')}
          placeholder={t('add.placeholder')}
          autoFocus
        />
      )}
    </FormDialog>
  );
}
