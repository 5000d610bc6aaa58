import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { CallerRole } from '#shared/domain/entities.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** Paths of the store's thread entries. Each loads only the code that it runs, as every thread has its own copy. */
export type StoreThreads = (name: 'writer' | 'reader' | 'archive') => URL;

/** The entries beside the program's own `entry`: the build keeps the layout of the sources. */
export function storeThreadsOf(entry: string): StoreThreads {
  return (name) => new URL(`./store/threads/${name}${extname(entry)}`, entry);
}

/** An operator who asks for a change, with the role that it was allowed for. */
export interface Actor {
  readonly operatorId: string;
  readonly role: CallerRole;
}

/** What is known besides the input: when it is, and how things stand outside of the database. */
export interface Circumstances {
  /** now, by the wall clock */
  readonly at: number;
  /** address at which customers reach the listener; without a slash at the end */
  readonly publicUrl: string;
  /** channels with someone there */
  readonly staffedChannels: readonly string[];
}

/** Who asks, and when. */
export type Asking = Actor & Pick<Circumstances, 'at'>;

/** Circumstances of a request: also who asks. */
export interface RequestContext extends Circumstances, Actor {}

export interface Request {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  /** of a command, or a route's query; without an operator where none asks */
  readonly context?: Circumstances | Asking;
  /** of a query: only what belongs to these is there; undefined: all */
  readonly channels?: readonly string[] | undefined;
  /** operator whose request asks for it */
  readonly by?: Actor;
  /** asked for during a swap of databases */
  readonly isHeld?: boolean;
}

/** Message to a store thread: requests to run, or the order to close. */
export type ThreadMessage = readonly Request[] | 'close';

/** `detail` is for the log. */
export type Failure = Pick<ContractError, 'code' | 'reason'> &
  Partial<Pick<ContractError, 'issues'>> & { readonly detail?: string };

export type Outcome =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

/** The failure for an error that is a refusal, or our fault. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ContractError) return { code: error.code, reason: error.reason, issues: error.issues };
  const detail = error instanceof Error ? error.message : String(error);
  return { code: 'internal', reason: phrase('errors:refusals.internal.store'), detail };
}

export type StoreThread = Awaited<ReturnType<typeof startThread>>;

/** Starts a thread of the store. Requests made while it works are collected, sent and committed together. */
export async function startThread(entry: URL, file: string, onFault: (failure: Failure) => void) {
  const worker = new Worker(entry, { workerData: file });
  const [hello] = (await once(worker, 'message')) as [{ readonly readOnly: boolean }];
  const pending = trackRequests(worker, () => unavailable(phrase('errors:refusals.store.lost')));
  let queued: Request[] = [];
  let isWorking = false;

  const send = () => {
    if (queued.length === 0 || isWorking) return;
    const batch = queued;
    queued = [];
    isWorking = true;
    // As objects, whose clones are exact; JSON would turn undefined in a list into null.
    worker.postMessage(batch satisfies ThreadMessage);
  };
  worker.on('message', (outcomes: readonly Outcome[]) => {
    isWorking = false;
    for (const outcome of outcomes) {
      if (!outcome.ok && outcome.failure.detail !== undefined) onFault(outcome.failure);
      pending.answer(outcome);
    }
    send();
  });

  return {
    /** the database was made by a newer version */
    readOnly: hello.readOnly,
    /** rejects with ContractError */
    ask: (
      name: string,
      input: unknown,
      context?: Request['context'],
      conditions?: Pick<Request, 'by' | 'isHeld' | 'channels'>,
    ) =>
      pending.ask((id) => {
        queued.push({ id, name, input, ...(context && { context }), ...conditions });
        if (queued.length === 1) setImmediate(send);
      }),
    /** resolves with the reason if the thread dies */
    died: pending.died,
    /** resolves when all requests are answered and the thread has ended */
    stop: pending.stop,
  };
}

/** Nothing can be stored, or read. */
export function unavailable(reason: Phrase): ContractError {
  return new ContractError('storage_unavailable', reason);
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Tracks the requests to `worker`. */
export function trackRequests(worker: Worker, lost: () => ContractError) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone = false;
  /** A request after the order to close would keep the thread alive for ever. */
  let isStopping = false;
  let isClosing = false;
  let fault: Error | undefined;
  let idle: (() => void) | undefined;
  const died = Promise.withResolvers<Error>();
  worker.on('error', (error: Error) => (fault = error));
  worker.on('exit', (code) => {
    gone = true;
    if (!isClosing) died.resolve(fault ?? new Error(`The thread ended with code ${code}`));
    for (const { reject } of waiting.values()) reject(lost());
    waiting.clear();
    idle?.();
  });
  return {
    /** `send` receives the request's number; rejects with `lost` if the thread stops, is gone, or ends before it answers */
    ask: (send: (id: number) => void) =>
      new Promise((resolve, reject) => {
        if (gone || isStopping) return reject(lost());
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send(lastId);
      }),
    answer: (outcome: Outcome) => {
      const request = waiting.get(outcome.id);
      if (request === undefined) return;
      waiting.delete(outcome.id);
      if (outcome.ok) request.resolve(outcome.value);
      else request.reject(new ContractError(outcome.failure.code, outcome.failure.reason, outcome.failure.issues));
      if (waiting.size === 0) idle?.();
    },
    /** resolves with the reason if the thread dies */
    died: died.promise,
    /** resolves when all requests are answered and the thread, sent 'close', has ended */
    stop: async () => {
      if (gone) return;
      isStopping = true;
      if (waiting.size > 0) await new Promise<void>((resolve) => (idle = resolve));
      // It may have died meanwhile.
      if (gone) return;
      const exited = once(worker, 'exit');
      isClosing = true;
      worker.postMessage('close');
      await exited;
    },
  };
}
