import type { Duplex } from 'node:stream';
import type {
  CertificateInfo,
  ConnectionProblem,
  ConnectionSettings,
  Forwarder,
  TunnelPrograms,
  TunnelStatus,
} from '#shared/contract/connection.ts';
import type { ConnectionSecrets, TunnelKind } from '#shared/contract/tunnels.ts';
import { englishWords } from '#shared/locales/english.ts';

/** A key and its certificate chain, ready for a TLS server. */
export interface ServerCertificate {
  /** PEM, the server's own first */
  readonly certificate: string;
  /** PEM, without a passphrase */
  readonly key: string;
}

/** A way into the listener beside its own on loopback. */
export interface DoorOptions {
  /** absent: the network's */
  readonly through?: Exclude<Forwarder['through'], 'port'>;
  readonly host: string;
  /** 0: any that is free */
  readonly port: number;
  /** absent: HTTP */
  readonly certificate?: ServerCertificate;
  /** which senders' X-Forwarded-For is believed: addresses and ranges */
  readonly trustedProxies: readonly string[];
  /** open at once; absent: as many as the listener's own port takes */
  readonly connections?: number;
}

/** A connection that was accepted elsewhere, and the address from which it came there. */
export interface CarriedConnection extends Duplex {
  readonly remoteAddress: string;
}

export interface Door {
  readonly port: number;
  /** one that was accepted elsewhere, as if it had come to this door from its sender */
  readonly take: (connection: CarriedConnection) => void;
  /** another certificate from now on, without closing anything */
  readonly renew: (certificate: ServerCertificate) => void;
  /** answers what is under way, then closes */
  readonly stop: () => Promise<void>;
}

/** What the listener lets others do: open further doors to the same routes. */
export interface Doors {
  readonly open: (options: DoorOptions) => Promise<Door>;
  /** whose X-Forwarded-For is believed on the listener's own port */
  readonly trust: (proxies: readonly string[]) => void;
  /**
   * How many requests are let in. They are counted while others than this computer reach what is bound, and where `isLed`: the
   * owner has others come through what runs on this computer, a proxy or a tunnel.
   */
  readonly limit: (limits: Partial<ConnectionSettings['limits']>, isLed: boolean) => void;
  /** who says that they pass requests on, and is not trusted where they come in; of the last hour, while requests are counted */
  readonly forwarders: () => readonly Forwarder[];
  /** calls back when there is another one */
  readonly onForwarders: (listener: () => void) => void;
  /** answers `GET /reach/<nonce>` with `answer` until the returned function is called; every other nonce is unknown */
  readonly expect: (nonce: string, answer: string) => () => void;
}

/** Raised by a tunnel that cannot start, or whose server refuses for good. */
export class TunnelError extends Error {
  readonly problem: ConnectionProblem;
  /** trying again changes nothing until the owner does something */
  readonly isFinal: boolean;
  readonly changedPin: TunnelStatus['changedPin'];
  /** milliseconds that the other side asks to be left alone */
  readonly retryAfter: number | undefined;

  constructor(
    problem: ConnectionProblem,
    options: Partial<Pick<TunnelError, 'isFinal' | 'changedPin' | 'retryAfter' | 'cause'>> = {},
  ) {
    super(englishWords(problem.what), { cause: options.cause });
    this.name = 'TunnelError';
    this.problem = problem;
    this.isFinal = options.isFinal ?? false;
    this.changedPin = options.changedPin;
    this.retryAfter = options.retryAfter;
  }
}

/** The same promise, as long as the signal lasts: then it rejects with the signal's reason. */
export function within<T>(promise: Promise<T>, limit: AbortSignal): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(limit.reason);
  limit.addEventListener('abort', end, { once: true });
  if (limit.aborted) end();
  return Promise.race([promise, over]).finally(() => limit.removeEventListener('abort', end));
}

export interface RunningTunnel {
  /** where customers reach the listener through it; without a slash at the end */
  readonly publicUrl: string;
  /** whether it carries; settles within ten seconds */
  readonly isHealthy: () => Promise<boolean>;
  /** resolves when it ended, with what went wrong, as far as nobody stopped it */
  readonly ended: Promise<ConnectionProblem>;
  readonly stop: () => Promise<void>;
}

/** A tunnel that is tried again until it is stopped. */
export interface KeptTunnel {
  readonly status: () => TunnelStatus;
  /** the computer woke up, or its network changed: what waits is tried at once, what runs is looked at */
  readonly wake: () => void;
  /** the owner asks: tries at once, also where only the owner could have helped */
  readonly retryNow: () => void;
  readonly stop: () => Promise<void>;
}

/** One kind of tunnel. */
export interface TunnelProvider {
  /** Resolves when it carries requests to `port` on this computer's loopback. Rejects with TunnelError. */
  readonly start: (port: number, signal: AbortSignal) => Promise<RunningTunnel>;
}

/** What a tunnel is started with, besides its settings and secrets. */
export interface TunnelSurroundings {
  /** for what an agent needs on disk */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** the tunnel's door, for a tunnel that ends in this program */
  readonly take: Door['take'];
  /** saves what is required from now on, in the field that the kind declares for it */
  readonly pin: (value: string) => void;
}

/** How a kind of tunnel runs: one shape for every kind, which is a file of its own. The rest is in `contract/tunnels`. */
export interface TunnelRunner<Settings> {
  readonly provider: (settings: Settings, secrets: ConnectionSecrets, around: TunnelSurroundings) => TunnelProvider;
  /** what it runs by, where that may be missing on this computer */
  readonly find?: (env: NodeJS.ProcessEnv) => Promise<TunnelPrograms[TunnelKind]>;
}

/** What is known of the certificate in use, and the authority behind a made one. */
export interface Certificates {
  /** for these names and addresses: the owner's, or one made here, anew where names changed or its end is near. Throws ContractError invalid_input where there is none of the owner's, secret_lost where a key cannot be opened now */
  readonly serverCertificate: (
    kind: 'made' | 'own',
    names: readonly string[],
  ) => Promise<{ readonly certificate: ServerCertificate; readonly info: CertificateInfo }>;
  /** checks that they fit and keeps them. Throws ContractError invalid_input in words */
  readonly importOwn: (
    given:
      | { readonly certificate: string; readonly key: string; readonly passphrase?: string | undefined }
      | { readonly pkcs12: string; readonly passphrase: string },
  ) => Promise<CertificateInfo>;
  readonly authority: () => Promise<{
    readonly certificate: string;
    readonly fingerprint: string;
    readonly validTo: number;
  }>;
  /** another in its place: each device has to be told to trust it */
  readonly renewAuthority: () => Promise<void>;
}
