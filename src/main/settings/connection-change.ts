import type { ConnectionChange } from '#shared/contract/connection.ts';
import type { SettingsState } from './document.ts';
import { given } from './given.ts';

type Connected = Pick<SettingsState, 'connection' | 'connectionSecrets'>;

/** The settings of the way in with a change applied: what it does not name stays, an empty secret goes. */
export function changedConnection(
  { connection, connectionSecrets }: Connected,
  { secrets = {}, network, own, tunnel, limits, journal, ...change }: ConnectionChange,
): Connected {
  const kept = Object.entries({ ...connectionSecrets, ...given(secrets) }).filter(([, secret]) => secret !== '');
  const { kind = connection.tunnel.kind, ssh, cloudflare, ngrok } = tunnel ?? {};
  return {
    connection: {
      ...connection,
      ...given(change),
      network: { ...connection.network, ...given(network ?? {}) },
      own: { ...connection.own, ...given(own ?? {}) },
      tunnel: {
        kind,
        ssh: { ...connection.tunnel.ssh, ...given(ssh ?? {}) },
        cloudflare: { ...connection.tunnel.cloudflare, ...given(cloudflare ?? {}) },
        ngrok: { ...connection.tunnel.ngrok, ...given(ngrok ?? {}) },
      },
      limits: { ...connection.limits, ...given(limits ?? {}) },
      journal: { ...connection.journal, ...given(journal ?? {}) },
    },
    connectionSecrets: Object.fromEntries(kept),
  };
}
