import { pino } from 'pino';
import { expect, test } from 'vitest';
import { routes } from '#shared/contract/routes.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createWindowFaults, MAX_FAULTS_PER_MINUTE } from './window-faults.ts';

function startHandler() {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const log = pino(
    { base: null },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const { calls } = createWindowFaults({ log, clock: { ...createFakeClock(), monotonic: () => now } });
  return {
    lines,
    report: (message: string) =>
      calls['faults.report']({ part: 'message', message, stack: 'at Row', components: 'at List' }),
    pass: (milliseconds: number) => (now += milliseconds),
  };
}

test('a window’s fault is logged, without the text its error quotes', async () => {
  const { lines, report } = startHandler();
  await report('SyntaxError: Unexpected token, "my secret address" is not valid JSON');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 50,
    part: 'message',
    fault: 'SyntaxError: Unexpected token, "…" is not valid JSON',
    stack: 'at Row',
    components: 'at List',
  });
});

test('windows cannot flood the log: beyond twenty faults a minute they are only counted', async () => {
  const { lines, report, pass } = startHandler();
  for (let count = 0; count < 10_000; count += 1) await report(`fault ${String(count)}`);
  expect(lines).toHaveLength(MAX_FAULTS_PER_MINUTE);
  pass(60_000);
  await report('one more');
  expect(lines).toHaveLength(MAX_FAULTS_PER_MINUTE + 1);
  expect(lines.at(-1)).toMatchObject({ fault: 'one more', leftOut: 10_000 - MAX_FAULTS_PER_MINUTE });
});

test('a window’s report is limited in size', () => {
  const { input } = routes['faults.report'];
  expect(
    input.safeParse({ part: 'window', message: 'x'.repeat(500), stack: 'y'.repeat(2000), components: 'z'.repeat(2000) })
      .success,
  ).toBe(true);
  expect(input.safeParse({ part: 'window', message: 'x'.repeat(501) }).success).toBe(false);
  expect(input.safeParse({ part: 'window', message: 'x', stack: 'y'.repeat(2001) }).success).toBe(false);
  expect(input.safeParse({ part: 'a customer’s words', message: 'x' }).success).toBe(false);
});
