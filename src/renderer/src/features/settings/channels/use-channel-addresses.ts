import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Channel } from '#shared/domain/entities.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import { tellTrouble } from '../parts/trouble.ts';

const MASK = '••••••••';

interface Addresses {
  readonly message: string;
  readonly status: string;
}

export interface ChannelAddressesState {
  /** what may be on screen: in full once asked for, else with the secret masked */
  readonly shown: Addresses;
  readonly inFull: boolean;
  readonly show: () => Promise<void>;
  readonly hide: () => void;
  /** in full, without showing them */
  readonly fetch: () => Promise<Addresses>;
  /** they are not valid any more */
  readonly forget: () => void;
}

/** A channel's addresses, masked until asked for. Kept nowhere but here. */
export function useChannelAddresses(channel: Pick<Channel, 'id' | 'publicId'>): ChannelAddressesState {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [full, setFull] = useState<Addresses>();
  const base = usePublicAddress();
  const masked = `${base}/${MASK}/${encodeURIComponent(channel.publicId)}`;
  const fetch = () => call('channels.addresses', { channelId: channel.id });
  const forget = () => setFull(undefined);
  return {
    shown: full ?? { message: masked, status: `${masked}/status` },
    inFull: full !== undefined,
    show: () => fetch().then(setFull, (error: unknown) => tellTrouble(t('failed'), error)),
    hide: forget,
    fetch,
    forget,
  };
}
