import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  browserJourneys,
  desktopSpecs,
  networkJourneys,
  packagedSpecs,
  siteJourneys,
  windowJourneys,
} from './test/browser-stages.ts';
import { buildIfStale } from './build.ts';
import { changedFiles } from './test/changed.ts';
import { check, type Outcome, type Selection, type Stage, type StageContext, vitest } from './test/stage.ts';

const build: Stage = {
  name: 'build',
  budget: 15,
  run: async () => {
    process.stdout.write((await buildIfStale()).map((line) => `${line}\n`).join(''));
    return { passed: 0, failed: 0, skipped: 0 };
  },
};

type Lane = readonly Stage[];

const CODE = /\.(?:ts|tsx|mjs)$/;

/**
 * Lanes that run in parallel: while one stage waits, the next uses the processor. Output of the first is shown live,
 * that of the others stage by stage. Windows have their own lane: two apps would take the focus from each other.
 */
const parts: readonly (readonly Lane[])[] = [
  [
    [
      check('types', 60, 'typescript/bin/tsc', ['--build']),
      check('lint', 40, 'oxlint/bin/oxlint', ['.'], (files) =>
        files.filter((file) => CODE.test(file) && existsSync(file)),
      ),
    ],
    [
      build,
      check('format', 10, 'oxfmt/bin/oxfmt', ['--check']),
      check('knip', 30, 'knip/bin/knip.js', []),
      check('texts', 15, 'i18next-cli/dist/esm/cli.js', ['status']),
      check('unused texts', 15, 'i18next-cli/dist/esm/cli.js', ['status', '--unused']),
      check('types of texts', 10, 'i18next-cli/dist/esm/cli.js', ['types', '--ci', '--quiet']),
    ],
  ],
  [
    [vitest('unit', 120), vitest('contract', 30), { ...vitest('postgres', 90), only: 'thorough' }],
    [
      vitest('integration', 180),
      { ...vitest('letterbox', 90), only: 'thorough' },
      { ...vitest('hosts-on-postgres', 90), only: 'thorough' },
    ],
    [packagedSpecs, networkJourneys],
  ],
  [
    [browserJourneys, siteJourneys],
    [desktopSpecs, windowJourneys],
  ],
];

interface Line extends Outcome {
  readonly name: string;
  /** seconds */
  readonly took: number;
  readonly budget: number;
}

const reports = path.resolve(import.meta.dirname, '../test-results/reports');

/** Runs the stages, or those of the names given; returns their lines. */
async function run(selection: Selection, wanted: readonly string[]): Promise<readonly Line[]> {
  const kind = selection === 'thorough' ? 'thorough' : 'usual';
  const isWanted = ({ name, only = kind }: Stage): boolean =>
    only === kind && (wanted.length === 0 || wanted.includes(name));
  const lines: Line[] = [];
  for (const part of parts) {
    const lanes = part.map((lane) => lane.filter(isWanted)).filter(({ length }) => length > 0);
    const ran = await Promise.all(lanes.map((lane, index) => inTurn(lane, selection, index === 0)));
    lines.push(...ran.flat());
  }
  return lines;
}

async function inTurn(lane: Lane, selection: Selection, isShownLive: boolean): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const stage of lane)
    lines.push(await (isShownLive ? showLive(stage, selection) : showWhenDone(stage, selection)));
  return lines;
}

function showLive(stage: Stage, selection: Selection): Promise<Line> {
  process.stdout.write(`\n--- ${stage.name}\n`);
  return timed(stage, 'inherit', selection);
}

async function showWhenDone(stage: Stage, selection: Selection): Promise<Line> {
  const logFile = path.join(reports, `${stage.name}.log`);
  const output = openSync(logFile, 'w');
  const line = await timed(stage, output, selection).finally(() => closeSync(output));
  process.stdout.write(`\n--- ${stage.name}\n${readFileSync(logFile, 'utf8')}`);
  return line;
}

async function timed(stage: Stage, output: StageContext['output'], selection: Selection): Promise<Line> {
  const started = performance.now();
  const context = { reports, output, selection: stage.only === 'thorough' ? 'all' : selection };
  const outcome = await stage.run(context).catch((error: unknown): Outcome => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  return { name: stage.name, budget: stage.budget, took: (performance.now() - started) / 1000, ...outcome };
}

/** The slowest tests listed. */
const SLOWEST = 10;

function print(lines: readonly Line[], total: number): void {
  process.stdout.write('\n');
  for (const { name, took, passed, failed, skipped, note } of lines) {
    const word = failed > 0 ? 'FAILED' : passed === 0 && skipped > 0 ? 'skipped' : 'ok';
    const counts = passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : '';
    process.stdout.write(
      `${name.padEnd(14)} ${word.padEnd(8)} ${took.toFixed(1).padStart(6)} s  ${counts}${note === undefined ? '' : `  (${note})`}\n`,
    );
  }
  const slowest = lines
    .flatMap(({ times = [] }) => times)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
  if (slowest.length > 0) process.stdout.write(`\nSlowest tests:\n`);
  for (const { seconds, test: name } of slowest) process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${name}\n`);
  for (const { name, took, budget } of lines) {
    if (took > budget) process.stdout.write(`Warning: ${name} took ${took.toFixed(0)} s; its budget is ${budget} s.\n`);
  }
  const troubles = lines.flatMap(({ name, troubles: of = [] }) => of.map((trouble) => `${name}: ${trouble}\n`));
  if (troubles.length > 0) process.stdout.write(`\n${troubles.join('')}`);
  const sum = (count: 'passed' | 'failed' | 'skipped') => lines.reduce((all, line) => all + line[count], 0);
  const counts = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
  process.stdout.write(`\n${counts} in ${(total / 1000).toFixed(0)} s\n`);
}

/**
 * `npm test`: the stages, a table, the slowest tests, failed tests and totals. Names of stages as arguments run only
 * those. `--thorough` runs the thorough tests instead, `--all` both, `--changed` only what files changed since the last
 * commit can reach.
 */
async function test(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      thorough: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
    },
  });
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  // Specs of windows may run as another user.
  chmodSync(reports, 0o777);
  const usual = values.changed ? { changed: changedFiles() } : 'usual';
  const started = performance.now();
  const lines = [
    ...(values.thorough ? [] : await run(usual, positionals)),
    ...(values.thorough || values.all ? await run('thorough', positionals) : []),
  ];
  print(lines, performance.now() - started);
  return lines.every(({ failed }) => failed === 0);
}

process.exitCode = (await test()) ? 0 : 1;
