import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ContractError, type ContractErrorShape } from '#shared/contract/errors.ts';

export interface WorkerSetup {
  readonly role: 'writer' | 'reader';
  readonly file: string;
}

export interface Request {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

/** `detail` is for the log. */
export type Failure = ContractErrorShape & { readonly detail?: string };

export type Outcome = { readonly id: number; readonly ok: true; readonly value: unknown } | { readonly id: number; readonly ok: false; readonly failure: Failure };

export interface Thread {
  /** the database was made by a newer version */
  readonly readOnly: boolean;
  /** rejects with ContractError */
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  /** resolves when all that was asked is answered and the thread is gone */
  readonly stop: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a thread of the store. Requests of one turn travel together; the thread takes all that has arrived when
 * it gets to it, so that waiting writes share a commit while the next ones are still being read from the network.
 */
export async function startThread(
  workerFile: string | URL,
  setup: WorkerSetup,
  on: { readonly fault: (failure: Failure) => void; readonly death: (error: Error) => void },
): Promise<Thread> {
  const worker = new Worker(workerFile, { workerData: setup });
  const [hello] = (await once(worker, 'message')) as [{ readonly readOnly: boolean }];
  const waiting = new Map<number, Waiting>();
  let queued: Request[] = [];
  let lastId = 0;
  let gone = false;
  let idle: (() => void) | undefined;

  const send = () => {
    const turn = queued;
    queued = [];
    // One text is cheaper to pass than a tree of objects.
    worker.postMessage(JSON.stringify(turn));
  };
  worker.on('message', (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) settle(outcome);
    if (waiting.size === 0) idle?.();
  });
  worker.on('error', (error) => on.death(error));
  worker.on('exit', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject(lost());
    waiting.clear();
    idle?.();
  });

  function settle(outcome: Outcome): void {
    const asked = waiting.get(outcome.id);
    waiting.delete(outcome.id);
    if (outcome.ok) return asked?.resolve(outcome.value);
    if (outcome.failure.detail !== undefined) on.fault(outcome.failure);
    asked?.reject(new ContractError(outcome.failure.code, outcome.failure.message, outcome.failure.issues));
  }

  return {
    readOnly: hello.readOnly,
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(lost());
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        if (queued.length === 0) setImmediate(send);
        queued.push({ id: lastId, name, input });
      }),
    stop: async () => {
      if (gone) return;
      if (waiting.size > 0) await new Promise<void>((resolve) => (idle = resolve));
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}

function lost(): ContractError {
  return new ContractError('storage_unavailable', 'Nothing can be stored right now. Start Counterbell again.');
}
