import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Group } from '../parts/section.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { FirewallHint } from './firewall-hint.tsx';
import { NetworkDoor } from './network-door.tsx';
import { TrustedProxies } from './own-way.tsx';

interface LanWayProps {
  readonly view: ConnectionView;
  /** the button that puts it to use */
  readonly use: ReactNode;
}

/** The local network: its door, the addresses to hand out, the certificate and the firewall. */
export function LanWay({ view, use }: LanWayProps) {
  const { network, own } = view.settings;
  return (
    <>
      <NetworkDoor network={network} />
      {/* Nobody has one here, unless one was found and trusted. */}
      {own.trustedProxies.length > 0 && <TrustedProxies own={own} />}
      {use}
      <Addresses view={view} />
      {network.https && <CertificatePanel view={view} />}
      <FirewallHint port={network.port} />
    </>
  );
}

function Addresses({ view: { addresses, settings } }: Pick<LanWayProps, 'view'>) {
  const { t } = useTranslation('connection');
  const scheme = settings.network.https ? 'https' : 'http';
  const isOpen = addresses.some(({ url }) => url !== undefined);
  const lead = isOpen ? t('lan.addressesLead') : t('lan.addressesLater');
  return (
    <Group title={t('lan.addresses')} lead={addresses.length === 0 ? t('lan.noAddresses') : lead}>
      {addresses.length > 0 && (
        <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
          {addresses.map(
            ({ address, interface: name, url = `${scheme}://${inUrl(address)}:${settings.network.port}` }, index) => (
              <li key={`${name} ${address}`} className="flex items-center gap-3 py-2 pe-2 ps-3.5">
                <span className="min-w-0 flex-1">
                  <code className="block font-mono text-meta break-all">{url}</code>
                  <span className="block text-meta text-ink-quiet">
                    {name}
                    {index === 0 && ` · ${t('lan.likeliest')}`}
                  </span>
                </span>
                <CopyButton size="sm" text={url} label={t('lan.copyAddress', { address: url })} />
              </li>
            ),
          )}
        </ul>
      )}
    </Group>
  );
}

function inUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
