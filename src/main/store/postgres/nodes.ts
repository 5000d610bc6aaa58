import { randomUUID } from 'node:crypto';
import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { NodeStatus } from '../nodes.ts';
import { type Sql, sql } from '../sql.ts';
import type { PostgresConnection } from './connection.ts';

/** Milliseconds between two beats, and from one to the end of a node's life, if it beats no more. */
const BEAT = 2_000;
const LIFE = 6_000;
/** Milliseconds after which a server that has not answered a beat never will. */
const SILENCE = 4_000;
/** Milliseconds between two deletions of what all but the dead have applied long ago. */
const TRIM_INTERVAL = 60_000;
/** Milliseconds between two looks at a row of which nobody knows whether its node lives. */
const LOOK = 500;
/** Milliseconds by which a clock may differ from the database's without being corrected. */
const CLOCK_TOLERANCE = 1_000;

const END_OF_LIFE = sql`clock_timestamp() + ${LIFE} * interval '1 millisecond'`;
const NOW = sql`clock_timestamp()`;
/** Unix milliseconds. */
const WALL = sql`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`;

/** The tables of what nodes know of each other; each transaction that writes begins by locking the row of `cluster`. */
export const NODE_TABLES = `
  CREATE TABLE cluster (channel TEXT NOT NULL, number BIGINT NOT NULL, leader TEXT NOT NULL);
  INSERT INTO cluster VALUES ('counterbell_' || gen_random_uuid(), 0, '');
  CREATE TABLE outbox (
    number BIGINT PRIMARY KEY, run TEXT NOT NULL, entries TEXT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE nodes (
    run TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, version TEXT NOT NULL, started_at BIGINT NOT NULL,
    alive_until TIMESTAMPTZ NOT NULL, applied BIGINT NOT NULL, listens BIGINT NOT NULL
  );
  CREATE TABLE new_chats (channel_id TEXT PRIMARY KEY, full_at DOUBLE PRECISION NOT NULL);
`;

/** What a beat reports, and what it learns. */
export interface Membership {
  readonly run: string;
  /** on which the server notifies nodes of each other's transactions */
  readonly channel: string;
  /** number of the last transaction before this node joined */
  readonly begun: number;
  readonly leads: () => boolean;
  readonly leadsForSure: () => boolean;
  /** the server has not answered a beat in time, and none since */
  readonly isSilent: () => boolean;
  readonly onLeading: (listener: () => void) => void;
  readonly list: () => Promise<readonly NodeStatus[]>;
  readonly ahead: () => number;
  /** resolves when others may have taken this node for dead: only a new start brings it back */
  readonly lost: Promise<Error>;
  readonly lose: (error: Error) => void;
  /** begins to beat */
  readonly begin: (beats: Beats) => void;
  readonly stop: () => Promise<void>;
}

export interface Beats {
  readonly applied: () => number;
  readonly listens: () => boolean;
  /** makes this node lead instead of that one; false: another does */
  readonly takeLead: (dead: string) => Promise<boolean>;
  /** nodes have died, of which all have to hear */
  readonly forgetDead: () => Promise<unknown>;
  /** with every beat */
  readonly beaten: () => void;
}

export interface JoinOptions {
  readonly name: string;
  readonly version: string;
  readonly log: Pick<Logger, 'warn'>;
  /** the server does not answer: what waits for it on any connection has to fail */
  readonly onSilence: () => void;
}

/**
 * Makes this run one of the nodes, by a row that it renews on this connection, which it closes at the end. Waits for the
 * row of a node of this name that was killed; throws if that lives.
 */
export async function joinNodes(
  db: PostgresConnection,
  { name, version, log, onSilence }: JoinOptions,
): Promise<Membership> {
  const run = randomUUID();
  await takeName(db, run, name, version);
  const lost = Promise.withResolvers<Error>();
  const listeners: (() => void)[] = [];
  let isLeading = false;
  let ahead = 0;
  let beatenAt = performance.now();
  let trimmedAt = beatenAt;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let isSilent = false;
  let isLooking = false;

  const answered = async <T>(asked: Promise<T>): Promise<T> => {
    const late = setTimeout(() => {
      isSilent = true;
      onSilence();
    }, SILENCE);
    return await asked.finally(() => clearTimeout(late));
  };
  /** which node leads, unless that is dead, or this one and it does not know yet; and whether any has died */
  const readCluster = async () => {
    const row = await db.get<{ readonly leader: string; readonly isAlive: number; readonly hasDead: number }>`
      SELECT leader, leader IN (SELECT run FROM nodes WHERE alive_until > ${NOW}) AS is_alive,
        EXISTS (SELECT 1 FROM nodes WHERE alive_until < ${NOW}) AS has_dead
      FROM cluster`;
    if (row === undefined) throw new Error('the database has lost the row of the table "cluster"');
    const { leader, isAlive, hasDead } = row;
    return { leader, isLed: isAlive === 1 && (isLeading || leader !== run), hasDead: hasDead === 1 };
  };
  const begin = (): void => {
    isLeading = true;
    for (const listener of listeners.splice(0)) listener();
  };
  const measureClock = (wall: number): void => {
    const difference = wall - Date.now();
    if (Math.abs(difference - ahead) > CLOCK_TOLERANCE) ahead = Math.abs(difference) > CLOCK_TOLERANCE ? difference : 0;
  };
  const trim = async (): Promise<void> => {
    if (performance.now() - trimmedAt < TRIM_INTERVAL) return;
    trimmedAt = performance.now();
    await db.run`DELETE FROM outbox WHERE at < ${NOW} - interval '5 minutes'`;
  };
  const beat = async ({ applied, listens, takeLead, forgetDead, beaten }: Beats): Promise<void> => {
    const begun = performance.now();
    const wasLeading = isLeading;
    const row = await db.get<{ readonly wall: number }>`
      UPDATE nodes SET alive_until = ${END_OF_LIFE}, applied = ${applied()}, listens = ${listens()}
      WHERE run = ${run} RETURNING ${WALL} AS wall`;
    isSilent = false;
    if (row === undefined) return lost.resolve(new Error('the other nodes took this one for dead'));
    const { leader, isLed, hasDead } = await readCluster();
    if (wasLeading && leader !== run) return lost.resolve(new Error('another node leads now'));
    measureClock(row.wall);
    // While the database did not answer, or this node was frozen, others could not beat either.
    const wasAwake = performance.now() - beatenAt < 2 * BEAT;
    beatenAt = begun;
    beaten();
    if (!wasAwake || isLooking) return;
    isLooking = true;
    const look = async (): Promise<void> => {
      // Of several that find it dead, one comes first.
      if (!isLed && (await takeLead(leader))) begin();
      if (isLeading && hasDead) await forgetDead();
      if (isLeading) await trim();
    };
    // Beats go on while these wait for their turn to write.
    void look()
      .catch((error: unknown) => log.warn({ err: error }, 'what dead nodes left waits'))
      .finally(() => (isLooking = false));
  };
  const { leader: last, isLed } = await readCluster();
  if (!isLed && (await db.run(leadInsteadOf(last, run))) === 1) begin();
  const known = await db.get<{ channel: string; number: number }>`SELECT channel, number FROM cluster`;
  measureClock((await db.value<number>`SELECT ${WALL}`) ?? Date.now());
  return {
    run,
    channel: known?.channel ?? '',
    begun: known?.number ?? 0,
    leads: () => isLeading,
    isSilent: () => isSilent,
    leadsForSure: () => isLeading && performance.now() < beatenAt + LIFE,
    onLeading: (listener) => void (isLeading ? listener() : listeners.push(listener)),
    list: async () => {
      const rows = await db.all<
        Omit<NodeStatus, 'isThis' | 'leads' | 'listens'> & { readonly leads: number; readonly listens: number }
      >`
        SELECT run, name, version, started_at, listens, run = cluster.leader AS leads, number - applied AS behind
        FROM nodes CROSS JOIN cluster WHERE alive_until > ${NOW} ORDER BY name`;
      return rows.map((row) => ({
        ...row,
        listens: Boolean(row.listens),
        leads: Boolean(row.leads),
        isThis: row.run === run,
      }));
    },
    ahead: () => ahead,
    lost: lost.promise,
    lose: lost.resolve,
    begin: (beats) => {
      timer = setInterval(() => {
        beating ??= answered(beat(beats))
          .catch((error: unknown) => log.warn({ err: error }, 'the database does not answer'))
          .finally(() => (beating = undefined));
      }, BEAT);
    },
    stop: async () => {
      clearInterval(timer);
      if (isSilent) onSilence();
      await beating;
      const left = async (): Promise<void> => {
        await db.run`UPDATE cluster SET leader = '' WHERE leader = ${run}`;
        // The one that leads tells all others.
        await db.run`UPDATE nodes SET alive_until = '-infinity' WHERE run = ${run}`;
      };
      if (!isSilent) await answered(left()).catch(() => undefined);
      await db.close();
    },
  };
}

/** Changes a row if the leader is still that one. */
export function leadInsteadOf(dead: string, run: string): Sql {
  return sql`UPDATE cluster SET leader = ${run} WHERE leader = ${dead}`;
}

async function takeName(db: PostgresConnection, run: string, name: string, version: string): Promise<void> {
  const take = async (): Promise<number> => {
    // The row stays until all have been told.
    await db.run`UPDATE nodes SET name = run WHERE name = ${name} AND alive_until < ${NOW}`;
    return await db.run`
      INSERT INTO nodes (run, name, version, started_at, alive_until, applied, listens)
      VALUES (${run}, ${name}, ${version}, ${WALL}, ${END_OF_LIFE}, 0, 0) ON CONFLICT (name) DO NOTHING`;
  };
  let seen: string | undefined;
  while ((await take()) === 0) {
    const until = await db.value<string>`SELECT CAST(alive_until AS TEXT) FROM nodes WHERE name = ${name}`;
    if (seen !== undefined && until !== seen)
      throw new Error(`another host, "${name}", is running on this database; stop it, or give this one a --node-name`);
    seen = until;
    await passing(LOOK);
  }
}
