import type { ReactNode } from 'react';
import type { ConnectionSettings, ConnectionView } from '#shared/contract/connection.ts';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Group } from '../section.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { ConnectionSwitch } from './connection-switch.tsx';
import { ConnectionText } from './connection-text.tsx';
import { ownWords } from './connection-words.ts';
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
  const { own, network } = view.settings;
  return (
    <>
      <ConnectionText
        name="own.publicUrl"
        label={ownWords.publicUrl}
        hint={ownWords.publicUrlHint}
        placeholder="https://chat.example.com"
        inputMode="url"
        saved={own.publicUrl ?? ''}
        rule={typed.publicUrl}
        changeTo={(publicUrl) => ({ own: { publicUrl: publicUrl === '' ? null : publicUrl } })}
      />
      <TrustedProxies own={own} />
      <ConnectionSwitch
        name="own.fromNetwork"
        label={ownWords.fromNetwork}
        hint={ownWords.fromNetworkHint}
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
  return (
    <ConnectionText
      name="own.trustedProxies"
      label={ownWords.proxies}
      hint={ownWords.proxiesHint}
      placeholder={ownWords.proxiesPlaceholder}
      saved={own.trustedProxies.join(', ')}
      rule={typed.addresses}
      changeTo={(proxies) => ({ own: { trustedProxies: listed(proxies) } })}
    />
  );
}

function Snippets({ view: { settings, localUrl } }: Pick<OwnWayProps, 'view'>) {
  const options = { publicUrl: settings.own.publicUrl ?? '', listenerUrl: localUrl };
  const servers = [
    { value: 'nginx', label: 'nginx', text: nginxSnippet(options) },
    { value: 'caddy', label: 'Caddy', text: caddySnippet(options) },
  ];
  return (
    <Group title={ownWords.snippets} lead={ownWords.snippetsLead}>
      <Tabs
        label={ownWords.snippets}
        tabs={servers.map(({ value, label, text }) => ({
          value,
          label,
          panel: <Snippet label={label} text={text} copyLabel={ownWords.copySnippet(label)} />,
        }))}
      />
    </Group>
  );
}
