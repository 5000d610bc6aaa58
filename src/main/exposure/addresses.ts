import type { Settings } from '#main/settings/settings.ts';
import type { ConnectionSettings } from '#shared/contract/connection.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { tunnelConfig, type ConnectionSecret, type ConnectionSecrets } from '#shared/contract/tunnels.ts';
import { boxAddress } from '#shared/domain/addresses.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Addresses of this installation, for links and for people: known once the listener is open and its connection method works. */
export type Addresses = ReturnType<typeof createAddresses>;

/** `given`: where something in front of this host is reached, unless the settings say more. */
export function createAddresses(settings: Pick<Settings, 'current'>, given?: string) {
  const known = { local: '', public: '' };
  const listener = (): string => {
    const { connection, announcedUrl } = settings.current();
    // Until a tunnel has an address, customers' links keep the previous one.
    const isOnlyLocal = known.public === known.local && given === undefined && connection.way !== 'local';
    return isOnlyLocal ? (announcedUrl ?? known.public) : known.public;
  };
  return {
    /** for this computer: `http://127.0.0.1:8787`; empty before the listener is open */
    local: () => known.local,
    /**
     * for customers, without a slash at the end; where no connection method is open, of the letterbox on a website, or
     * else this computer's own
     */
    public: () => {
      const { connection, channels } = settings.current();
      const box = channels.find((channel) => channel.box !== undefined)?.box;
      return connection.way === 'local' && given === undefined && box !== undefined ? boxAddress(box.url) : listener();
    },
    /** the same without letterboxes: for what those do not hand through */
    listener,
    /** the same, of the command line */
    given,
    /** the listener is bound here */
    bound: (url: string) => {
      known.local = url;
      known.public = given ?? url;
    },
    /** the connection method leads here */
    reached: (url: string) => {
      known.public = url;
    },
  };
}

/** Derives what has to be open from the owner's connection method. */
export function requiredExposure({ way, network, own, limits }: ConnectionSettings, given?: string) {
  return {
    network: way === 'lan' || (way === 'own' && own.fromNetwork) ? network : undefined,
    trustedProxies: own.trustedProxies,
    limits,
    /** others connect, in whatever way */
    isForwarded: way !== 'local' || given !== undefined,
  };
}

/** Secrets that the connection method in use needs. */
export function neededSecrets({ way, tunnel }: ConnectionSettings): readonly ConnectionSecret[] {
  return way === 'tunnel' ? tunnelConfig(tunnel).secrets : [];
}

/** Throws ContractError invalid_input if the connection method in use is incomplete. */
export function requireComplete({ way, own, tunnel }: ConnectionSettings, secrets: ConnectionSecrets): void {
  const needs =
    way === 'own'
      ? [[own.publicUrl !== null, 'own.publicUrl', phrase('errors:refusals.way.own')] as const]
      : way === 'tunnel'
        ? tunnelConfig(tunnel, secrets).needs
        : [];
  const issues = needs.flatMap(([isThere, path, reason]) => (isThere ? [] : [{ path, reason }]));
  const [first] = issues;
  if (first !== undefined) throw new ContractError('invalid_input', first.reason, issues);
}
