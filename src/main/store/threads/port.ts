import { parentPort, type MessagePort } from 'node:worker_threads';
import { toFailure, type Failure, type Outcome, type Request, type ThreadMessage } from '../thread.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The port to the parent thread. */
export function programPort(): MessagePort {
  if (parentPort === null) throw new Error('This file runs as a worker thread of the store');
  return parentPort;
}

/** SQLite's result codes for a faulty statement: ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE. Others are the disk's. */
const OUR_FAULT_CODES: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);

/** Another process holds the database: BUSY, LOCKED. */
function isLocked(error: object): boolean {
  return 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff);
}

/** What to answer for an error, of SQLite or of what uses it. */
export function failureOf(error: unknown): Failure {
  const isStorage = error instanceof Error && 'errcode' in error && !OUR_FAULT_CODES.has(Number(error.errcode) & 0xff);
  if (!isStorage) return toFailure(error);
  return {
    code: 'storage_unavailable',
    reason: phrase(isLocked(error) ? 'errors:refusals.store.locked' : 'errors:refusals.store.full'),
    detail: error.message,
  };
}

/** Answers requests with what `run` returns or throws, until the order to close. */
export function answerRequests(port: MessagePort, run: (request: Request) => unknown, close: () => void): void {
  const answer = async (request: Request): Promise<Outcome> => {
    const { id } = request;
    try {
      return { id, ok: true, value: await run(request) };
    } catch (error) {
      return { id, ok: false, failure: failureOf(error) };
    }
  };
  port.on('message', (word: ThreadMessage) => {
    if (word !== 'close') return void Array.fromAsync(word, answer).then((all) => port.postMessage(all));
    close();
    port.close();
  });
}
