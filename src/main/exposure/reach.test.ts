import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type Answer, createNonces, startReach } from './reach.ts';
import { foreignText, phrase } from '#shared/locales/phrase.ts';

const URL_OUTSIDE = 'https://chat.example';

/** A watch whose outside world answers as the listener would, or as a test specifies. */
function watch() {
  const clock = createFakeClock();
  const here = createNonces(Buffer.alloc(32));
  /** another process with the same key */
  const other = createNonces(Buffer.alloc(32));
  const asked: string[] = [];
  let world: 'through' | Answer = 'through';
  const reach = startReach({
    makeNonce: here.make,
    ask: async (address) => {
      asked.push(address);
      const nonce = address.split('/').at(-1) ?? '';
      return world === 'through' ? { status: 200, text: other.answerTo(nonce) ?? '' } : world;
    },
    clock,
    onChange: () => undefined,
  });
  return { clock, reach, asked, becomes: (next: 'through' | Answer) => (world = next) };
}

test('is reachable only after a nonce came back, and says since when', async () => {
  const { clock, reach, asked } = watch();
  reach.aim({ kind: 'outside', url: URL_OUTSIDE });
  expect(reach.status()).toMatchObject({ state: 'checking', url: URL_OUTSIDE });
  await clock.advance(0);
  const since = clock.wall();
  expect(reach.status()).toEqual({ state: 'reachable', url: URL_OUTSIDE, since, checkedAt: since });
  expect(asked[0]).toMatch(/^https:\/\/chat\.example\/reach\/[\w-]{32}\.[\w-]{43}$/);
  await clock.advance(60_000);
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(2);
  expect(reach.status()).toMatchObject({ since, checkedAt: since + 60_000 });
});

test('does not accept an answer from something else', async () => {
  const { clock, reach, becomes } = watch();
  becomes({ status: 200, text: '<h1>Shop</h1>' });
  reach.aim({ kind: 'outside', url: URL_OUTSIDE });
  await clock.advance(0);
  expect(reach.status()).toMatchObject({
    state: 'unreachable',
    problem: { what: phrase('findings:reach.other.text', { host: 'chat.example', status: 200 }) },
  });
});

test('stays broken since the first failure, however often it is retried', async () => {
  const { clock, reach, becomes } = watch();
  const problem = { what: phrase('findings:reach.tunnel.lost.text'), todo: foreignText('Wait') };
  reach.aim({ kind: 'broken', url: URL_OUTSIDE, problem });
  const since = clock.wall();
  await clock.advance(5000);
  reach.aim({ kind: 'starting', url: URL_OUTSIDE });
  expect(reach.status()).toMatchObject({ state: 'unreachable', problem, since });
  reach.aim({ kind: 'broken', url: URL_OUTSIDE, problem });
  expect(reach.status()).toMatchObject({ state: 'unreachable', since });
  reach.aim({ kind: 'outside', url: URL_OUTSIDE });
  await clock.advance(0);
  expect(reach.status()).toMatchObject({ state: 'reachable', since: since + 5000 });
  becomes({ code: 'ECONNREFUSED' });
  await clock.advance(60_000);
  expect(reach.status()).toMatchObject({ state: 'unreachable', since: since + 65_000 });
});

test('checks more often while customers cannot get through, and notices when they can again', async () => {
  const { clock, reach, asked, becomes } = watch();
  becomes({ code: 'ECONNREFUSED' });
  reach.aim({ kind: 'outside', url: URL_OUTSIDE });
  await clock.advance(0);
  const brokenSince = reach.status().since;
  expect(reach.status()).toMatchObject({
    state: 'unreachable',
    problem: { what: phrase('findings:reach.refused.text', { host: 'chat.example' }) },
  });
  await clock.advance(20_000);
  expect(asked).toHaveLength(3);
  expect(reach.status().since).toBe(brokenSince);
  becomes('through');
  await clock.advance(10_000);
  expect(reach.status()).toMatchObject({ state: 'reachable', since: clock.wall() });
});

test('does not check what is known to be broken, and ignores a check begun for an earlier target', async () => {
  const { clock, reach, asked } = watch();
  reach.aim({ kind: 'outside', url: URL_OUTSIDE });
  const problem = { what: foreignText('The tunnel is down'), todo: foreignText('Wait') };
  reach.aim({ kind: 'broken', url: URL_OUTSIDE, problem });
  await clock.advance(120_000);
  expect(asked).toHaveLength(1);
  expect(reach.status()).toMatchObject({ state: 'unreachable', problem });
  reach.aim({ kind: 'local', url: 'http://127.0.0.1:8787' });
  expect(reach.status()).toMatchObject({ state: 'local', url: 'http://127.0.0.1:8787' });
});

test('stops checking once stopped', async () => {
  const { clock, reach, asked } = watch();
  reach.aim({ kind: 'outside', url: URL_OUTSIDE });
  await clock.advance(0);
  reach.stop();
  await clock.advance(600_000);
  expect(asked).toHaveLength(1);
  expect(clock.waiting()).toBe(0);
});
