import type { ConnectionChange } from '#shared/contract/connection.ts';
import type { SettingsState } from './document.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';

type Connected = Pick<SettingsState, 'connection' | 'connectionSecrets'>;

/** The settings of the way in with a change applied: what it does not name stays, an empty secret goes. */
export function changedConnection(
  { connection, connectionSecrets }: Connected,
  { secrets = {}, network, own, tunnel, limits, journal, ...change }: ConnectionChange,
): Connected {
  const kept = Object.entries({ ...connectionSecrets, ...omitUndefined(secrets) }).filter(
    ([, secret]) => secret !== '',
  );
  const { kind = connection.tunnel.kind, ssh, cloudflare, ngrok } = tunnel ?? {};
  return {
    connection: {
      ...connection,
      ...omitUndefined(change),
      network: { ...connection.network, ...omitUndefined(network ?? {}) },
      own: { ...connection.own, ...omitUndefined(own ?? {}) },
      tunnel: {
        kind,
        ssh: { ...connection.tunnel.ssh, ...omitUndefined(ssh ?? {}) },
        cloudflare: { ...connection.tunnel.cloudflare, ...omitUndefined(cloudflare ?? {}) },
        ngrok: { ...connection.tunnel.ngrok, ...omitUndefined(ngrok ?? {}) },
      },
      limits: { ...connection.limits, ...omitUndefined(limits ?? {}) },
      journal: { ...connection.journal, ...omitUndefined(journal ?? {}) },
    },
    connectionSecrets: Object.fromEntries(kept),
  };
}
