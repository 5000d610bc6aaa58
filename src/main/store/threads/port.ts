import { parentPort, type MessagePort } from 'node:worker_threads';
import { toFailure, type Failure } from '../thread.ts';
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
