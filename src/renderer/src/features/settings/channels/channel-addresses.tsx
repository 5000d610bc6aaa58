import { useTranslation } from 'react-i18next';
import { Eye, EyeOff } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { AddressReach } from '../connection/address-reach.tsx';
import { MovedPort } from '../connection/moved-port.tsx';
import { Group } from '../parts/section.tsx';
import type { ChannelAddressesState } from './use-channel-addresses.ts';

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
