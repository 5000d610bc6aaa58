import type { Logger } from 'pino';
import { type Clock, onBeat } from './clock.ts';

/** Milliseconds until work that failed is tried again, by default. */
const RETRY = 30_000;

/** A kind of work that falls due. */
export interface DueKind {
  /** for the log, as in "closing quiet chats" */
  readonly work: string;
  /** milliseconds from the start until it is first looked at; by default it is at once */
  readonly first?: number;
  /** milliseconds until it is tried again after it failed; by default half a minute */
  readonly retry?: number;
  /** every node of an installation does it for itself, not only the one that leads */
  readonly everywhere?: boolean;
  /**
   * Does what is due, and returns how many milliseconds after its beginning to look again; Infinity: not before `check`.
   * Whether it is still due is checked where it is changed: in its transaction. Ends early once `stop` is aborted.
   */
  readonly run: (stop: AbortSignal) => number | Promise<number>;
}

/** One kind, from outside. */
export interface Due {
  /** looks now: something may be due earlier than it was; resolves when that is done, never rejects */
  readonly check: () => Promise<void>;
  /** takes it off the list; resolves when nothing of it runs any more */
  readonly stop: () => Promise<void>;
}

export type DueWork = ReturnType<typeof createDueWork>;

/**
 * The list of work that falls due, with one timer for all; none while nothing is due. One kind runs once at a time, and
 * neither waits for another nor fails with it. Whoever looks by the wall clock looks again soon: computers sleep, and
 * people set clocks.
 */
export function createDueWork({
  clock,
  log,
  leads = () => true,
}: {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly log: Pick<Logger, 'warn'>;
  /** this node does what must happen once; `start` again once it does */
  readonly leads?: () => boolean;
}) {
  const kinds = new Set<ReturnType<typeof createKind>>();
  let isRunning = false;
  let cancelTimer = (): void => undefined;

  const setTimer = (): void => {
    cancelTimer();
    const next = Math.min(...kinds.values().map(({ dueAt }) => dueAt()));
    if (next < Infinity && isRunning) cancelTimer = clock.after(next - clock.monotonic(), runDue);
  };
  const runDue = (): void => {
    const now = clock.monotonic();
    for (const { dueAt, check } of kinds) if (dueAt() <= now) void check();
    setTimer();
  };
  const createKind = ({ work, first = 0, retry = RETRY, everywhere = false, run }: DueKind) => {
    let at = Infinity;
    let turn: Promise<void> | undefined;
    let next: Promise<void> | undefined;
    let stopping = new AbortController();
    let hasFailed = false;
    const waitFor = (milliseconds: number, since = clock.monotonic()): void => {
      at = since + onBeat({ monotonic: () => since }, milliseconds);
      setTimer();
    };
    const runOnce = async (): Promise<void> => {
      stopping = new AbortController();
      const begun = clock.monotonic();
      try {
        waitFor(await run(stopping.signal), begun);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.warn({ err: error, work }, 'work that was due failed; it is tried again');
        hasFailed = true;
        waitFor(retry);
      }
    };
    const check = (): Promise<void> => {
      at = Infinity;
      if (!isRunning || !kinds.has(kind) || !(everywhere || leads())) return turn ?? Promise.resolve();
      if (turn !== undefined)
        return (next ??= turn.then(() => {
          next = undefined;
          return check();
        }));
      turn = runOnce().finally(() => (turn = undefined));
      return turn;
    };
    const kind = {
      dueAt: () => at,
      check,
      stop: async () => {
        stopping.abort();
        await turn;
      },
      start: () => (first === 0 ? void check() : waitFor(first)),
    };
    return kind;
  };
  return {
    /** adds a kind: it runs while the list does */
    add: (added: DueKind): Due => {
      const kind = createKind(added);
      kinds.add(kind);
      if (isRunning) kind.start();
      return {
        check: kind.check,
        stop: async () => {
          kinds.delete(kind);
          setTimer();
          await kind.stop();
        },
      };
    },
    /** starts all kinds, also those added later; returns how to stop them, which resolves when nothing runs any more */
    start: (): (() => Promise<void>) => {
      isRunning = true;
      for (const { start } of kinds) start();
      return async () => {
        isRunning = false;
        setTimer();
        await Promise.all([...kinds].map(({ stop }) => stop()));
      };
    },
  };
}
