import { ContractError } from '#shared/contract/errors.ts';
import type { Failure } from './thread.ts';

/** SQLite's primary result codes for a wrong statement: ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE. Others are the disk's. */
const FAULTS_OF_OURS: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);

/** What a request is answered that could not be done. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ContractError)
    return { code: error.code, message: error.message, ...(error.issues !== undefined && { issues: error.issues }) };
  const detail = error instanceof Error ? error.message : String(error);
  const isStorage = error instanceof Error && 'errcode' in error && !FAULTS_OF_OURS.has(Number(error.errcode) & 0xff);
  return isStorage
    ? {
        code: 'storage_unavailable',
        message: 'Nothing can be stored right now. Check that the disk is not full.',
        detail,
      }
    : { code: 'internal', message: 'Counterbell met a fault of its own', detail };
}
