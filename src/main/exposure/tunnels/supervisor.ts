import type { ConnectionProblem, TunnelStatus } from '#shared/contract/connection.ts';
import type { Clock } from '#main/clock/clock.ts';
import { TunnelError, type SupervisedTunnel, type RunningTunnel, type TunnelProvider } from '../ports.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';

export interface SupervisorOptions {
  readonly provider: TunnelProvider;
  /** on this computer's loopback */
  readonly port: number;
  readonly clock: Clock;
  /** from 0 up to 1 */
  readonly random: () => number;
  readonly onChange: (status: TunnelStatus) => void;
}

/** Milliseconds between checks of a running tunnel, so that the status is correct within five seconds. */
const CHECK_INTERVAL = 4000;
/** The same while it does not work. */
const BROKEN_CHECK_INTERVAL = 1000;
/** Cloudflare's and ngrok's agents reconnect on their own and keep the address; how long to wait for that. */
const RECONNECT_TIMEOUT = 60_000;
/** A tunnel that ran this long starts again with the shortest delay. */
const STABLE_AFTER = 60_000;

const MIN_DELAY = 1000;
/** For the first ten minutes: when the network is back, the tunnel is back within ten seconds. */
const EARLY_MAX_DELAY = 6000;
const MAX_DELAY = 60_000;
const EARLY_PERIOD = 10 * 60_000;

const NOT_FORWARDING = problemOf('reach.tunnel.lost');

/** Keeps a tunnel up: starts it, checks it, restarts it with growing delays. A final refusal waits for the owner. */
export function superviseTunnel({ provider, port, clock, random, onChange }: SupervisorOptions): SupervisedTunnel {
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
  const retrySoon = (): void => {
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
      change({ state: 'waiting', problem: error.problem });
      return pause();
    }
    const longest = now - brokenSince < EARLY_PERIOD ? EARLY_MAX_DELAY : MAX_DELAY;
    const wait = Math.max(growingDelay({ first: MIN_DELAY, longest }, failures, random), error.retryAfter ?? 0);
    failures += 1;
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
      if (end === undefined) await pause(silentSince === undefined ? CHECK_INTERVAL : BROKEN_CHECK_INTERVAL);
      if (end !== undefined || stopping.signal.aborted) return end;
      const isHealthy = await tunnel.isHealthy().catch(() => false);
      if (isHealthy && silentSince !== undefined) change(up);
      if (!isHealthy && silentSince === undefined)
        change({ state: 'waiting', url: tunnel.publicUrl, problem: NOT_FORWARDING });
      silentSince = isHealthy ? undefined : (silentSince ?? clock.monotonic());
      if (silentSince !== undefined && clock.monotonic() - silentSince >= RECONNECT_TIMEOUT) return NOT_FORWARDING;
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
    if (clock.monotonic() - startedAt >= STABLE_AFTER) {
      failures = 0;
      brokenSince = undefined;
    }
    const error = new TunnelError(problem ?? NOT_FORWARDING);
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
    retryNow: retrySoon,
    wake: () => {
      if (!isFinal) retrySoon();
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
  const message = cause instanceof Error ? cause.message.slice(0, 200) : String(cause);
  return new TunnelError(
    {
      what: phrase('findings:reach.tunnel.notStarted', { reason: message }),
      todo: phrase('findings:reach.tunnel.again.todo'),
    },
    { cause },
  );
}
