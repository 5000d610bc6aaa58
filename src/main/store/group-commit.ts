import { NON_TRANSACTIONAL, together, type WritingConnection } from './connection.ts';
import type { Failure, Outcome, Request } from './thread.ts';

/** The connection of a database's writer. Commands are given it as a `WritingConnection`, within a transaction. */
export interface Writer extends WritingConnection {
  /** runs `work` after everything requested before; nothing else interrupts it, whatever it awaits */
  readonly inTurn: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** All of `work` is on disk when this resolves, or none of it if it rejects. Only within a turn. */
  readonly transaction: <T>(work: () => Promise<T>) => Promise<T>;
  /** what to answer for an error */
  readonly failureOf: (error: unknown) => Failure;
  /** true for an error after which nobody knows whether the commit took place */
  readonly isLost: (error: unknown) => boolean;
}

/**
 * Group commit: waiting work shares one transaction and fsync; each succeeds or fails alone. Only within a turn.
 * `scopeOf`: requests of different scopes may go on at the same time; undefined: only when all before it are done
 */
export async function writeTogether<Db extends Writer>(
  db: Db,
  requests: readonly Request[],
  run: (db: Db, request: Request) => Promise<unknown>,
  scopeOf: (request: Request) => string | undefined,
): Promise<readonly Outcome[]> {
  const runRequest = async (request: Request): Promise<Outcome> => ({
    id: request.id,
    ok: true,
    value: await run(db, request),
  });
  const runAll = async (): Promise<readonly Outcome[]> => {
    const outcomes: Promise<Outcome>[] = [];
    const lastOf = new Map<string, Promise<Outcome>>();
    for (const request of requests) {
      const scope = scopeOf(request);
      if (scope === undefined) {
        await together([...lastOf.values()]);
        lastOf.clear();
      }
      const outcome = lastOf.get(scope ?? '')?.then(() => runRequest(request)) ?? runRequest(request);
      outcomes.push(outcome);
      if (scope === undefined) await outcome;
      else lastOf.set(scope, outcome);
    }
    return await together(outcomes);
  };
  const alone = requests.findIndex(({ name }) => name === NON_TRANSACTIONAL);
  const [first] = requests;
  if (first === undefined) return [];
  try {
    if (alone === 0 && requests.length === 1) return [await runRequest(first)];
    if (alone === -1) return await db.transaction(runAll);
  } catch (error) {
    if (requests.length === 1 || db.isLost(error)) {
      const failure = db.failureOf(error);
      return requests.map(({ id }) => ({ id, ok: false, failure }));
    }
    // One failed and rolled back the others: nothing was written, so each now runs alone.
  }
  const parts =
    alone === -1
      ? requests.map((request) => [request])
      : [requests.slice(0, alone), requests.slice(alone, alone + 1), requests.slice(alone + 1)];
  return (await Array.fromAsync(parts, (part) => writeTogether(db, part, run, scopeOf))).flat();
}
