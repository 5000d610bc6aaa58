import { useTranslation } from 'react-i18next';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { AddressReach, MovedPort } from '../connection/reach-notices.tsx';
import { type OnDemand, SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';
import { Group } from '../parts/section.tsx';

const MASK = '••••••••';

interface Addresses {
  readonly message: string;
  readonly status: string;
}

export interface ChannelAddressesState extends OnDemand<Addresses> {
  /** what is displayed: in full on request, else with the secret masked */
  readonly shown: Addresses;
}

/** A channel's addresses, masked until requested. */
export function useChannelAddresses(channel: Pick<Channel, 'id' | 'publicId'>): ChannelAddressesState {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const addresses = useOnDemand(() => call('channels.addresses', { channelId: channel.id }), t('notShown'));
  const masked = `${usePublicAddress()}/${MASK}/${encodeURIComponent(channel.publicId)}`;
  return { ...addresses, shown: addresses.full ?? { message: masked, status: `${masked}/status` } };
}

interface ChannelAddressesProps {
  readonly addresses: ChannelAddressesState;
  /** the status takes bots into account */
  readonly countBot: boolean;
}

/** Where customers' messages and status requests go; masked until "Show". */
export function ChannelAddresses({ addresses, countBot }: ChannelAddressesProps) {
  const { t } = useTranslation('channels');
  return (
    <Group
      title={t('addresses')}
      lead={t('addressesLead')}
      action={<ShowButton secret={addresses} showLabel={t('showAddresses')} hideLabel={t('hideAddresses')} />}
    >
      <MovedPort />
      <AddressReach />
      <SecretLine
        label={t('statusAddress')}
        hint={countBot ? t('statusAddressBotHint') : t('statusAddressHint')}
        text={addresses.shown.status}
        copyLabel={t('copyStatus')}
        onCopy={async () => (await addresses.fetch()).status}
      />
      <SecretLine
        label={t('messageAddress')}
        hint={t('messageAddressHint')}
        text={addresses.shown.message}
        copyLabel={t('copyMessage')}
        onCopy={async () => (await addresses.fetch()).message}
      />
    </Group>
  );
}
