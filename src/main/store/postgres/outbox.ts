import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SerialQueue } from '#main/clock/clock.ts';
import type { Entry, Heard } from '../nodes.ts';
import type { PostgresConnection } from './connection.ts';

/** Milliseconds after which what is stored is answered although this node cannot learn what came before it. */
const LONGEST_WAIT = 2_000;

/** Transactions that are read at once by a node that was behind. */
const MOST_AT_ONCE = 200;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What each transaction did, by numbers without gaps in the order of the commits: applied here one after the other,
 * whichever node it was. `db`: used for nothing that takes long.
 */
export function createOutbox({
  db,
  run,
  begun,
  log,
  onMissed,
}: {
  readonly db: Pick<PostgresConnection, 'all' | 'value'>;
  readonly run: string;
  /** number of the last transaction before this node read anything */
  readonly begun: number;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** entries are gone that this node has yet to apply */
  readonly onMissed: () => void;
}) {
  const queue = new SerialQueue();
  const own = new Map<number, readonly Entry[]>();
  let waiting: { readonly number: number; readonly resolve: () => void }[] = [];
  let apply: (heard: Heard) => void | Promise<void> = () => undefined;
  let applied = begun;
  let latest = begun;
  let asking: Promise<number> | undefined;
  let nextAsking: Promise<number> | undefined;

  const applyAll = async (from: string, entries: readonly Entry[]): Promise<void> => {
    for (const entry of entries) {
      try {
        await apply({ entry, from, isOwn: from === run });
      } catch (error) {
        log.error({ err: error, kind: entry.kind }, 'what a node did could not be taken over');
      }
    }
    applied += 1;
    own.delete(applied);
    for (const each of waiting) if (each.number <= applied) each.resolve();
    waiting = waiting.filter(({ number }) => number > applied);
  };
  const pull = async (): Promise<void> => {
    while (applied < latest) {
      const mine = own.get(applied + 1);
      if (mine !== undefined) {
        await applyAll(run, mine);
        continue;
      }
      const rows = await db.all<{ number: number; run: string; entries: string }>`
        SELECT number, run, entries FROM outbox WHERE number > ${applied} ORDER BY number LIMIT ${MOST_AT_ONCE}`;
      if (rows[0]?.number !== applied + 1) return onMissed();
      for (const row of rows) await applyAll(row.run, JSON.parse(row.entries) as readonly Entry[]);
    }
  };
  const reached = (number: number): Promise<void> => {
    if (number <= applied) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ number, resolve });
    latest = Math.max(latest, number);
    queue.run(pull).catch((error: unknown) => log.warn({ err: error }, 'what other nodes did could not be read'));
    return promise;
  };
  const ask = (): Promise<number> => {
    asking = db.value<number>`SELECT number FROM cluster`
      .then((number = 0) => number)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  /** The number of the last transaction at a time that has yet to come: whoever asks meanwhile asks together. */
  const askAnew = (): Promise<number> => {
    if (asking === undefined) return ask();
    const askNext = (): Promise<number> => {
      nextAsking = undefined;
      return ask();
    };
    return (nextAsking ??= asking.then(askNext, askNext));
  };
  return {
    follow: (listener: typeof apply): void => {
      apply = listener;
    },
    /** this node's transaction was committed; resolves when it is applied, or after a while */
    committed: async (number: number, entries: readonly Entry[]): Promise<void> => {
      own.set(number, entries);
      const over = new AbortController();
      const late = passing(LONGEST_WAIT, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([reached(number), late]);
      over.abort();
    },
    /** there are transactions up to this number; resolves when they are applied */
    reached,
    /** resolves when everything that was committed before is applied; rejects if the database does not answer */
    caughtUp: async (): Promise<void> => await reached(await askAnew()),
    applied: (): number => applied,
    behind: (): number => latest - applied,
    stop: (): Promise<void> => queue.idle(),
  };
}
