import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { ShieldCheck } from 'lucide-react';
import type { ConnectionView, Forwarder } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSaveConnection } from './use-save-connection.ts';

/** Who passes requests on without being trusted. Only a likely proxy has the button: of the others anybody could be one. */
export function ForwarderNotices({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  return view.forwarders.map((forwarder) =>
    forwarder.isLikely ? (
      <Likely key={keyOf(forwarder)} forwarder={forwarder} view={view} />
    ) : (
      <Notice
        key={keyOf(forwarder)}
        tone="neutral"
        title={t('forwarder.unlikelyTitle', { address: forwarder.address })}
      >
        <p>{t('forwarder.unlikely')}</p>
      </Notice>
    ),
  );
}

function Likely({
  forwarder: { address, through },
  view,
}: {
  readonly forwarder: Forwarder;
  readonly view: ConnectionView;
}) {
  const { t } = useTranslation('connection');
  const trust = useTrust(view);
  return (
    <Notice tone="attention" title={titleOf(address, through)}>
      <p>{t('forwarder.more')}</p>
      <Button className="mt-1 self-start" onClick={() => trust(address, through)}>
        <ShieldCheck aria-hidden className="size-4" />
        {t('forwarder.trust', { address })}
      </Button>
    </Notice>
  );
}

/** Adds an address to those that are believed where it comes in; what says so offers to take it back. */
function useTrust({
  settings: { own, tunnel },
}: ConnectionView): (address: string, through: Forwarder['through']) => void {
  const { t } = useTranslation('connection');
  const save = useSaveConnection();
  return (address, through) => {
    if (through !== 'tunnel') {
      const before = own.trustedProxies;
      return save({
        field: 'own.trustedProxies',
        label: t('own.proxies'),
        before,
        value: [...before, address],
        changeTo: (trustedProxies) => ({ own: { trustedProxies } }),
      });
    }
    if (isLoopback(address)) {
      return save({
        field: 'tunnel.ssh.behindProxy',
        label: t('tunnel.ssh.behindProxy'),
        before: false,
        value: true,
        changeTo: (behindProxy) => ({ tunnel: { ssh: { behindProxy } } }),
      });
    }
    const before = tunnel.ssh.trustedProxies;
    return save({
      field: 'tunnel.ssh.trustedProxies',
      label: t('own.proxies'),
      before,
      value: [...before, address],
      changeTo: (trustedProxies) => ({ tunnel: { ssh: { trustedProxies } } }),
    });
  };
}

function titleOf(address: string, through: Forwarder['through']): string {
  if (through === 'tunnel') return i18n.t('connection:forwarder.tunnelTitle', { address });
  return isLoopback(address)
    ? i18n.t('connection:forwarder.hereTitle', { address })
    : i18n.t('connection:forwarder.title', { address });
}

/** As a web server on the same computer is seen. */
function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1';
}

function keyOf({ address, through }: Forwarder): string {
  return `${through} ${address}`;
}
