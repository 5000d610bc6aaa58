import { useTranslation } from 'react-i18next';
import { useState, type ReactNode } from 'react';
import type { ConnectionView } from '#shared/contract/connection.ts';
import {
  listText,
  optionalText,
  SavedCards,
  SavedNumber,
  SavedSwitch,
  SavedText,
} from '#renderer/components/saved-fields.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../parts/section.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { useOffers } from '#renderer/rpc/use-directory.ts';
import { useConnectionFields } from './connection-fields.ts';
import { Snippet, useLikelyPlatform } from '../parts/snippet.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { withoutSlashes } from '#shared/domain/addresses.ts';

interface WayProps {
  readonly view: ConnectionView;
  /** the button that activates it */
  readonly use: ReactNode;
}

/** One's own address: what it is, which proxies forward requests, and what that requires. */
export function OwnWay({ view, use }: WayProps) {
  const { t } = useTranslation('connection');
  const { own, network } = view.settings;
  const of = useConnectionFields(view).own;
  const offersNetwork = useOffers('network');
  const publicUrl = of('publicUrl');
  const servers = [
    { value: 'nginx', label: 'nginx', text: nginxSnippet(own.publicUrl ?? '', view.localUrl) },
    { value: 'caddy', label: 'Caddy', text: caddySnippet(own.publicUrl ?? '', view.localUrl) },
  ];
  return (
    <>
      <SavedText
        {...publicUrl}
        rule={optionalText(publicUrl.rule)}
        placeholder="https://chat.example.com"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TrustedProxies view={view} />
      {offersNetwork && <SavedSwitch {...of('fromNetwork')} />}
      {own.fromNetwork && <NetworkSettings view={view} />}
      {use}
      {own.fromNetwork && network.https && <CertificatePanel view={view} />}
      <Group title={t('own.snippets')} lead={t('own.snippetsLead')}>
        <Tabs
          label={t('own.snippets')}
          tabs={servers.map(({ value, label, text }) => ({
            value,
            label,
            panel: <Snippet label={label} text={text} copyLabel={t('own.copySnippet', { server: label })} />,
          }))}
        />
      </Group>
    </>
  );
}

function TrustedProxies({ view }: Pick<WayProps, 'view'>) {
  const { rule, ...proxies } = useConnectionFields(view).own('trustedProxies');
  return (
    <SavedText
      {...proxies}
      rule={listText(rule)}
      placeholder="192.168.1.10, 10.0.0.0/8"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** The local network: its port, the addresses to hand out, the certificate and the firewall. */
export function LanWay({ view, use }: WayProps) {
  const { network, own } = view.settings;
  return (
    <>
      <NetworkSettings view={view} />
      {/* Proxies are unusual here; shown only once one was found and trusted. */}
      {own.trustedProxies.length > 0 && <TrustedProxies view={view} />}
      {use}
      <Addresses view={view} />
      {network.https && <CertificatePanel view={view} />}
      <FirewallHint port={network.port} />
    </>
  );
}

function Addresses({ view: { addresses, settings } }: Pick<WayProps, 'view'>) {
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

function NetworkSettings({ view }: Pick<WayProps, 'view'>) {
  const { t } = useTranslation('connection');
  const of = useConnectionFields(view).network;
  const { https } = view.settings.network;
  return (
    <>
      <SavedNumber {...of('port')} />
      <SavedSwitch {...of('https')} warning={https ? undefined : t('network.httpWarning')} />
      {https && (
        <SavedCards
          {...of('certificate')}
          choices={(['made', 'own'] as const).map((value) => ({
            value,
            title: t(`network.certificates.${value}`),
            means: t(`network.certificateHints.${value}`),
          }))}
        />
      )}
    </>
  );
}

const FIREWALLS = ['windows', 'mac', 'ufw', 'firewalld'] as const;
type Firewall = (typeof FIREWALLS)[number];

function FirewallHint({ port }: { readonly port: number }) {
  const { t } = useTranslation('connection');
  const platform = useLikelyPlatform();
  const [chosen, setChosen] = useState<Firewall>();
  const shown = chosen ?? (platform === 'linux' ? 'ufw' : platform);
  return (
    <Group title={t('lan.firewall')} lead={t('lan.firewallLead')}>
      <Tabs<Firewall>
        label={t('lan.firewallOf')}
        value={shown}
        onValueChange={setChosen}
        listClassName="flex-wrap"
        tabs={FIREWALLS.map((firewall) => {
          const system = t(`firewall.${firewall}.title`);
          const command = firewallCommand(firewall, port);
          return {
            value: firewall,
            label: system,
            panel: (
              <div className="flex flex-col gap-2 pt-1">
                <p className="text-ui text-ink-quiet">{t(`firewall.${firewall}.how`)}</p>
                {command !== undefined && (
                  <Snippet label={system} text={command} copyLabel={t('copyCommand', { system })} />
                )}
              </div>
            ),
          };
        })}
      />
    </Group>
  );
}

/** The terminal command that opens a port; undefined where it is done by hand. */
export function firewallCommand(kind: Firewall, port: number): string | undefined {
  return {
    windows: `New-NetFirewallRule -DisplayName "Counterbell" -Direction Inbound -Protocol TCP -LocalPort ${port} -Profile Private -Action Allow`,
    mac: undefined,
    ufw: `sudo ufw allow ${port}/tcp`,
    firewalld: `sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`,
  }[kind];
}

/** nginx configuration for a public address, which may have a path; it overwrites forwarding headers of the sender. */
export function nginxSnippet(publicUrl: string, listenerUrl: string): string {
  const { hostname, path } = partsOf(publicUrl);
  return [
    `server {`,
    `    listen 443 ssl;`,
    `    server_name ${hostname};`,
    `    ssl_certificate     /etc/ssl/${hostname}.pem;`,
    `    ssl_certificate_key /etc/ssl/${hostname}.key;`,
    ``,
    `    location ${path}/ {`,
    `        proxy_pass ${listenerUrl}/;`,
    `        proxy_http_version 1.1;`,
    `        proxy_set_header Host $host;`,
    `        proxy_set_header X-Forwarded-For $remote_addr;`,
    `        proxy_set_header X-Forwarded-Proto $scheme;`,
    `        client_max_body_size 1m;`,
    `    }`,
    `}`,
  ].join('\n');
}

/** Caddy configuration; Caddy gets its certificate itself and sets forwarding headers correctly. */
export function caddySnippet(publicUrl: string, listenerUrl: string): string {
  const { hostname, path } = partsOf(publicUrl);
  const upstream = listenerUrl.replace(/^http:\/\//, '');
  if (path === '') return [`${hostname} {`, `    reverse_proxy ${upstream}`, `}`].join('\n');
  return [`${hostname} {`, `    handle_path ${path}/* {`, `        reverse_proxy ${upstream}`, `    }`, `}`].join('\n');
}

function partsOf(publicUrl: string): { readonly hostname: string; readonly path: string } {
  if (!URL.canParse(publicUrl)) return { hostname: 'chat.example.com', path: '' };
  const { hostname, pathname } = new URL(publicUrl);
  return { hostname, path: withoutSlashes(pathname) };
}
