import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ContractError } from '#shared/contract/errors.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What was asked of a thread and waits for its answer. */
export interface Questions {
  /** `send` gets the question's number on its way; rejects with `lost` where the thread is gone, or goes before it answers */
  readonly ask: (send: (id: number) => void) => Promise<unknown>;
  readonly answer: (id: number, settle: (waiting: Waiting) => void) => void;
  /** resolves with the reason when the thread ended though nobody told it to */
  readonly died: Promise<Error>;
  /** resolves when all that was asked is answered and the thread, told 'close', is gone */
  readonly stop: () => Promise<void>;
}

/** Keeps account of what is asked of `worker`. */
export function keepQuestions(worker: Worker, lost: () => ContractError): Questions {
  // By number, and a number is given again once it is free: the tables that a busy Map leaves behind would hold
  // answers long given until the next full garbage collection, and the memory of a flood would be a multiple.
  const waiting: (Waiting | undefined)[] = [];
  const free: number[] = [];
  let count = 0;
  let gone = false;
  let isToldToClose = false;
  let fault: Error | undefined;
  let idle: (() => void) | undefined;
  const died = Promise.withResolvers<Error>();
  worker.on('error', (error: Error) => (fault = error));
  worker.on('exit', (code) => {
    gone = true;
    if (!isToldToClose) died.resolve(fault ?? new Error(`The thread ended with code ${code}`));
    for (const asked of waiting.splice(0)) asked?.reject(lost());
    idle?.();
  });
  return {
    ask: (send) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(lost());
        const id = free.pop() ?? waiting.length;
        waiting[id] = { resolve, reject };
        count += 1;
        send(id);
      }),
    answer: (id, settle) => {
      const asked = waiting[id];
      if (asked === undefined) return;
      waiting[id] = undefined;
      free.push(id);
      count -= 1;
      settle(asked);
      if (count === 0) idle?.();
    },
    died: died.promise,
    stop: async () => {
      if (gone) return;
      if (count > 0) await new Promise<void>((resolve) => (idle = resolve));
      // It may have died while it was waited for.
      if (gone) return;
      const exited = once(worker, 'exit');
      isToldToClose = true;
      worker.postMessage('close');
      await exited;
    },
  };
}
