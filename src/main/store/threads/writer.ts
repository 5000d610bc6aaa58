import { workerData, type MessagePort } from 'node:worker_threads';
import { writeTogether } from '../group-commit.ts';
import { SqliteWritingConnection } from '../sqlite/connection.ts';
import { createSchema, isNewer } from '../sqlite/schema.ts';
import { migrate } from '../sqlite/migrate.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import type { Failure, Outcome, Request, ThreadMessage } from '../thread.ts';
import { runRequest, scopeOf } from '../transactions.ts';
import { indexStep, isIndexBehind } from '../search/fts5.ts';
import { programPort } from './port.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds after the start in which the program has the processor for itself. */
const STARTUP_TIME = 3_000;
/** Milliseconds without a request after which a thread counts as idle. */
const IDLE_AFTER = 50;
/** Milliseconds between two steps, so that requests get their turn. */
const STEP_INTERVAL = 4;
/** Milliseconds until failed work is retried. */
const RETRY_DELAY = 30_000;

/** Entry of the writing thread, with group commit. While the program starts, it also reads. */
await serve(programPort(), workerData as string);

async function serve(port: MessagePort, file: string): Promise<void> {
  const sqlite = new Sqlite(file, { readOnly: false });
  const db = new SqliteWritingConnection(sqlite);
  const readOnly = isNewer(sqlite);
  if (!readOnly) {
    sqlite.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -6000; PRAGMA journal_size_limit = 67108864',
    );
    await migrate(db);
    createSchema(sqlite);
  }
  const idle = readOnly ? undefined : workWhileIdle(() => db.inTurn(() => updateIndex(sqlite)));
  port.on('message', (word: ThreadMessage) => {
    idle?.interrupt();
    void db.inTurn(async () => {
      if (word !== 'close')
        return port.postMessage(readOnly ? word.map(refused) : await writeTogether(db, word, runRequest, scopeOf));
      idle?.stop();
      sqlite.close();
      port.close();
    });
  });
  port.postMessage({ ready: true, readOnly });
}

/**
 * The search index can be rebuilt, so a step need not wait for the disk: a power failure that loses one also loses the
 * recorded progress. Outdated content is overwritten, so that erased words are gone. Returns whether there may be more
 * to do.
 */
function updateIndex(sqlite: Sqlite): boolean {
  if (!isIndexBehind(sqlite)) return false;
  sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
  try {
    sqlite.transaction(() => indexStep(sqlite));
    return true;
  } finally {
    sqlite.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF');
  }
}

function refused({ id }: Request): Outcome {
  const failure: Failure = { code: 'storage_unavailable', reason: phrase('errors:refusals.store.newer') };
  return { id, ok: false, failure };
}

/** Works in small steps while the thread is idle. A step resolves with whether there is more to do. */
function workWhileIdle(step: () => Promise<boolean>) {
  const begun = performance.now();
  const idleDelay = (): number => Math.max(IDLE_AFTER, STARTUP_TIME - (performance.now() - begun));
  let next: NodeJS.Timeout | undefined;
  const plan = (wait: number): void => {
    clearTimeout(next);
    const timer = setTimeout(() => {
      // The next request reports a full disk; this can wait.
      const after = step().then(
        (isMore) => (isMore ? STEP_INTERVAL : undefined),
        () => RETRY_DELAY,
      );
      void after.then((pause) => {
        if (next === timer && pause !== undefined) plan(pause);
      });
    }, wait);
    next = timer;
  };
  plan(idleDelay());
  return {
    /** the thread got a request: the work waits until it is idle again */
    interrupt: () => plan(idleDelay()),
    stop: () => {
      clearTimeout(next);
      next = undefined;
    },
  };
}
