import { DatabaseError } from 'pg';
import { phrase } from '#shared/locales/phrase.ts';
import { toFailure, type Failure } from '../thread.ts';

/** The server did not answer, or no longer does. */
export class LostConnection extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * The server has ended the connection: SQLSTATEs of lost ones, a shutdown, and a transaction that was left open. Or it is
 * busy: whatever asks next waits as long for the same lock.
 */
const ENDED = /^(?:08|57P|25P03|55P03)/;

/** True for an error after which nobody knows whether the commit took place, or nothing else would succeed either. */
export function isLost(error: unknown): boolean {
  return error instanceof LostConnection || (error instanceof DatabaseError && ENDED.test(error.code ?? ''));
}

/**
 * Classes of SQLSTATE for a faulty statement: not supported, cardinality, values, constraints, transactions, names of
 * statements, syntax and rights, triggers. Others are the server's.
 */
const OUR_FAULT = /^(?:0A|21|22|23|25|26|42|P0)/;
/** Of those classes, but the server's: it only reads, as a standby does; it ended a transaction that was left open. */
const SERVERS: ReadonlySet<string> = new Set(['25006', '25P03']);
const DISK_FULL = '53100';

/** What to answer for an error, of PostgreSQL or of what uses it. */
export function failureOf(error: unknown): Failure {
  const code = error instanceof DatabaseError ? (error.code ?? '') : undefined;
  const isStorage = code === undefined ? error instanceof LostConnection : !OUR_FAULT.test(code) || SERVERS.has(code);
  if (!isStorage) return toFailure(error);
  return {
    code: 'storage_unavailable',
    reason: phrase(code === DISK_FULL ? 'errors:refusals.store.full' : 'errors:refusals.store.unreachable'),
    detail: (error as Error).message,
  };
}
