import type { IncomingMessage } from 'node:http';
import { type Logger, stdSerializers, type SerializedError } from 'pino';
import { type Answer, ContractError } from '#shared/contract/errors.ts';
import type { EventFrame } from '#shared/contract/events.ts';
import type { StoreThreads } from '#main/store/thread.ts';
import type { WantedAddress } from '#main/listener/listen.ts';
import type { ServeMedia } from '#main/media/ports.ts';
import type { ComputerFile } from '#main/settings/computer.ts';
import type { Vault } from '#main/settings/ports.ts';
import type { Store } from '#main/store/store.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Bus } from './bus.ts';
import { englishWords } from '#shared/locales/english.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** What differs between the hosts, and between a host and a test. */
export interface EngineOptions {
  /** folder for the database; made where it is missing */
  readonly dataDir: string;
  readonly listener: WantedAddress;
  /** where this computer's own settings are kept */
  readonly computer: ComputerFile;
  readonly vault: Vault;
  readonly storeThreads: StoreThreads;
  /** built file (or source, in tests) of src/main/exposure/pkcs12-worker.ts */
  readonly pkcs12Worker: string | URL;
  /** the store in `dataDir`, where the host began to open it ahead; the engine stops it */
  readonly store?: Promise<Store>;
  /** content of a provision file, applied before anything listens */
  readonly provision?: unknown;
  /** the engine is to stop and to start again on the same folder: what was restored is put in place in between */
  readonly restart?: () => void;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
}

export interface Engine {
  /** `http://host:port` as bound */
  readonly listenerUrl: string;
  readonly installationId: string;
  readonly operators: OperatorDirectory;
  /** IP address of who asks a host's own server, behind the proxies that the listener trusts */
  readonly clientAddress: (request: IncomingMessage) => string;
  /** answers one console request of this operator; never throws */
  readonly request: (operatorId: string, route: string, input: unknown) => Promise<Answer>;
  /** stored files and uploads of the console's own origin, below `/media/`; never throws */
  readonly media: ServeMedia;
  /** what happens, for the parts of the host; windows hear of it by `subscribe` */
  readonly bus: Pick<Bus, 'on'>;
  /**
   * Opens a console window of this operator: calls back at once with a hello, then with the events of each turn.
   * The callback must not throw.
   * Returns how to close it. While an operator's windows are all gone for a minute, they count as away.
   */
  readonly subscribe: (operatorId: string, onFrame: (frame: EventFrame) => void) => () => void;
  /** resolves with the reason when a thread of the store ended: only a new start brings back what it did */
  readonly died: Promise<Error>;
  /** resolves when all that was under way is stored and everything is closed */
  readonly stop: () => Promise<void>;
}

/** Who may use the console, for the hosts' sign-in; and whether they are there. */
export interface OperatorDirectory {
  /** the operator of the desktop, and of the link that headless prints */
  readonly first: () => { readonly id: string; readonly accessKey: string };
  /** compares in constant time */
  readonly byAccessKey: (accessKey: string) => { readonly id: string } | undefined;
  /** changes when the operator's access key does; undefined where there is no such operator */
  readonly keyFingerprint: (operatorId: string) => string | undefined;
  /**
   * Whether the operator is at the computer, as the desktop can tell (locked, asleep, untouched). Who is not there
   * counts as away at once, whatever their switch; who is there needs no window: tray and notifications reach them.
   */
  readonly setPresent: (operatorId: string, present: boolean) => void;
}

/** An error for the log: an expected failure with its reason in words. */
export function loggedError(error: Error): SerializedError {
  const logged = stdSerializers.err(error);
  return error instanceof ContractError ? { ...logged, message: englishWords(error.reason) } : logged;
}

/** Why something failed, as the end of a sentence. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ContractError) return englishWords(error.reason).replace(/\.$/, '');
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
