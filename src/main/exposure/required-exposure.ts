import type { ConnectionSettings } from '#shared/contract/connection.ts';
import { ContractError, type Issue } from '#shared/contract/errors.ts';
import { tunnelConfig, type ConnectionSecret, type ConnectionSecrets } from '#shared/contract/tunnels.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What has to be open for the way that the owner chose. */
export interface RequiredExposure {
  readonly network: ConnectionSettings['network'] | undefined;
  readonly trustedProxies: readonly string[];
  readonly limits: ConnectionSettings['limits'];
  /** others connect, in whatever way */
  readonly isForwarded: boolean;
}

export function requiredExposure({ way, network, own, limits }: ConnectionSettings): RequiredExposure {
  return {
    network: way === 'lan' || (way === 'own' && own.fromNetwork) ? network : undefined,
    trustedProxies: own.trustedProxies,
    limits,
    isForwarded: way !== 'local',
  };
}

/** Secrets that the way in use needs. */
export function neededSecrets({ way, tunnel }: ConnectionSettings): readonly ConnectionSecret[] {
  return way === 'tunnel' ? tunnelConfig(tunnel).secrets : [];
}

/** Throws ContractError invalid_input if the way in use is incomplete. */
export function requireComplete(settings: ConnectionSettings, secrets: ConnectionSecrets): void {
  const issues = missingIn(settings, secrets);
  const [first] = issues;
  if (first !== undefined) throw new ContractError('invalid_input', first.reason, issues);
}

function missingIn({ way, own, tunnel }: ConnectionSettings, secrets: ConnectionSecrets): readonly Issue[] {
  const needs =
    way === 'own'
      ? [[own.publicUrl !== null, 'own.publicUrl', phrase('errors:refusals.way.own')] as const]
      : way === 'tunnel'
        ? tunnelConfig(tunnel, secrets).needs
        : [];
  return needs.flatMap(([isThere, path, reason]) => (isThere ? [] : [{ path, reason }]));
}
