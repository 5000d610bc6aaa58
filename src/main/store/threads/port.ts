import { parentPort, type MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { Failure } from '../thread.ts';
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

/** The error for a request that failed. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ContractError) return { code: error.code, reason: error.reason, issues: error.issues };
  const detail = error instanceof Error ? error.message : String(error);
  const isStorage = error instanceof Error && 'errcode' in error && !OUR_FAULT_CODES.has(Number(error.errcode) & 0xff);
  return isStorage
    ? {
        code: 'storage_unavailable',
        reason: phrase(isLocked(error) ? 'errors:refusals.store.locked' : 'errors:refusals.store.full'),
        detail,
      }
    : { code: 'internal', reason: phrase('errors:refusals.internal.store'), detail };
}
