import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserJourneys, desktopSpecs } from './test/browser-stages.ts';
import { buildIfStale } from './build.ts';
import { packagedSpecs } from './test/packaged-stage.ts';
import type { Outcome } from './test/report.ts';
import { check, type Stage, vitest } from './test/stage.ts';

const build: Stage = {
  name: 'build',
  run: async () => {
    await buildIfStale();
    return { passed: 0, failed: 0, skipped: 0 };
  },
};

const stages: readonly Stage[] = [
  check('types', 'typescript/bin/tsc', ['--build']),
  check('lint', 'oxlint/bin/oxlint', ['.']),
  check('knip', 'knip/bin/knip.js', []),
  build,
  vitest('unit'),
  vitest('contract'),
  vitest('integration'),
  browserJourneys,
  desktopSpecs,
  packagedSpecs,
];

interface Line extends Outcome {
  readonly name: string;
  /** seconds */
  readonly took: number;
}

/** `npm test`: every stage in turn, a table, what failed by name, and last the sums. Names of stages as arguments run only those. */
async function test(wanted: readonly string[]): Promise<boolean> {
  const reports = mkdtempSync(path.join(tmpdir(), 'counterbell-test-'));
  chmodSync(reports, 0o777);
  const lines: Line[] = [];
  try {
    for (const stage of stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      lines.push(await timed(stage, reports));
    }
  } finally {
    rmSync(reports, { recursive: true });
  }
  print(lines);
  return lines.every(({ failed }) => failed === 0);
}

async function timed(stage: Stage, reports: string): Promise<Line> {
  process.stdout.write(`\n--- ${stage.name}\n`);
  const started = performance.now();
  const outcome = await stage.run(reports).catch((error: unknown): Outcome => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  return { name: stage.name, took: (performance.now() - started) / 1000, ...outcome };
}

function print(lines: readonly Line[]): void {
  process.stdout.write('\n');
  for (const { name, took, passed, failed, skipped, note } of lines) {
    const word = failed > 0 ? 'FAILED' : passed === 0 && skipped > 0 ? 'skipped' : 'ok';
    const counts = passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : '';
    process.stdout.write(`${name.padEnd(12)} ${word.padEnd(8)} ${took.toFixed(1).padStart(6)} s  ${counts}${note === undefined ? '' : `  (${note})`}\n`);
  }
  const troubles = lines.flatMap(({ name, troubles: of = [] }) => of.map((trouble) => `${name}: ${trouble}\n`));
  if (troubles.length > 0) process.stdout.write(`\n${troubles.join('')}`);
  const sum = (count: 'passed' | 'failed' | 'skipped') => lines.reduce((total, line) => total + line[count], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
}

process.exitCode = (await test(process.argv.slice(2))) ? 0 : 1;
