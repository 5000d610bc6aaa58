import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { parseSecret } from '#shared/domain/channel-address.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { LostSecretNotice } from '../parts/lost-secret-notice.tsx';
import { PageForm, TextField } from '../parts/engine-form.tsx';
import { Group } from '../parts/section.tsx';
import { ActionButton } from '../parts/act.tsx';

/** Explains that a channel's secret can no longer be read, and the two ways to repair it. */
export function RestoreChannel({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <LostSecretNotice title={t('lostSecret.lostChannel.title')}>{t('lostSecret.lostChannel.what')}</LostSecretNotice>
      <Group title={t('lostSecret.lostChannel.restoreTitle')} lead={t('lostSecret.lostChannel.restoreLead')}>
        <AddressInUse channel={channel} />
        <NewAddresses channel={channel} />
      </Group>
      <hr className="border-t" />
    </>
  );
}

function AddressInUse({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useRouteMutation('channels.restoreSecret', 'channels.list');
  return (
    <PageForm
      rule={addressForm(channel.publicId)}
      start={{ address: '' }}
      send={async ({ address }) => {
        await mutateAsync({ channelId: channel.id, address });
        notify(t('lostSecret.lostChannel.restored', { name: channel.name }));
      }}
      failed={t('failed')}
      confirmLabel={t('lostSecret.lostChannel.restore')}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="address"
          label={t('lostSecret.lostChannel.address')}
          hint={t('lostSecret.lostChannel.addressHint', { publicId: channel.publicId })}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </PageForm>
  );
}

function addressForm(publicId: string) {
  return z.object({
    address: z.string().superRefine((address, context) => {
      const read = parseSecret(address, publicId);
      if ('problem' in read) context.addIssue({ code: 'custom', message: JSON.stringify(read.problem) });
    }),
  });
}

function NewAddresses({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const renewSecret = useRouteMutation('channels.renewSecret', 'channels.list');
  const renew = async () => {
    await renewSecret.mutateAsync({ channelId: channel.id });
    notify(t('lostSecret.lostChannel.renewed'));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border bg-raised p-4">
      <div className="min-w-0 flex-1 basis-64 text-ui">
        <p className="font-medium">{t('lostSecret.lostChannel.notHere')}</p>
        <p className="text-ink-quiet">{t('lostSecret.lostChannel.notHereHint')}</p>
      </div>
      <ActionButton failed={t('failed')} act={renew}>
        {t('lostSecret.lostChannel.renew')}
      </ActionButton>
    </div>
  );
}
