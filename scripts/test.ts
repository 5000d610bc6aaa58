import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  browserJourneys,
  desktopSpecs,
  networkJourneys,
  packagedSpecs,
  siteJourneys,
  windowJourneys,
} from './test/browser-stages.ts';
import { buildIfStale } from './build.ts';
import { check, type Outcome, type Stage, type StageContext, vitest } from './test/stage.ts';

const build: Stage = {
  name: 'build',
  run: async () => {
    process.stdout.write((await buildIfStale()).map((line) => `${line}\n`).join(''));
    return { passed: 0, failed: 0, skipped: 0 };
  },
};

type Lane = readonly Stage[];

/**
 * Lanes that run in parallel: while one stage waits, the next uses the processor. Output of the first is shown live,
 * that of the others stage by stage. Windows have their own lane: two apps would take the focus from each other.
 */
const parts: readonly (readonly Lane[])[] = [
  [
    [
      check('format', 'oxfmt/bin/oxfmt', ['--check']),
      check('types', 'typescript/bin/tsc', ['--build']),
      check('lint', 'oxlint/bin/oxlint', ['.']),
      check('texts', 'i18next-cli/dist/esm/cli.js', ['status']),
      check('unused texts', 'i18next-cli/dist/esm/cli.js', ['status', '--unused']),
      check('types of texts', 'i18next-cli/dist/esm/cli.js', ['types', '--ci', '--quiet']),
    ],
    [check('knip', 'knip/bin/knip.js', []), build],
  ],
  [[vitest('unit'), vitest('contract')], [packagedSpecs], [networkJourneys]],
  // These measure when requests arrive, so they run alone.
  [[vitest('integration')]],
  [
    [browserJourneys, siteJourneys],
    [desktopSpecs, windowJourneys],
  ],
];

interface Line extends Outcome {
  readonly name: string;
  /** seconds */
  readonly took: number;
}

/** `npm test`: every stage, a table, failed tests and totals. Stage names as arguments run only those. */
async function test(wanted: readonly string[]): Promise<boolean> {
  const reports = mkdtempSync(path.join(tmpdir(), 'counterbell-test-'));
  chmodSync(reports, 0o777);
  const isWanted = ({ name }: Stage): boolean => wanted.length === 0 || wanted.includes(name);
  const lines: Line[] = [];
  try {
    for (const part of parts) {
      const lanes = part.map((lane) => lane.filter(isWanted)).filter(({ length }) => length > 0);
      const ran = await Promise.all(lanes.map((lane, index) => inTurn(lane, reports, index === 0)));
      lines.push(...ran.flat());
    }
  } finally {
    rmSync(reports, { recursive: true });
  }
  print(lines);
  return lines.every(({ failed }) => failed === 0);
}

async function inTurn(lane: Lane, reports: string, isShownLive: boolean): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const stage of lane) lines.push(await (isShownLive ? showLive(stage, reports) : showWhenDone(stage, reports)));
  return lines;
}

function showLive(stage: Stage, reports: string): Promise<Line> {
  process.stdout.write(`\n--- ${stage.name}\n`);
  return timed(stage, { reports, output: 'inherit' });
}

async function showWhenDone(stage: Stage, reports: string): Promise<Line> {
  const logFile = path.join(reports, `${stage.name}.log`);
  const output = openSync(logFile, 'a');
  const line = await timed(stage, { reports, output }).finally(() => closeSync(output));
  process.stdout.write(`\n--- ${stage.name}\n${readFileSync(logFile, 'utf8')}`);
  return line;
}

async function timed(stage: Stage, context: StageContext): Promise<Line> {
  const started = performance.now();
  const outcome = await stage.run(context).catch((error: unknown): Outcome => {
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
    process.stdout.write(
      `${name.padEnd(12)} ${word.padEnd(8)} ${took.toFixed(1).padStart(6)} s  ${counts}${note === undefined ? '' : `  (${note})`}\n`,
    );
  }
  const troubles = lines.flatMap(({ name, troubles: of = [] }) => of.map((trouble) => `${name}: ${trouble}\n`));
  if (troubles.length > 0) process.stdout.write(`\n${troubles.join('')}`);
  const sum = (count: 'passed' | 'failed' | 'skipped') => lines.reduce((total, line) => total + line[count], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
}

process.exitCode = (await test(process.argv.slice(2))) ? 0 : 1;
