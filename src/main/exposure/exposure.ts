import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { CallsOf } from '#shared/contract/calls.ts';
import type {
  ConnectionProblem,
  connectionRoutes,
  ConnectionView,
  NewChatFlood,
  TunnelStatus,
} from '#shared/contract/connection.ts';
import type { Touch } from '#shared/contract/events.ts';
import { every, SerialQueue } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { changedConnection, isLost, type SettingsState } from '#main/settings/installation.ts';
import type { Computer } from '#main/settings/computer.ts';
import type { Settings } from '#main/settings/settings.ts';
import { createNetworkWatch, networkAddresses } from './network.ts';
import { createNetworkServer } from './network-server.ts';
import { CONNECTION_SECRETS, tunnelConfig, type ConnectionSecrets } from '#shared/contract/tunnels.ts';
import { type Addresses, neededSecrets, requireComplete, requiredExposure } from './addresses.ts';
import { createCertificates } from './certificates.ts';
import type { ListenerControl } from './ports.ts';
import { askPublic, startReach, type Aim } from './reach.ts';
import { createTunnelServer, findTunnelPrograms } from './tunnels/kinds.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { problemOf } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface ExposureOptions {
  readonly settings: Settings;
  readonly computer: Computer;
  readonly addresses: Addresses;
  readonly listener: ListenerControl;
  /** channels that refuse new customers */
  readonly floods: {
    readonly list: () => readonly NewChatFlood[];
    readonly onChange: (listener: () => void) => void;
  };
  readonly dataDir: string;
  readonly clock: SettledClock;
  readonly log: Logger;
  readonly touch: Touch;
}

/** The listener's reachability: the console's view of it, and changes to it. Methods reject with ContractError. */
export type Exposure = Awaited<ReturnType<typeof startExposure>>;

/** Opens the configured connection method, keeps it open, and checks whether it leads here. */
export async function startExposure(options: ExposureOptions) {
  const { settings, computer, addresses, listener, floods, clock, log } = options;
  const certificates = createCertificates({ settings, clock, computerName: hostname() });
  const network = createNetworkServer({ listener, certificates, names: localNames });
  const queue = new SerialQueue();
  let stopped = false;
  let refusing: ConnectionProblem | undefined;
  let applied = settings.current().connection;

  const reach = startReach({
    makeNonce: listener.makeNonce,
    ask: askPublic,
    clock,
    onChange: () => {
      addresses.reached(reach.status().url);
      recordAnnouncedUrl();
      reportChange();
    },
  });
  const tunnel = createTunnelServer({
    listener,
    folder: options.dataDir,
    clock,
    onChange: () => {
      reach.aim(aim());
      reportChange();
    },
  });

  const reportChange = (): void => options.touch('connection');
  const lostSecrets = () => {
    const { connection, connectionSecrets } = settings.current();
    return neededSecrets(connection).filter((name) => {
      const secret = connectionSecrets[name];
      return secret !== undefined && isLost(secret);
    });
  };
  /** Not started without a secret that it needs: the other side's error would be misleading. */
  const tunnelStatus = (): TunnelStatus =>
    lostSecrets().length > 0 ? { state: 'waiting', problem: problemOf('reach.lostTunnelSecret') } : tunnel.status();

  const aim = (): Aim => {
    const aimed = aimForWay();
    return refusing === undefined ? aimed : { kind: 'broken', url: aimed.url, problem: refusing };
  };
  const aimForWay = (): Aim => {
    const { connection } = settings.current();
    const { way } = connection;
    const local = addresses.local();
    if (way === 'local') {
      const url = addresses.given ?? local;
      return { kind: isLoopback(new URL(url).hostname) ? 'local' : 'outside', url };
    }
    const { addresses: own, root, problem } = network.status();
    if (way === 'lan') {
      const url = own[0]?.url;
      return problem === undefined && url !== undefined
        ? { kind: 'outside', url, root: root?.certificate }
        : { kind: 'broken', url: local, problem: problem ?? problemOf('reach.noNetwork') };
    }
    if (way === 'own') {
      const url = connection.own.publicUrl ?? local;
      return problem === undefined ? { kind: 'outside', url } : { kind: 'broken', url, problem };
    }
    const { state, url, problem: broken } = tunnelStatus();
    const known = url ?? tunnelConfig(connection.tunnel).expectedUrl ?? local;
    if (state === 'up' && url !== undefined) return { kind: 'outside', url };
    return broken === undefined ? { kind: 'starting', url: known } : { kind: 'broken', url: known, problem: broken };
  };

  const watch = createNetworkWatch({ clock, onChange: () => void reapply() });
  const apply = async (): Promise<void> => {
    if (stopped) return;
    // On this computer alone, no network matters.
    watch(settings.current().connection.way !== 'local');
    applied = settings.current().connection;
    const wanted = requiredExposure(settings.current().connection, addresses.given);
    listener.trust(wanted.trustedProxies);
    listener.limit(wanted.limits, wanted.isForwarded);
    await network.become(wanted.network, wanted.trustedProxies);
    const { connection, connectionSecrets } = settings.current();
    if (lostSecrets().length > 0) await tunnel.stop();
    else await tunnel.become(connection, readableSecrets(connectionSecrets));
    reach.aim(aim());
    reportChange();
  };

  const saveAnnouncedUrl = (announcedUrl: string) => settings.write('changeSettings', { announcedUrl });
  /** The first working address is the one to show to developers. */
  const recordAnnouncedUrl = (): void => {
    const { state, url } = reach.status();
    if (state === 'reachable' && settings.current().announcedUrl === null)
      saveAnnouncedUrl(url).catch((error: unknown) =>
        log.warn({ err: error }, 'the public address could not be noted'),
      );
  };

  const view = (): ConnectionView => {
    const { connection, connectionSecrets, announcedUrl } = settings.current();
    const { foundPort: found } = computer.current();
    const { addresses: own, certificate, root, problem, locked } = network.status();
    const status = reach.status();
    const hasMoved =
      announcedUrl !== null &&
      (status.state === 'reachable' || status.state === 'unreachable') &&
      status.url !== announcedUrl &&
      status.url !== addresses.local();
    return {
      settings: connection,
      reach: status,
      tunnel: tunnelStatus(),
      localUrl: addresses.local(),
      lostSecrets: lostSecrets(),
      secrets: Object.fromEntries(
        CONNECTION_SECRETS.map((name) => [name, readableSecrets(connectionSecrets)[name] !== undefined]),
      ) as ConnectionView['secrets'],
      addresses: own,
      certificate,
      rootFrom: root?.validFrom,
      networkProblem: problem,
      lockedCertificate: locked,
      formerUrl: hasMoved ? announcedUrl : undefined,
      forwarders: [...listener.forwarders()],
      floods: floods.list().length === 0 ? undefined : [...floods.list()],
      movedPort:
        found === null || found.instead === null || String(found.port) !== new URL(addresses.local()).port
          ? undefined
          : { from: found.instead, to: found.port },
    };
  };
  const afterwards = (run: () => Promise<unknown>): Promise<ConnectionView> =>
    queue.run(async () => {
      await run();
      await apply();
      return view();
    });
  /** This computer changed networks or woke up, or a day has passed. */
  const reapply = (): Promise<void> =>
    queue.run(async () => {
      if (stopped || settings.current().connection.way === 'local') return;
      await network.renew();
      await apply();
      tunnel.wake();
      void reach.look();
    });

  const renewals = new Set<() => void>();
  const tellRenewal = (): void => renewals.forEach((call) => call());
  const renewWith = (replace: () => Promise<void>): Promise<ConnectionView> =>
    afterwards(async () => {
      await replace();
      await network.renew();
      tellRenewal();
    });

  await queue.run(apply);
  floods.onChange(reportChange);
  listener.onForwarders(reportChange);
  const stopRenewal = every(clock, DAY, () => {
    void reapply();
    tellRenewal();
  });

  const calls = {
    'connection.get': async () => view(),
    'connection.change': (change) =>
      afterwards(async () => {
        const { connection, connectionSecrets } = changedConnection(settings.current(), change);
        requireComplete(connection, readableSecrets(connectionSecrets));
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
    'connection.importCertificate': (input) =>
      afterwards(async () => {
        await certificates.importOwn(input);
        await settings.write('changeSettings', { connection: { network: { certificate: 'own' } } });
        await network.renew();
      }),
    'connection.authority': certificates.authority,
    'connection.renewAuthority': () => renewWith(certificates.renewAuthority),
    'connection.dismissFormerUrl': () => afterwards(() => saveAnnouncedUrl(reach.status().url)),
    'connection.dismissMovedPort': () =>
      afterwards(async () => {
        const { foundPort } = computer.current();
        if (foundPort !== null) computer.change({ foundPort: { ...foundPort, instead: null } });
      }),
    'connection.tools': findTunnelPrograms,
  } satisfies CallsOf<typeof connectionRoutes>;
  return {
    calls,
    view,
    /** the settings may have been changed by another node */
    follow: async (): Promise<void> => {
      if (!isDeepStrictEqual(settings.current().connection, applied)) await queue.run(apply);
    },
    check: async (): Promise<ConnectionView> => {
      await queue.run(async () => {
        await network.renew();
        // A server that failed to open may succeed now.
        await apply();
      });
      tunnel.retryNow();
      reach.aim(aim());
      await reach.look();
      return view();
    },
    authority: certificates.authority,
    /** for this computer's names, signed by the authority. Coded error: secret_lost */
    ownCertificate: () => certificates.serverCertificate('made', localNames()),
    /** replaces the key that colleagues' apps know this installation by, and the authority */
    renewKey: () => renewWith(() => certificates.renewKey(localNames())),
    /** calls back when `ownCertificate` may be another: daily, and after those; returns how to stop */
    onRenewal: (call: () => void): (() => void) => {
      renewals.add(call);
      return () => void renewals.delete(call);
    },
    /** customers are refused for this reason, whatever way they use; undefined: no longer */
    refuse: (problem: ConnectionProblem | undefined): void => {
      refusing = problem;
      reach.aim(aim());
    },
    stop: async (): Promise<void> => {
      stopped = true;
      watch(false);
      stopRenewal();
      reach.stop();
      await queue.idle();
      await tunnel.stop();
      await network.stop();
    },
  };
}

/** Secrets that can be read: a lost one has to be entered again, like a missing one. */
function readableSecrets(secrets: SettingsState['connectionSecrets']): ConnectionSecrets {
  return Object.fromEntries(Object.entries(secrets).filter(([, secret]) => !isLost(secret)));
}

/** The names for a certificate of ours. */
function localNames(): readonly string[] {
  return ['localhost', hostname(), '127.0.0.1', ...networkAddresses().map(({ address }) => address)];
}
