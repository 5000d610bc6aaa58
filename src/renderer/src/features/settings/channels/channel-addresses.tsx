import { useTranslation } from 'react-i18next';
import { Eye, EyeOff } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { AddressReach, MovedPort } from '../connection/reach-notices.tsx';
import { Group } from '../parts/section.tsx';
import { useState } from 'react';
import type { Channel } from '#shared/domain/entities.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import { tellTrouble } from '../parts/trouble.ts';

interface ChannelAddressesProps {
  readonly addresses: ChannelAddressesState;
  /** the status counts bots too */
  readonly countBot: boolean;
}

/** Where customers' messages go and the status is asked; masked until "Show". */
export function ChannelAddresses({ addresses, countBot }: ChannelAddressesProps) {
  const { t } = useTranslation('channels');
  return (
    <Group
      title={t('addresses')}
      lead={t('addressesLead')}
      action={
        addresses.inFull ? (
          <Button aria-label={t('hideAddresses')} onClick={addresses.hide}>
            <EyeOff aria-hidden className="size-4" />
            {t('hide')}
          </Button>
        ) : (
          <Button aria-label={t('showAddresses')} onClick={() => void addresses.show()}>
            <Eye aria-hidden className="size-4" />
            {t('show')}
          </Button>
        )
      }
    >
      <MovedPort />
      <AddressReach />
      <Address
        label={t('statusAddress')}
        hint={countBot ? t('statusAddressBotHint') : t('statusAddressHint')}
        text={addresses.shown.status}
        copyLabel={t('copyStatus')}
        onCopy={async () => (await addresses.fetch()).status}
      />
      <Address
        label={t('messageAddress')}
        hint={t('messageAddressHint')}
        text={addresses.shown.message}
        copyLabel={t('copyMessage')}
        onCopy={async () => (await addresses.fetch()).message}
      />
    </Group>
  );
}

interface AddressProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly copyLabel: string;
  readonly onCopy: () => Promise<string>;
}

function Address({ label, hint, text, copyLabel, onCopy }: AddressProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ui font-medium">{label}</p>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all">
          {text}
        </code>
        <CopyButton text={onCopy} label={copyLabel} />
      </div>
      <p className="text-ui text-ink-quiet">{hint}</p>
    </div>
  );
}

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
