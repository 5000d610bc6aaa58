import type { IncomingMessage } from 'node:http';
import { type Logger, stdSerializers, type SerializedError } from 'pino';
import { type Answer, ContractError } from '#shared/contract/errors.ts';
import type { EventBus, EventFrame } from '#shared/contract/events.ts';
import type { StoreThreads } from '#main/store/thread.ts';
import type { Audit } from '#main/audit/audit.ts';
import type { Client } from '#shared/contract/calls.ts';
import type { WantedAddress } from '#main/listener/listen.ts';
import type { MediaAnswer, MediaRequest, ServeMedia } from '#main/media/ports.ts';
import type { ComputerFile } from '#main/settings/computer.ts';
import type { NetworkEdge } from '#main/outgoing/address-guard.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { Store } from '#main/store/store.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { MediaFiles } from '#main/media/ports.ts';
import type { Devices } from '#main/operators/devices.ts';
import type { Invitations } from '#main/operators/invitations.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { RemoteAccess } from '#main/exposure/remote-access.ts';
import type { Figures } from './figures.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Options that differ between hosts, and in tests. */
export interface EngineOptions {
  /** folder of the database; created if missing */
  readonly dataDir: string;
  readonly listener: WantedAddress;
  /** this computer's own settings */
  readonly computer: ComputerFile;
  readonly vault: Vault;
  readonly storeThreads: StoreThreads;
  /** folder of the built window for websites */
  readonly siteFolder: string;
  /** the store in `dataDir` if the host opened it ahead; the engine stops it */
  readonly store?: Promise<Store>;
  /** content of a provision file, applied before anything listens */
  readonly provision?: unknown;
  /** the network that notifications to closed browsers are sent in; absent: the system's */
  readonly pushEdge?: NetworkEdge;
  /** the host has a window of its own, in which the first owner works */
  readonly hasSeat?: boolean;
  /** the database is on a server, where this host has this name; undefined: in `dataDir` */
  readonly nodeName?: string | undefined;
  /** where all hosts on the server are reached, if the settings name no other address */
  readonly publicUrl?: string | undefined;
  /** where the files of chats are; undefined: in `dataDir` */
  readonly mediaFiles?: MediaFiles | undefined;
  /** stops the engine and starts it again on the same folder, applying a restore in between */
  readonly restart?: () => void;
  /** called once windows get their first answers; the rest starts when it has resolved */
  readonly onOpened?: (engine: OpenedEngine) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
}

export interface Engine {
  /** `http://host:port` as bound */
  readonly listenerUrl: string;
  readonly installationId: string;
  readonly operators: Pick<
    Operators,
    'first' | 'byAccessKey' | 'programByKey' | 'connected' | 'keyFingerprint' | 'setPresent'
  >;
  /** browsers and apps that are signed in */
  readonly devices: Pick<Devices, 'byKey' | 'find' | 'add' | 'renewKey' | 'remove' | 'seen' | 'use'>;
  readonly invitations: Pick<Invitations, 'open' | 'accept'>;
  /** the shop's name in effect */
  readonly shop: () => string;
  /** for colleagues on other computers */
  readonly remoteAccess: RemoteAccess;
  /** IP address of a caller of the host's own server, behind proxies the listener trusts */
  readonly clientAddress: (request: IncomingMessage) => string;
  /** answers a console request; never throws */
  readonly request: (client: Client, route: string, input: unknown) => Promise<Answer>;
  /** for the list of changes: an operator's sign-in at a host's own server, and wrong keys of an address */
  readonly signIns: Audit['signIns'];
  /** stored files and uploads on the console's own origin, below `/media/`; never throws */
  readonly media: ServeMedia;
  /** events, for parts of the host; windows use `subscribe` */
  readonly bus: Pick<EventBus, 'on'>;
  /**
   * Opens a console window: calls back with a hello at once, then with the events of each turn; must not throw. Returns
   * how to close it. Operators count as away a minute after their last window closed.
   */
  readonly subscribe: (client: Client, onFrame: (frame: EventFrame) => void) => () => void;
  /** for monitoring */
  readonly figures: () => Promise<Figures>;
  /** true while messages can be stored and it is not going to stop */
  readonly isReady: () => Promise<boolean>;
  /** it is going to stop: from now on it is not ready */
  readonly drain: () => void;
  /** resolves when what other nodes of the installation have answered is true here, too */
  readonly caughtUp: () => Promise<void>;
  /** resolves with the reason if a store thread ended, which only a restart can fix */
  readonly died: Promise<Error>;
  /** resolves when all pending work is stored and everything is closed */
  readonly stop: () => Promise<void>;
}

/** The engine while the rest of it starts: what needs the rest waits for it. */
export type OpenedEngine = Pick<Engine, 'bus' | 'media' | 'operators' | 'request' | 'subscribe'>;

/** An error for the log: an expected failure includes its reason in English. */
export function loggedError(error: Error): SerializedError {
  const logged = stdSerializers.err(error);
  return error instanceof ContractError ? { ...logged, message: toEnglish(error.reason) } : logged;
}

/** The reason for a failure, to end a sentence with. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ContractError) return toEnglish(error.reason).replace(/\.$/, '');
  if (error.message === 'database is locked')
    return 'another program has its database open; close that program, such as a database viewer or a backup, and start it again';
  const { address, hostname, port } = error as Error &
    Partial<Record<'address' | 'hostname' | 'port', string | number>>;
  const at = port === undefined ? (address ?? 'that address') : `${address ?? ''}:${port}`;
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `another program already listens on ${at}`;
    case 'EADDRNOTAVAIL':
      return `${address ?? 'that address'} is not an address of this computer`;
    case 'EACCES':
      return address === undefined ? error.message : `this user may not listen on ${at}`;
    case 'ENOTFOUND':
      return `the name ${hostname ?? ''} is not known`;
    default:
      return error.message.replace(/\.$/, '');
  }
}

/** A request for a stored file, or an upload; whose it is, the engine knows. */
export type OwnMediaRequest = Omit<MediaRequest, 'operatorId' | 'from'>;

/** The engine as the windows of one operator need it, on this computer or another. */
export interface OperatorEngine {
  readonly operatorId: string;
  /** answers a console request. Rejects only if the engine is on another computer and cannot be reached. */
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** calls back with a hello, then with the events of each turn, and with a hello after each reconnect; must not throw */
  readonly subscribe: (onFrame: (frame: EventFrame) => void) => () => void;
  /** events, for parts of the host */
  readonly bus: Pick<EventBus, 'on'>;
  /** rejects as `request` does */
  readonly media: (request: OwnMediaRequest) => Promise<MediaAnswer>;
  /** reports whether the operator is at this computer */
  readonly setPresent: (present: boolean) => void;
}

/** This computer's engine for one of its operators. */
export function engineFor(engine: OpenedEngine, operatorId: string): OperatorEngine {
  return {
    operatorId,
    request: (route, input) => engine.request({ operatorId, from: undefined }, route, input),
    subscribe: (onFrame) => engine.subscribe({ operatorId, from: undefined }, onFrame),
    bus: engine.bus,
    media: (request) => engine.media({ ...request, operatorId, from: undefined }),
    setPresent: (present) => engine.operators.setPresent(operatorId, present),
  };
}

/** Starts parts, which stop in reverse: all of them if one cannot be started. */
export async function stopInReverse<T extends object>(
  start: (started: Started) => Promise<T>,
): Promise<T & Pick<Engine, 'stop'>> {
  const stops: (() => unknown)[] = [];
  /** One that cannot be stopped must not keep the others going: their ports and files are needed again. */
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let next = stops.pop(); next !== undefined; next = stops.pop())
      await Promise.try(next).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const running = await start((part) => {
      stops.push(part.stop);
      return part;
    });
    return { ...running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Registers how to stop a part, and returns the part. */
export type Started = <T extends { readonly stop: () => unknown }>(part: T) => T;
