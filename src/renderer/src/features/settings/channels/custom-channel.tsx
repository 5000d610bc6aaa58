import { useTranslation } from 'react-i18next';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import { channelFields } from '#shared/contract/channels.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChannelHours, ChannelRating } from '../hours/channel-hours.tsx';
import { ChannelAutomatic } from '../hours/messages-section.tsx';
import { ConfirmButton, ActionButton } from '#renderer/components/actions.tsx';
import { DangerRow, Group } from '../parts/section.tsx';
import { AddressFields } from '../parts/address-fields.tsx';
import { ForDevelopers } from '#renderer/components/folding.tsx';
import { PageForm } from '#renderer/components/forms.tsx';
import { fieldsOf, SavedText, saveField, SavedSwitch } from '#renderer/components/saved-fields.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { ChannelAddresses, useChannelAddresses, IntegratorSnippets } from './channel-addresses.tsx';
import { ChannelBots, ChannelDanger, LookFields, useChannelFields, ChannelTabs } from './channel-settings.tsx';
import type { ChannelPageProps, ListedChannel } from './channel-kind.ts';
import { z } from 'zod';
import { parseSecret } from '#shared/domain/addresses.ts';
import { Facts } from '../parts/snippet.tsx';
import { ThroughWebsite } from '../letterbox/through-website.tsx';
import { LostSecretNotice } from '../parts/secret.tsx';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { CheckCard } from '../parts/check-card.tsx';
import { SampleMessage } from './sample-message.tsx';

/** A channel that a developer connects: a website, an app or another messenger. */
export function CustomChannel({ channel, tab }: ChannelPageProps) {
  const { t } = useTranslation(['channels', 'settings', 'conversation', 'website']);
  const addresses = useChannelAddresses(channel);
  const of = useChannelFields(channel);
  const change = useUpdateChannel(channel.id);
  const isLost = channel.secretLost === true;
  return (
    <ChannelTabs
      channel={channel}
      tab={tab}
      tabs={[
        {
          value: 'channel',
          label: t('tabs.channel'),
          panel: (
            <>
              <div className="flex flex-col gap-5">
                <SavedText {...of('name')} rule={channelFields.name} />
                <LookFields channel={channel} />
                <AddressFields of="channel" saved={channel} save={change} />
              </div>
              {!isLost && <SampleMessage channel={channel} />}
              <ForDevelopers>
                <Facts facts={[[t('publicId'), channel.publicId]]} />
                <SavedText {...of('botChannelType')} rule={channelFields.botChannelType} spellCheck={false} />
              </ForDevelopers>
              <CustomChannelDanger channel={channel} onRenewed={addresses.hide} />
            </>
          ),
        },
        {
          value: 'website',
          label: t('tabs.website'),
          panel: isLost ? (
            <p className="text-ui text-ink-quiet">{t('lostSecret.lostChannel.what')}</p>
          ) : (
            <>
              <ChannelAddresses channel={channel} addresses={addresses} />
              <IntegratorSnippets channel={channel} addresses={addresses} />
              <Group title={t('website:through.title')} lead={t('website:through.lead')}>
                <ThroughWebsite
                  channel={channel}
                  proof={<p className="text-ui text-ink-quiet">{t('website:through.addresses')}</p>}
                />
              </Group>
            </>
          ),
        },
        {
          value: 'hours',
          label: t('tabs.hours'),
          panel: (
            <>
              <ChannelHours channel={channel} />
              <ChannelAutomatic channel={channel} />
              <ChannelRating channel={channel} />
            </>
          ),
        },
        {
          value: 'bots',
          label: t('tabs.bots'),
          panel: (
            <>
              <ChannelBots channel={channel} />
              <ChannelMedia channel={channel} />
            </>
          ),
        },
      ]}
    >
      {isLost && <RestoreChannel channel={channel} />}
    </ChannelTabs>
  );
}

interface CustomChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are no longer valid */
  readonly onRenewed: () => void;
}

function CustomChannelDanger({ channel, onRenewed }: CustomChannelDangerProps) {
  const { t } = useTranslation(['channels', 'settings', 'conversation']);
  const { mutateAsync: renewSecret } = useRouteMutation('channels.renewSecret', 'channels.list');
  const { id: channelId, name } = channel;
  const isLost = channel.secretLost === true;
  return (
    <ChannelDanger
      channel={channel}
      title={isLost ? t('lostSecret.lostChannel.danger') : t('dangerTitle')}
      pauseLead={t('pauseLead')}
      resumeLead={t('resumeLead')}
      removeWill={t('removeWill.3')}
    >
      {!isLost && (
        <DangerRow title={t('secretTitle')} lead={t('secretLead')}>
          <ConfirmButton
            label={t('secret')}
            title={t('secretAsk', { name })}
            will={[t('secretWill.1'), t('secretWill.2')]}
            confirmLabel={t('secretConfirm')}
            failed={t('failed')}
            act={() => renewSecret({ channelId }).then(onRenewed)}
            done={t('secretDone')}
          />
        </DangerRow>
      )}
    </ChannelDanger>
  );
}

function RestoreChannel({ channel: { id: channelId, publicId, name } }: { readonly channel: Channel }) {
  const { t } = useTranslation(['channels', 'settings', 'conversation']);
  const { mutateAsync: restore } = useRouteMutation('channels.restoreSecret', 'channels.list');
  const { mutateAsync: renew } = useRouteMutation('channels.renewSecret', 'channels.list');
  return (
    <>
      <LostSecretNotice title={t('lostSecret.lostChannel.title')}>{t('lostSecret.lostChannel.what')}</LostSecretNotice>
      <Group title={t('lostSecret.lostChannel.restoreTitle')} lead={t('lostSecret.lostChannel.restoreLead')}>
        <PageForm
          rule={addressForm(publicId)}
          start={{ address: '' }}
          send={async ({ address }) => {
            await restore({ channelId, address });
            notify(t('lostSecret.lostChannel.restored', { name }));
          }}
          failed={t('failed')}
          confirmLabel={t('lostSecret.lostChannel.restore')}
        >
          {({ text }) => (
            <TextField
              label={t('lostSecret.lostChannel.address')}
              hint={t('lostSecret.lostChannel.addressHint', { publicId })}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              typed={text('address')}
            />
          )}
        </PageForm>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border bg-raised p-4">
          <div className="min-w-0 flex-1 basis-64 text-ui">
            <p className="font-medium">{t('lostSecret.lostChannel.notHere')}</p>
            <p className="text-ink-quiet">{t('lostSecret.lostChannel.notHereHint')}</p>
          </div>
          <ActionButton
            failed={t('failed')}
            act={() => renew({ channelId })}
            done={t('lostSecret.lostChannel.renewed')}
          >
            {t('lostSecret.lostChannel.renew')}
          </ActionButton>
        </div>
      </Group>
      <hr className="border-t" />
    </>
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

const mediaTypes = CONTENT_TYPES.filter((type) => type !== 'text');

/** Settings for the media that a channel's app shows, and the hosts that may serve its customers' files. */
function ChannelMedia({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation(['channels', 'settings', 'conversation']);
  const of = fieldsOf(channel, useUpdateChannel(channel.id), { texts: 'settings:media.channelMedia.' });
  const takes = of('takes');
  return (
    <Group title={t('settings:media.channelMedia.title')}>
      <CheckCard
        {...takes}
        isWide
        choices={mediaTypes.map((value) => ({ value, title: t(`conversation:kindsOfMany.${value}`) }))}
        chosen={channel.takes}
        onChange={(value, saved) => saveField({ ...takes, saved: [...saved], value })}
      />
      <SavedSwitch
        {...of('ownNetwork')}
        warning={channel.ownNetwork ? t('settings:media.channelMedia.ownNetworkWarning') : undefined}
      />
    </Group>
  );
}
