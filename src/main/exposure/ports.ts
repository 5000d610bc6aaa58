import type {
  ConnectionProblem,
  ConnectionSettings,
  Forwarder,
  TunnelPrograms,
  TunnelStatus,
} from '#shared/contract/connection.ts';
import type { MakeNonce } from './reach.ts';
import type { ConnectionSecrets, TunnelKind } from '#shared/contract/tunnels.ts';
import { toEnglish } from '#shared/locales/english.ts';

/** A key and its certificate chain, ready for a TLS server. */
export interface ServerCertificate {
  /** PEM, the server's own first */
  readonly certificate: string;
  /** PEM, without a passphrase */
  readonly key: string;
}

/** A way into the listener beside its own port on loopback. */
export interface ExtraServerOptions {
  readonly host: string;
  /** 0: any free port */
  readonly port: number;
  /** absent: HTTP */
  readonly certificate?: ServerCertificate | undefined;
  /** addresses and ranges of senders whose X-Forwarded-For is trusted */
  readonly trustedProxies: readonly string[];
}

export interface ExtraServer {
  readonly port: number;
  /** uses another certificate from now on, without closing anything */
  readonly renew: (certificate: ServerCertificate) => void;
  /** answers open requests, then closes */
  readonly stop: () => Promise<void>;
}

/** The listener's interface to other parts: opens additional servers to its routes. */
export interface ListenerControl {
  readonly open: (options: ExtraServerOptions) => Promise<ExtraServer>;
  /** senders whose X-Forwarded-For is trusted on the listener's own port */
  readonly trust: (proxies: readonly string[]) => void;
  /**
   * Limits on requests. They are counted while other computers can reach a bound address, or if `isForwarded`: the owner lets
   * others in through a proxy or a tunnel on this computer.
   */
  readonly limit: (limits: Partial<ConnectionSettings['limits']>, isForwarded: boolean) => void;
  /** senders of the last hour that claim to forward requests and are not trusted; while requests are counted */
  readonly forwarders: () => readonly Forwarder[];
  /** calls back when there is another one */
  readonly onForwarders: (listener: () => void) => void;
  /** makes a nonce that it answers at `GET /reach/<nonce>`; every other is unknown */
  readonly makeNonce: MakeNonce;
}

/** Thrown by a tunnel that cannot start, or whose server refuses for good. */
export class TunnelError extends Error {
  readonly problem: ConnectionProblem;
  /** retrying is useless until the owner acts */
  readonly isFinal: boolean;
  /** milliseconds until the other side wants the next attempt */
  readonly retryAfter: number | undefined;

  constructor(
    problem: ConnectionProblem,
    options: Partial<Pick<TunnelError, 'isFinal' | 'retryAfter' | 'cause'>> = {},
  ) {
    super(toEnglish(problem.what), { cause: options.cause });
    this.name = 'TunnelError';
    this.problem = problem;
    this.isFinal = options.isFinal ?? false;
    this.retryAfter = options.retryAfter;
  }
}

/** The same promise, but rejects with the signal's reason when that aborts. */
export function within<T>(promise: Promise<T>, limit: AbortSignal): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(limit.reason);
  limit.addEventListener('abort', end, { once: true });
  if (limit.aborted) end();
  return Promise.race([promise, over]).finally(() => limit.removeEventListener('abort', end));
}

export interface RunningTunnel {
  /** the address for customers, without a slash at the end */
  readonly publicUrl: string;
  /** true if it works; settles within ten seconds */
  readonly isHealthy: () => Promise<boolean>;
  /** resolves when it has ended, with the error unless it was stopped */
  readonly ended: Promise<ConnectionProblem>;
  readonly stop: () => Promise<void>;
}

/** A tunnel that is retried until it is stopped. */
export interface SupervisedTunnel {
  readonly status: () => TunnelStatus;
  /** the computer woke up or its network changed: retries a waiting tunnel at once, checks a running one */
  readonly wake: () => void;
  /** the owner's request: retries at once, even after a final refusal */
  readonly retryNow: () => void;
  readonly stop: () => Promise<void>;
}

export interface TunnelProvider {
  /** Resolves when it forwards requests to `port` on this computer's loopback. Rejects with TunnelError. */
  readonly start: (port: number, signal: AbortSignal) => Promise<RunningTunnel>;
}

/** Runs a kind of tunnel: one shape for all kinds, each in its own file. The rest is in `contract/tunnels`. */
export interface TunnelRunner<Settings> {
  /** `folder`: for files of an agent */
  readonly provider: (settings: Settings, secrets: ConnectionSecrets, folder: string) => TunnelProvider;
  /** the program it runs on, if that may be missing on this computer */
  readonly find?: () => Promise<TunnelPrograms[TunnelKind]>;
}
