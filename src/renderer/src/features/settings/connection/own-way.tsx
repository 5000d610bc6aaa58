import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { ConnectionSettings, ConnectionView } from '#shared/contract/connection.ts';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../parts/section.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { ConnectionSwitch } from './connection-switch.tsx';
import { ConnectionText } from './connection-text.tsx';
import { NetworkDoor } from './network-door.tsx';
import { caddySnippet, nginxSnippet } from './proxy-snippets.ts';
import { Snippet } from './snippet.tsx';
import { listed, typed } from './typed-rules.ts';

interface OwnWayProps {
  readonly view: ConnectionView;
  /** the button that puts it to use */
  readonly use: ReactNode;
}

/** An address of one's own: what it is, who passes requests on, and what that needs. */
export function OwnWay({ view, use }: OwnWayProps) {
  const { t } = useTranslation('connection');
  const { own, network } = view.settings;
  return (
    <>
      <ConnectionText
        name="own.publicUrl"
        label={t('own.publicUrl')}
        hint={t('own.publicUrlHint')}
        placeholder="https://chat.example.com"
        inputMode="url"
        saved={own.publicUrl ?? ''}
        rule={typed.publicUrl}
        changeTo={(publicUrl) => ({ own: { publicUrl: publicUrl === '' ? null : publicUrl } })}
      />
      <TrustedProxies own={own} />
      <ConnectionSwitch
        name="own.fromNetwork"
        label={t('own.fromNetwork')}
        hint={t('own.fromNetworkHint')}
        checked={own.fromNetwork}
        changeTo={(fromNetwork) => ({ own: { fromNetwork } })}
      />
      {own.fromNetwork && <NetworkDoor network={network} />}
      {use}
      {own.fromNetwork && network.https && <CertificatePanel view={view} />}
      <Snippets view={view} />
    </>
  );
}

/** The web servers in front of the listener's own ports. */
export function TrustedProxies({ own }: Pick<ConnectionSettings, 'own'>) {
  const { t } = useTranslation('connection');
  return (
    <ConnectionText
      name="own.trustedProxies"
      label={t('own.proxies')}
      hint={t('own.proxiesHint')}
      placeholder={'192.168.1.10, 10.0.0.0/8'}
      saved={own.trustedProxies.join(', ')}
      rule={typed.addresses}
      changeTo={(proxies) => ({ own: { trustedProxies: listed(proxies) } })}
    />
  );
}

function Snippets({ view: { settings, localUrl } }: Pick<OwnWayProps, 'view'>) {
  const { t } = useTranslation('connection');
  const options = { publicUrl: settings.own.publicUrl ?? '', listenerUrl: localUrl };
  const servers = [
    { value: 'nginx', label: 'nginx', text: nginxSnippet(options) },
    { value: 'caddy', label: 'Caddy', text: caddySnippet(options) },
  ];
  return (
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
  );
}
