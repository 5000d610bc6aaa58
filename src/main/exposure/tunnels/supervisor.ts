import type { ConnectionProblem, TunnelStatus } from '#shared/contract/connection.ts';
import type { Clock } from '#main/clock/clock.ts';
import { TunnelError, type KeptTunnel, type RunningTunnel, type TunnelProvider } from '../ports.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';

export interface KeepTunnelOptions {
  readonly provider: TunnelProvider;
  /** on this computer's loopback */
  readonly port: number;
  readonly clock: Clock;
  /** from 0 up to 1 */
  readonly random: () => number;
  readonly onChange: (status: TunnelStatus) => void;
}

/** Milliseconds between checks of a running tunnel, so that the status is correct within five seconds. */
const LOOK_EVERY = 4000;
/** The same while it does not work. */
const LOOK_AGAIN = 1000;
/** Cloudflare's and ngrok's agents reconnect on their own and keep the address; how long to wait for that. */
const PATIENCE = 60_000;
/** A tunnel that ran this long starts again with the shortest delay. */
const PROVEN = 60_000;

const SHORTEST_WAIT = 1000;
/** For the first ten minutes: when the network is back, the tunnel is back within ten seconds. */
const WAIT_AT_FIRST = 6000;
const LONGEST_WAIT = 60_000;
const AT_FIRST = 10 * 60_000;

const NOT_CARRYING = problemOf('reach.tunnel.lost');

/** Keeps a tunnel up: starts it, checks it, restarts it with growing delays. A final refusal waits for the owner. */
export function keepTunnel({ provider, port, clock, random, onChange }: KeepTunnelOptions): KeptTunnel {
  const stopping = new AbortController();
  let status: TunnelStatus = { state: 'starting' };
  let failures = 0;
  let brokenSince: number | undefined;
  /** ends the current pause */
  let resume: () => void = () => undefined;
  let watched: RunningTunnel | undefined;
  let isFinal = false;
  let isHurried = false;

  const change = (next: TunnelStatus): void => {
    if (stopping.signal.aborted) return;
    status = next;
    onChange(next);
  };
  const hurry = (): void => {
    isHurried = true;
    resume();
  };
  /** Waits until the time is over or a hurry; without a time only for a hurry. */
  const pause = async (milliseconds?: number): Promise<void> => {
    if (!isHurried && !stopping.signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancelTimer = milliseconds === undefined ? undefined : clock.after(milliseconds, () => resolve());
        resume = () => {
          cancelTimer?.();
          resolve();
        };
      });
    }
    isHurried = false;
  };

  const waitAfter = (error: TunnelError): Promise<void> => {
    const now = clock.monotonic();
    brokenSince ??= now;
    if (error.isFinal) {
      isFinal = true;
      change({ state: 'waiting', problem: error.problem, changedPin: error.changedPin });
      return pause();
    }
    const most = now - brokenSince < AT_FIRST ? WAIT_AT_FIRST : LONGEST_WAIT;
    const wait = Math.max(Math.min(SHORTEST_WAIT * 2 ** failures, most) * (0.5 + random() / 2), error.retryAfter ?? 0);
    failures = Math.min(failures + 1, 16);
    change({ state: 'waiting', problem: error.problem, retryAt: clock.wall() + Math.round(wait) });
    return pause(wait);
  };

  /** Resolves with the error when the tunnel has ended or has not worked for long. */
  const watch = async (tunnel: RunningTunnel): Promise<ConnectionProblem | undefined> => {
    let end: ConnectionProblem | undefined;
    void tunnel.ended.then((problem) => {
      end = problem;
      // A stopped one also ends, and must not cut short a later wait.
      if (watched === tunnel) resume();
    });
    watched = tunnel;
    let silentSince: number | undefined;
    const up: TunnelStatus = { state: 'up', url: tunnel.publicUrl };
    change(up);
    while (!stopping.signal.aborted) {
      if (end === undefined) await pause(silentSince === undefined ? LOOK_EVERY : LOOK_AGAIN);
      if (end !== undefined || stopping.signal.aborted) return end;
      const isHealthy = await tunnel.isHealthy().catch(() => false);
      if (isHealthy && silentSince !== undefined) change(up);
      if (!isHealthy && silentSince === undefined)
        change({ state: 'waiting', url: tunnel.publicUrl, problem: NOT_CARRYING });
      silentSince = isHealthy ? undefined : (silentSince ?? clock.monotonic());
      if (silentSince !== undefined && clock.monotonic() - silentSince >= PATIENCE) return NOT_CARRYING;
    }
    return undefined;
  };

  const runOnce = async (): Promise<TunnelError | undefined> => {
    change({ state: 'starting' });
    const tunnel = await provider.start(port, stopping.signal);
    const startedAt = clock.monotonic();
    const problem = await watch(tunnel);
    watched = undefined;
    // A tunnel that repeatedly starts and breaks waits longer and longer.
    if (clock.monotonic() - startedAt >= PROVEN) {
      failures = 0;
      brokenSince = undefined;
    }
    const error = new TunnelError(problem ?? NOT_CARRYING);
    if (!stopping.signal.aborted) change({ state: 'waiting', problem: error.problem });
    await tunnel.stop();
    return error;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isFinal = false;
      isHurried = false;
      const error = await runOnce().catch((cause: unknown) =>
        cause instanceof TunnelError ? cause : unexpected(cause),
      );
      if (error !== undefined && !stopping.signal.aborted) await waitAfter(error);
    }
  };
  const ended = run();

  return {
    status: () => status,
    retryNow: hurry,
    wake: () => {
      if (!isFinal) hurry();
    },
    stop: async () => {
      stopping.abort();
      resume();
      await ended;
      status = { state: 'off' };
    },
  };
}

function unexpected(cause: unknown): TunnelError {
  const said = cause instanceof Error ? cause.message.slice(0, 200) : String(cause);
  return new TunnelError(
    {
      what: phrase('findings:reach.tunnel.notStarted', { reason: said }),
      todo: phrase('findings:reach.tunnel.again.todo'),
    },
    { cause },
  );
}
