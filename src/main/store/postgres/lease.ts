import { randomUUID } from 'node:crypto';
import { setTimeout as passing } from 'node:timers/promises';
import { sql } from '../sql.ts';
import type { PostgresConnection } from './connection.ts';

/** Milliseconds between two beats. */
const BEAT = 2_000;
/** Milliseconds between two looks at a row of which nobody knows whether its host lives. */
const LOOK = 500;

/** End of a host's life, by the database's clock, if it beats no more. */
const END_OF_LIFE = sql`clock_timestamp() + interval '6 seconds'`;

export type Lease = Awaited<ReturnType<typeof takeLease>>;

/**
 * Makes this run the one that writes to the database, by a row that it renews on this connection, which it closes at the
 * end. Waits for the row of a host that was killed; throws if its host lives.
 */
export async function takeLease(db: PostgresConnection, name: string) {
  const run = randomUUID();
  let seen: string | undefined;
  const take = (): Promise<number> =>
    db.run`UPDATE nodes SET run = ${run}, name = ${name}, alive_until = ${END_OF_LIFE} WHERE alive_until < clock_timestamp()`;
  while ((await take()) === 0) {
    const other = await db.get<{ readonly name: string; readonly until: string }>`
      SELECT name, CAST(alive_until AS TEXT) AS until FROM nodes`;
    if (seen !== undefined && other?.until !== seen)
      throw new Error(`another host, "${other?.name}", is running on this database; stop it first`);
    seen = other?.until;
    await passing(LOOK);
  }
  const lost = Promise.withResolvers<Error>();
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, BEAT);
  const beat = async (): Promise<void> => {
    // While the database does not answer, nobody can take its place either.
    const kept = await db.run`UPDATE nodes SET alive_until = ${END_OF_LIFE} WHERE run = ${run}`.catch(() => 1);
    if (kept > 0) return;
    clearInterval(timer);
    lost.resolve(new Error('another host has taken over the database'));
  };
  return {
    /** begins a transaction that is refused if another host has taken over, and until whose end none can */
    fence: `SELECT require_run('${run}')`,
    /** resolves if another host has taken over */
    lost: lost.promise,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await beating;
      await db.run`UPDATE nodes SET alive_until = clock_timestamp() WHERE run = ${run}`.catch(() => undefined);
      await db.close();
    },
  };
}
