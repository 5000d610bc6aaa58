import type { Logger } from 'pino';
import {
  type ConnectionChange,
  type ConnectionProblem,
  type ConnectionView,
  type TunnelStatus,
  CONNECTION_SECRETS,
} from '#shared/contract/connection.ts';
import type { Clock } from '#main/clock/clock.ts';
import { changedConnection, isLost, type SettingsState } from '#main/settings/installation.ts';
import type { Computer } from '#main/settings/computer.ts';
import type { Settings } from '#main/settings/settings.ts';
import { networkAddresses, watchNetwork } from './network.ts';
import { createNetworkDoor } from './network-door.ts';
import type { Certificates, ConnectionSecrets, Doors, KeptTunnel } from './ports.ts';
import { type AskPublic, startReach, type Aim } from './reach.ts';
import { createTunnelDoor, type TunnelStart } from './tunnel-door.ts';
import { tunnelType } from './tunnels/kinds.ts';
import { neededSecrets, refuseIncomplete, wantedFor } from './wanted.ts';
import { problemOf } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface ExposureOptions {
  readonly settings: Settings;
  readonly computer: Computer;
  readonly listenerUrl: string;
  readonly doors: Doors;
  readonly certificates: Certificates;
  readonly startTunnel: (start: TunnelStart) => KeptTunnel;
  readonly ask: AskPublic;
  /** names that a certificate of ours is for */
  readonly names: () => readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  /** ask again */
  readonly onChange: () => void;
}

/** How the world reaches the listener; the console's view of it, and its changes. Methods reject with ContractError. */
export interface Exposure {
  readonly view: () => ConnectionView;
  /** where customers reach the listener; from this computer only, where no way is open */
  readonly publicUrl: () => string;
  readonly change: (change: ConnectionChange) => Promise<ConnectionView>;
  readonly check: () => Promise<ConnectionView>;
  readonly importCertificate: (given: Parameters<Certificates['importOwn']>[0]) => Promise<ConnectionView>;
  readonly authority: Certificates['authority'];
  /** another authority in place of one that devices may trust */
  readonly renewAuthority: () => Promise<ConnectionView>;
  readonly forgetHostKey: () => Promise<ConnectionView>;
  readonly dismissFormerUrl: () => Promise<ConnectionView>;
  /** customers are refused whatever way they come, for this reason; undefined: no longer */
  readonly refuse: (problem: ConnectionProblem | undefined) => void;
  readonly dismissMovedPort: () => Promise<ConnectionView>;
  readonly stop: () => Promise<void>;
}

/** Opens the way that the settings name, keeps it open, and looks whether it leads here. */
export async function startExposure(options: ExposureOptions): Promise<Exposure> {
  const { settings, computer, doors, certificates, clock, log, onChange } = options;
  const network = createNetworkDoor({ doors, certificates, names: options.names });
  let turn: Promise<unknown> = Promise.resolve();
  let stopped = false;
  let refusing: ConnectionProblem | undefined;

  const reach = startReach({
    expect: doors.expect,
    ask: options.ask,
    clock,
    every: () => settings.current().connection.checkSeconds * 1000,
    onChange: () => {
      noteTold();
      onChange();
    },
  });
  const tunnel = createTunnelDoor({
    doors,
    startTunnel: options.startTunnel,
    onChange: () => {
      reach.aim(aim());
      onChange();
    },
    onHostKey: (host, fingerprint) =>
      void pinHostKey(host, fingerprint).catch((error: unknown) =>
        log.warn({ err: error }, 'the server’s key could not be noted'),
      ),
  });
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = turn.then(run);
    turn = result.catch(() => undefined);
    return result;
  };

  const lostSecrets = () => {
    const { connection, connectionSecrets } = settings.current();
    return neededSecrets(connection).filter((name) => {
      const secret = connectionSecrets[name];
      return secret !== undefined && isLost(secret);
    });
  };
  /** Without a secret that it needs it is not tried: what the other side would say of it is not what is wrong. */
  const tunnelStatus = (): TunnelStatus =>
    lostSecrets().length > 0 ? { state: 'waiting', problem: problemOf('reach.lostTunnelSecret') } : tunnel.status();

  const aim = (): Aim => {
    const aimed = aimOfWay();
    return refusing === undefined ? aimed : { kind: 'broken', url: aimed.url, problem: refusing };
  };
  const aimOfWay = (): Aim => {
    const { connection } = settings.current();
    const { way, own } = connection;
    const local = options.listenerUrl;
    if (way === 'local') return { kind: 'local', url: local };
    const { urls, root, problem } = network.status();
    if (way === 'lan') {
      const [first] = urls;
      if (problem !== undefined) return { kind: 'broken', url: local, problem };
      return first === undefined
        ? { kind: 'broken', url: local, problem: problemOf('reach.noNetwork') }
        : { kind: 'outside', url: first.url, ...(root !== undefined && { root }) };
    }
    if (way === 'own') {
      const url = own.publicUrl ?? local;
      return problem === undefined ? { kind: 'outside', url } : { kind: 'broken', url, problem };
    }
    const { state, url, problem: broken } = tunnelStatus();
    const known = url ?? tunnelType(connection.tunnel).expectedUrl ?? local;
    if (state === 'up' && url !== undefined) return { kind: 'outside', url };
    return broken === undefined ? { kind: 'starting', url: known } : { kind: 'broken', url: known, problem: broken };
  };

  const apply = async (): Promise<void> => {
    if (stopped) return;
    const wanted = wantedFor(settings.current().connection);
    doors.trust(wanted.trustedProxies);
    doors.limit(wanted.limits, wanted.isLed);
    await network.become(wanted.network, wanted.trustedProxies);
    const { connection, connectionSecrets } = settings.current();
    if (lostSecrets().length > 0) await tunnel.stop();
    else await tunnel.become(connection, openOf(connectionSecrets));
    reach.aim(aim());
    onChange();
  };

  const pinHostKey = (host: string, hostKey: string | null): Promise<unknown> =>
    settings.write('pinHostKey', { host, hostKey });
  const tell = (toldUrl: string): Promise<unknown> => settings.write('changeSettings', { toldUrl });
  /** The first address that works is the one that the customers' side gets. */
  const noteTold = (): void => {
    const { state, url } = reach.status();
    if (state === 'reachable' && settings.current().toldUrl === null)
      tell(url).catch((error: unknown) => log.warn({ err: error }, 'the public address could not be noted'));
  };

  const view = (): ConnectionView => {
    const { connection, connectionSecrets, toldUrl } = settings.current();
    const { foundPort: found } = computer.current();
    const { urls, certificate, problem, locked } = network.status();
    const status = reach.status();
    const urlOf = (address: string): string | undefined => urls.find((each) => each.address === address)?.url;
    const hasMoved =
      toldUrl !== null &&
      (status.state === 'reachable' || status.state === 'unreachable') &&
      status.url !== toldUrl &&
      status.url !== options.listenerUrl;
    return {
      settings: connection,
      reach: status,
      tunnel: tunnelStatus(),
      localUrl: options.listenerUrl,
      lostSecrets: lostSecrets(),
      secrets: Object.fromEntries(
        CONNECTION_SECRETS.map((name) => [name, openOf(connectionSecrets)[name] !== undefined]),
      ) as ConnectionView['secrets'],
      addresses: networkAddresses().map((each) => ({ ...each, url: urlOf(each.address) })),
      certificate,
      networkProblem: problem,
      lockedCertificate: locked,
      formerUrl: hasMoved ? toldUrl : undefined,
      forwarders: [...doors.forwarders()],
      movedPort:
        found === null || found.instead === null || String(found.port) !== new URL(options.listenerUrl).port
          ? undefined
          : { from: found.instead, to: found.port },
    };
  };
  const afterwards = (run: () => Promise<unknown>): Promise<ConnectionView> =>
    inTurn(async () => {
      await run();
      await apply();
      return view();
    });
  /** This computer moved or woke, or a day went by. */
  const again = (): Promise<void> =>
    inTurn(async () => {
      if (stopped || settings.current().connection.way === 'local') return;
      await network.renew();
      await apply();
      tunnel.wake();
      void reach.look();
    });

  await inTurn(apply);
  const stopWatching = watchNetwork({ clock, onChange: () => void again() });
  let callOffRenewal = (): void => undefined;
  const renewDaily = (): void => {
    callOffRenewal = clock.after(DAY, () => {
      void again();
      renewDaily();
    });
  };
  renewDaily();

  return {
    view,
    publicUrl: () => {
      const { url } = reach.status();
      const { connection, toldUrl } = settings.current();
      // While a tunnel has no address yet, links that customers get keep the one they know.
      return url === options.listenerUrl && connection.way !== 'local' ? (toldUrl ?? url) : url;
    },
    change: (change) =>
      afterwards(async () => {
        const { connection, connectionSecrets } = changedConnection(settings.current(), change);
        refuseIncomplete(connection, openOf(connectionSecrets));
        const { secrets = {}, ...named } = change;
        const sealed = await Promise.all(
          Object.entries(omitUndefined(secrets)).map(async ([name, secret]) => [
            name,
            secret === '' ? secret : await settings.seal(secret),
          ]),
        );
        await settings.write('changeSettings', {
          connection: named,
          connectionSecrets: Object.fromEntries(sealed) as typeof secrets,
        });
      }),
    check: async () => {
      await inTurn(async () => {
        await network.renew();
        // A door that could not be opened may be by now.
        await apply();
      });
      tunnel.retryNow();
      reach.aim(aim());
      await reach.look();
      return view();
    },
    importCertificate: (given) =>
      afterwards(async () => {
        await certificates.importOwn(given);
        await settings.write('changeSettings', { connection: { network: { certificate: 'own' } } });
        await network.renew();
      }),
    authority: certificates.authority,
    renewAuthority: () =>
      afterwards(async () => {
        await certificates.renewAuthority();
        await network.renew();
      }),
    forgetHostKey: () =>
      afterwards(async () => {
        await pinHostKey(settings.current().connection.tunnel.ssh.host, null);
        await tunnel.stop();
      }),
    dismissMovedPort: () =>
      afterwards(async () => {
        const { foundPort } = computer.current();
        if (foundPort !== null) computer.change({ foundPort: { ...foundPort, instead: null } });
      }),
    dismissFormerUrl: () => afterwards(() => tell(reach.status().url)),
    refuse: (problem) => {
      refusing = problem;
      reach.aim(aim());
    },
    stop: async () => {
      stopped = true;
      stopWatching();
      callOffRenewal();
      reach.stop();
      await turn;
      await tunnel.stop();
      await network.stop();
    },
  };
}

/** Those that can be read: a lost one has to be given again, like one that was never there. */
function openOf(secrets: SettingsState['connectionSecrets']): ConnectionSecrets {
  return Object.fromEntries(Object.entries(secrets).filter(([, secret]) => !isLost(secret)));
}
