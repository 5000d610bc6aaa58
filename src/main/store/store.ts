import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { journalIn, type JournalStore } from './journal.ts';
import type { Queries } from './queries.ts';
import { startThread, type Actor, type Failure, type Request, type StoreThread, type StoreThreads } from './thread.ts';
import type { Change } from './command.ts';
import type { Perform } from './commands.ts';
import type { SendingDelivery, SendingEvent } from './deliveries/sending.ts';
import type { Transactions } from './transactions.ts';
import { onlyNode, type Nodes } from './nodes.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { DueWork } from '#main/clock/due-work.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import type { EventBus } from '#shared/contract/events.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { problemOf } from '#shared/locales/phrase.ts';

type Input<F> = F extends (connection: never, ...input: infer I) => unknown ? I : never;
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

/** The only access to the database. Rejects with ContractError: a transaction's refusal, or storage_unavailable. */
export interface Store {
  /** the database was made by a newer version: it is read, never written */
  readonly readOnly: boolean;
  /** resolves when it is on disk */
  readonly write: <N extends keyof Transactions>(
    name: N,
    ...input: Input<Transactions[N]>
  ) => Promise<Result<Transactions[N]>>;
  /**
   * Runs an operator's request. Until it is settled, what it changes is refused once they were removed or lost the role:
   * coded errors not_signed_in and forbidden.
   */
  readonly actingFor: <T>(actor: Actor, work: () => Promise<T>) => Promise<T>;
  /** refuses messages and settings; clients should retry. Returns a function to accept them again */
  readonly hold: () => () => void;
  readonly read: <N extends keyof Queries>(name: N, ...input: Input<Queries[N]>) => Promise<Result<Queries[N]>>;
  /** reads as somebody who works on these channels only: other chats and customers are not there; undefined: all are */
  readonly limitedTo: (channels: readonly string[] | undefined) => Pick<Store, 'read'>;
  readonly journal: JournalStore;
  readonly nodes: Nodes;
  /** calls back when a write fails because of the disk or the writing thread; returns the unsubscribe function */
  readonly onRefused: (listener: () => void) => () => void;
  /** resolves with the reason if one of its threads dies: only reopening brings it back */
  readonly died: Promise<Error>;
  readonly stop: () => Promise<void>;
}

/** Reports what a command did, once it is on disk; returns its answer. */
export type Publish = <Answer>(change: Change<Answer>) => Answer;

/** Adds a listener; returns how to stop. */
export type Listen<T> = (listener: (what: T) => void) => () => void;

/** What commands leave to be done outside of the store. */
export interface Outbox {
  /** for channels */
  readonly onDeliveries: Listen<readonly SendingDelivery[]>;
  /** for bots */
  readonly onBotEvents: Listen<readonly SendingEvent[]>;
  /** the owner or the content of a chat changed */
  readonly onMoved: Listen<Chat>;
}

/** What the parts of an engine share. */
export interface EngineContext extends EventBus, Outbox {
  readonly store: Store;
  readonly clock: SettledClock;
  /** what falls due; the engine starts and stops it */
  readonly due: Pick<DueWork, 'add'>;
  readonly log: Logger;
  readonly perform: Perform;
  readonly publish: Publish;
}

/** The database in a data folder. */
export function databaseFile(folder: string): string {
  return join(folder, 'counterbell.db');
}

/** Milliseconds after the start in which the program has the processor for itself. */
const STARTUP_TIME = 3_000;

/**
 * Opens the database file (created if missing) in a writing thread. The reading thread starts when the start is over,
 * or with the first that only it does; until then the writing thread reads, too.
 */
export function openStore({ file, threads, log }: StoreOptions): Promise<Store> {
  return openStoreOn((name, onFault) => startThread(threads(name), file, onFault), log);
}

interface StoreOptions {
  readonly file: string;
  readonly threads: StoreThreads;
  readonly log: Logger;
}

type StartPart = (name: 'writer' | 'reader', onFault: (failure: Failure) => void) => Promise<StoreThread>;

/** A store whose writer and reader are started by `start`; the reader has the journal, or a part of its own. */
export async function openStoreOn(
  start: StartPart,
  log: Logger,
  { journal: journalPart, nodes = onlyNode() }: { readonly journal?: StoreThread; readonly nodes?: Nodes } = {},
): Promise<Store> {
  const listeners = new Set<() => void>();
  const onFault = (failure: Failure): void =>
    log.error({ code: failure.code, detail: failure.detail }, 'a store request failed');
  const onRefused = (failure: Failure): void => {
    onFault(failure);
    if (failure.code === 'storage_unavailable') for (const listener of listeners) listener();
  };
  const writer = await start('writer', onRefused);
  let reader: StoreThread | undefined;
  let starting: Promise<StoreThread> | undefined;
  const died = Promise.withResolvers<Error>();
  void writer.died.then(died.resolve);
  void journalPart?.died.then(died.resolve);
  const startReader = (): Promise<StoreThread> => {
    starting ??= start('reader', onFault).then((started) => {
      reader = started;
      void started.died.then(died.resolve);
      return started;
    });
    starting.catch(died.resolve);
    return starting;
  };
  const startup = setTimeout(() => void startReader(), STARTUP_TIME).unref();
  // Nothing may be written, so the writing thread does nothing; or what nodes write waits for what they read.
  if (writer.readOnly || nodes.publishes) await startReader();
  const acting = new AsyncLocalStorage<{ actor?: Actor }>();
  let isHeld = false;
  void died.promise.then((error) => {
    log.fatal({ err: error }, 'a store thread ended');
    for (const listener of listeners) listener();
  });
  const readingFor = (channels?: readonly string[]) => ({
    read: ((name: string, input: unknown, context?: Request['context']) =>
      (reader ?? writer).ask(name, input, context, { channels })) as Store['read'],
  });
  return {
    readOnly: writer.readOnly,
    write: ((name: keyof Transactions, input: unknown, context?: Request['context']) => {
      const by = acting.getStore()?.actor;
      return writer.ask(name, input, context, { ...(by && { by }), ...(isHeld && { isHeld }) });
    }) as Store['write'],
    actingFor: async (actor, work) => {
      const request: { actor?: Actor } = { actor };
      try {
        return await acting.run(request, work);
      } finally {
        // Timers and connections that it started are nobody's.
        delete request.actor;
      }
    },
    hold: () => {
      isHeld = true;
      return () => {
        isHeld = false;
      };
    },
    ...readingFor(),
    limitedTo: readingFor,
    journal: journalIn(async (name, input) => (journalPart ?? (await startReader())).ask(name, input)),
    nodes,
    onRefused: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    died: died.promise,
    stop: async () => {
      clearTimeout(startup);
      await starting?.then(
        ({ stop }) => stop(),
        () => undefined,
      );
      await writer.stop();
      await journalPart?.stop();
    },
  };
}

/** Milliseconds until storing is tried again. */
const RETRY_DELAY = 2_000;

export interface StorageWatchOptions {
  readonly store: Pick<Store, 'onRefused' | 'write'>;
  readonly clock: Pick<Clock, 'after'>;
  /** customers are refused while this is set; undefined: no longer */
  readonly onChange: (problem: ConnectionProblem | undefined) => void;
}

/** Tries whether messages can be stored. */
export function isWritable(store: Pick<Store, 'write'>): Promise<boolean> {
  return store.write('checkWritable').then(
    () => true,
    () => false,
  );
}

/**
 * Reports that customers are refused, from the first message that could not be stored until storing works again. The
 * message itself is the proof: on a nearly full disk, what `isWritable` tries may still fit.
 */
export function watchStorage({ store, clock, onChange }: StorageWatchOptions): { readonly stop: () => void } {
  let isWatching = false;
  let cancelTimer = (): void => undefined;

  const check = async (): Promise<void> => {
    const problem = (await isWritable(store)) ? undefined : STORAGE_PROBLEM;
    if (!isWatching) return;
    onChange(problem);
    if (problem === undefined) isWatching = false;
    else cancelTimer = clock.after(RETRY_DELAY, () => void check());
  };
  const unsubscribe = store.onRefused(() => {
    if (isWatching) return;
    isWatching = true;
    onChange(STORAGE_PROBLEM);
    cancelTimer = clock.after(RETRY_DELAY, () => void check());
  });
  return {
    stop: () => {
      unsubscribe();
      cancelTimer();
      isWatching = false;
    },
  };
}

const STORAGE_PROBLEM = problemOf('reach.storage');
