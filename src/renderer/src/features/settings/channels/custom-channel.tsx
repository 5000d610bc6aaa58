import { ExternalLink } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChannelHours, ChannelRating } from '../hours/channel-hours.tsx';
import { ChannelAutomatic } from '../hours/messages-section.tsx';
import { ChannelMedia } from '../media/channel-media.tsx';
import { ConfirmButton, DangerRow } from '../parts/act.tsx';
import { AddressFields } from '../parts/address-fields.tsx';
import { ForDevelopers } from '../parts/more.tsx';
import { fieldsOf, SavedSelect, SavedText } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';
import { ChannelAddresses, useChannelAddresses } from './channel-addresses.tsx';
import { ChannelBots } from './channel-bots.tsx';
import { ChannelDanger } from './channel-danger.tsx';
import { endpointOf, replyAddressProblem } from './channel-fields.ts';
import { LookFields } from './channel-look.tsx';
import type { ChannelOfKindProps } from './channel-page.tsx';
import type { ListedChannel } from './channel-state.tsx';
import { ChannelTabs } from './channel-tabs.tsx';
import { IntegratorSnippets } from './integrator-snippets.tsx';

// Lazy: a lost channel secret is rare.
const RestoreChannel = lazy(async () => (await import('./restore-channel.tsx')).RestoreChannel);

/** A channel that a developer connects: a website, an app or another messenger. */
export function CustomChannel({ channel, tab, onOpenTestCustomer }: ChannelOfKindProps) {
  const { t } = useTranslation('channels');
  const addresses = useChannelAddresses(channel);
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
              <ChannelFields channel={channel} />
              {!isLost && <TestCustomerGroup onOpen={onOpenTestCustomer} />}
              <ForDevelopers>
                <DeveloperFields channel={channel} />
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
              <ChannelAddresses addresses={addresses} countBot={channel.countBot} />
              <IntegratorSnippets publicId={channel.publicId} addresses={addresses} />
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
              <ChannelBots channel={channel} countBotHint={t('bots.channelBot.countBotHint')} />
              <ChannelMedia channel={channel} />
            </>
          ),
        },
      ]}
    >
      <Suspense>{isLost && <RestoreChannel channel={channel} />}</Suspense>
    </ChannelTabs>
  );
}

/** The channel's fields; each is saved on blur. */
function ChannelFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const change = useUpdateChannel(channel.id);
  const of = fieldsOf(channel, change);
  return (
    <div className="flex flex-col gap-5">
      <SavedText {...of('name')} label={t('name')} hint={t('nameHint')} rule={channelFields.name} />
      <LookFields channel={channel} />
      <AddressFields
        label={t('endpoint.text')}
        hint={t('endpointHint')}
        placeholder={'https://shop.example/chat-replies'}
        saved={{ endpoint: channel.endpoint ?? '', allowPlainHttp: channel.allowPlainHttp }}
        problemOf={replyAddressProblem}
        save={({ endpoint, allowPlainHttp }) => change({ endpoint: endpointOf(endpoint), allowPlainHttp })}
      />
    </div>
  );
}

/** What only developers of the website or bot need. */
function DeveloperFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const of = fieldsOf(channel, useUpdateChannel(channel.id));
  return (
    <>
      <SavedSelect
        {...of('framing')}
        label={t('framing')}
        hint={t('framingHint')}
        choices={[
          { value: 'length', label: t('framings.length') },
          { value: 'chunked', label: t('framings.chunked') },
        ]}
      />
      <BotChannelType channel={channel} />
    </>
  );
}

/** `channel.type` in events to bots. */
function BotChannelType({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const of = fieldsOf(channel, useUpdateChannel(channel.id));
  return (
    <SavedText
      {...of('botChannelType')}
      label={t('bots.channelBot.channelType')}
      hint={t('bots.channelBot.channelTypeHint')}
      spellCheck={false}
      rule={channelFields.botChannelType}
    />
  );
}

interface CustomChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are no longer valid */
  readonly onRenewed: () => void;
}

function CustomChannelDanger({ channel, onRenewed }: CustomChannelDangerProps) {
  const { t } = useTranslation('channels');
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
            act={async () => {
              await renewSecret({ channelId });
              onRenewed();
              notify(t('secretDone'));
            }}
          />
        </DangerRow>
      )}
    </ChannelDanger>
  );
}

/** Opens this channel's test customer. */
function TestCustomerGroup({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('channels');
  return (
    <Group title={t('tryTitle')} lead={t('tryLead')}>
      <Button className="self-start" onClick={onOpen}>
        <ExternalLink aria-hidden className="size-4" />
        {t('tryOpen')}
      </Button>
    </Group>
  );
}
