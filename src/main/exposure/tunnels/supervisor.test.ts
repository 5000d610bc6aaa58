import { afterEach, describe, expect, test } from 'vitest';
import type { ConnectionProblem, TunnelStatus } from '#shared/contract/connection.ts';
import { createFakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { TunnelError, type RunningTunnel, type TunnelProvider } from '../ports.ts';
import { superviseTunnel } from './supervisor.ts';
import { foreignText, phrase } from '#shared/locales/phrase.ts';

const URL = 'https://one.example';
const BROKEN: ConnectionProblem = { what: foreignText('Broken'), todo: foreignText('Wait') };
const OFFLINE = new TunnelError({ what: foreignText('Offline'), todo: foreignText('Wait') });

let kept: ReturnType<typeof superviseTunnel>;
afterEach(() => kept.stop());

/** A provider controlled by the test. */
function stage(random = 1) {
  const clock = createFakeClock();
  const statuses: TunnelStatus[] = [];
  const starts: number[] = [];
  let next: () => Promise<RunningTunnel> = () => Promise.reject(OFFLINE);
  let isHealthy = true;
  let stops = 0;
  let end: (problem: ConnectionProblem) => void = () => undefined;
  const provider: TunnelProvider = {
    start: () => {
      starts.push(clock.monotonic());
      return next();
    },
  };
  const works = (url = URL): void => {
    next = () => {
      const { promise: ended, resolve } = Promise.withResolvers<ConnectionProblem>();
      end = resolve;
      return Promise.resolve({
        publicUrl: url,
        isHealthy: () => Promise.resolve(isHealthy),
        ended,
        stop: () => Promise.resolve(void (stops += 1)),
      });
    };
  };
  works();
  return {
    clock,
    said: statuses,
    starts,
    works,
    fails: (refusal: unknown) => {
      next = () => Promise.reject(refusal);
    },
    healthy: (now: boolean) => {
      isHealthy = now;
    },
    breaks: () => end(BROKEN),
    stops: () => stops,
    keep: () => {
      const onChange = (status: TunnelStatus) => statuses.push(status);
      kept = superviseTunnel({ provider, port: 1, clock, random: () => random, onChange });
      return kept;
    },
  };
}

describe('a kept tunnel', () => {
  test('is starting, then up; after a stop it is off and silent', async () => {
    const on = stage();
    const supervised = on.keep();
    expect(supervised.status()).toEqual({ state: 'starting' });
    await on.clock.advance(0);
    await supervised.stop();
    expect(on.said).toEqual([{ state: 'starting' }, { state: 'up', url: URL }]);
    expect(supervised.status()).toEqual({ state: 'off' });
    expect([on.stops(), on.clock.waiting()]).toEqual([1, 0]);
  });

  test('reports its end at once and restarts after a second, with its new address', async () => {
    const on = stage();
    const supervised = on.keep();
    await on.clock.advance(0);
    on.works('https://two.example');
    on.breaks();
    await on.clock.advance(0);
    expect(supervised.status()).toEqual({ state: 'waiting', problem: BROKEN, retryAt: on.clock.wall() + 1000 });
    await on.clock.advance(1000);
    expect(supervised.status()).toEqual({ state: 'up', url: 'https://two.example' });
    expect(on.stops()).toBe(1);
  });

  test('that fails to start waits longer and longer: up to six seconds, after ten minutes up to a minute', async () => {
    const on = stage();
    on.fails(OFFLINE);
    on.keep();
    await on.clock.advance(20 * 60_000);
    const waits = on.starts.slice(1).map((at, index) => at - (on.starts[index] ?? 0));
    expect(waits.slice(0, 5)).toEqual([1000, 2000, 4000, 6000, 6000]);
    expect(waits.at(-1)).toBe(60_000);
    expect(waits.filter((wait) => wait === 60_000).length).toBeGreaterThan(8);
  });

  test('waits for a random time between half and all of its delay', async () => {
    const on = stage(0);
    on.fails(OFFLINE);
    on.keep();
    await on.clock.advance(10_000);
    expect(on.starts.slice(0, 4)).toEqual([0, 500, 1500, 3500]);
  });

  test('waits as long as the other side asks', async () => {
    const on = stage();
    on.fails(new TunnelError(BROKEN, { retryAfter: 300_000 }));
    on.keep();
    await on.clock.advance(299_000);
    expect(on.starts).toEqual([0]);
    await on.clock.advance(1000);
    expect(on.starts).toEqual([0, 300_000]);
  });

  test('that is refused for good waits for the owner, even after sleep or network changes', async () => {
    const on = stage();
    on.fails(new TunnelError(BROKEN, { isFinal: true }));
    const supervised = on.keep();
    await on.clock.advance(3_600_000);
    supervised.wake();
    await on.clock.advance(3_600_000);
    expect(on.starts).toEqual([0]);
    expect(supervised.status()).toEqual({ state: 'waiting', problem: BROKEN });
    on.works();
    supervised.retryNow();
    await on.clock.advance(0);
    expect(supervised.status()).toEqual({ state: 'up', url: URL });
  });

  test('is retried at once when the computer wakes up', async () => {
    const on = stage();
    on.fails(OFFLINE);
    const supervised = on.keep();
    await on.clock.advance(15 * 60_000);
    const tried = on.starts.length;
    on.works();
    supervised.wake();
    await on.clock.advance(0);
    expect(on.starts.length).toBe(tried + 1);
    expect(supervised.status().state).toBe('up');
  });

  test('reports within five seconds that it stopped working, and is up again when it works', async () => {
    const on = stage();
    const supervised = on.keep();
    await on.clock.advance(60_000);
    on.healthy(false);
    await on.clock.advance(5000);
    expect(supervised.status()).toMatchObject({ state: 'waiting', url: URL });
    on.healthy(true);
    await on.clock.advance(1000);
    expect(supervised.status()).toEqual({ state: 'up', url: URL });
    expect(on.starts).toEqual([0]);
  });

  test('that has not worked for a minute is restarted', async () => {
    const on = stage();
    on.keep();
    on.healthy(false);
    await on.clock.advance(63_000);
    expect([on.starts.length, on.stops()]).toEqual([1, 0]);
    await on.clock.advance(4000);
    expect([on.starts.length, on.stops()]).toEqual([2, 1]);
  });

  test('is checked at once when the network changes', async () => {
    const on = stage();
    const supervised = on.keep();
    await on.clock.advance(0);
    on.healthy(false);
    supervised.wake();
    await on.clock.advance(0);
    expect(supervised.status().state).toBe('waiting');
  });

  test('that repeatedly breaks right after its start waits longer and longer', async () => {
    const on = stage();
    const supervised = on.keep();
    for (const wait of [1000, 2000, 4000, 6000]) {
      await on.clock.advance(0);
      on.breaks();
      await on.clock.advance(0);
      expect(supervised.status().retryAt).toBe(on.clock.wall() + wait);
      await on.clock.advance(wait);
    }
    await on.clock.advance(60_000);
    on.breaks();
    await on.clock.advance(0);
    expect(supervised.status().retryAt).toBe(on.clock.wall() + 1000);
  });

  test('reports and retries unexpected errors', async () => {
    const on = stage();
    on.fails(new Error('out of cheese'));
    const supervised = on.keep();
    await on.clock.advance(0);
    expect(supervised.status().problem?.what).toEqual(
      phrase('findings:reach.tunnel.notStarted', { reason: 'out of cheese' }),
    );
    on.works();
    await on.clock.advance(1000);
    expect(supervised.status().state).toBe('up');
  });
});
