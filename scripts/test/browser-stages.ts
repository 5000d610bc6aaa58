import { findBrowser, installBrowser } from '../find-browser.ts';
import { electronProgram, hasDisplay } from '../start/desktop.ts';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { noFarNetwork } from '../../test/fixtures/far-network.ts';
import { specsFor } from './changed.ts';
import {
  type Outcome,
  playwrightOutcome,
  runProgram,
  type Selection,
  type Stage,
  type StageContext,
  THOROUGH,
} from './stage.ts';
import { unpackedApps } from '../pack/unpacked-apps.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CLI = path.join(root, 'node_modules/playwright/cli.js');

/** Specs in a browser, which is installed if there is none; `missing`: why they are skipped. */
function journeys(name: string, budget: number, config: string, missing?: string): Stage {
  const run = async (context: StageContext): Promise<Outcome> => {
    if (missing !== undefined) return skipped(context, config, missing);
    const browser = findBrowser() ?? installBrowser();
    if (browser === undefined) return failed('no Chrome, Chromium or Edge, and none could be installed');
    return playwright(context, config, [], { CHROME_PATH: browser });
  };
  return { name, budget, run };
}

const failed = (note: string): Outcome => ({ passed: 0, failed: 1, skipped: 0, note });
const skipped = (context: StageContext, config: string, note: string): Outcome => ({
  passed: 0,
  failed: 0,
  skipped: countTests(context, config),
  note,
});

export const browserJourneys = journeys('e2e', 300, 'test/e2e/playwright.config.ts');

/** The window on websites, in pages of other origins. */
export const siteJourneys = journeys('site', 60, 'test/site/playwright.config.ts');

/** Browsers at computers of their own: needs network namespaces, without which its tests are skipped and say why. */
export const networkJourneys: Stage = {
  ...journeys('network', 180, 'test/network/playwright.config.ts', noFarNetwork),
  only: 'thorough',
};

/**
 * Desktop specs need an Electron runtime: the project's own, that of ELECTRON_EXECUTABLE, or one provided by the
 * wrapper command in COUNTERBELL_DESKTOP_RUNNER.
 */
export const desktopSpecs: Stage = {
  name: 'desktop',
  budget: 180,
  run: (context) => withWindows(context, 'test/desktop/playwright.config.ts'),
};

/** A real window at a computer of its own, beside browsers at others: what runs these is in a network of its own. */
export const windowJourneys: Stage = {
  name: 'seat window',
  budget: 300,
  only: 'thorough',
  run: async (context) => {
    const config = 'test/desktop/network/playwright.config.ts';
    if (process.platform === 'linux') return withWindows(context, config, IN_OWN_NETWORK);
    return skipped(context, config, 'only Linux has network namespaces');
  },
};

/**
 * Runs a command in a new network namespace, where nobody needs to be root, with a `/run` of its own; as it is, if
 * there can be none.
 */
const IN_OWN_NETWORK = [
  ...['sh', '-c'],
  `inside='mount -t tmpfs tmpfs /run && ip link set lo up && PWTEST_CACHE_DIR=/run/transforms exec "$@"'
   own() { unshare --map-root-user --net --mount sh -c "$inside" sh "$@"; }
   if own true 2>/dev/null; then own "$@"; else exec "$@"; fi`,
  'sh',
];

async function withWindows(context: StageContext, config: string, within: readonly string[] = []): Promise<Outcome> {
  const runner = (process.env['COUNTERBELL_DESKTOP_RUNNER'] ?? '').split(' ').filter(Boolean);
  const missing = runner.length > 0 ? undefined : missingForDesktop();
  if (missing !== undefined) return skipped(context, config, missing);
  const program = electronProgram();
  const runtime = runner.length > 0 || program === undefined ? {} : { ELECTRON_EXECUTABLE: program };
  return playwright(context, config, [...runner, ...within], { ...runtime, ...named('ELECTRON_EXECUTABLE') });
}

/** Reason why no window can be opened here; undefined if one can. */
function missingForDesktop(): string | undefined {
  if (process.env['ELECTRON_EXECUTABLE'] === undefined && electronProgram() === undefined)
    return 'no Electron runtime on this machine';
  return hasDisplay() ? undefined : 'no display on this machine';
}

/** Runs the specs of a Playwright configuration, prefixed with the command in `runner`, if any. */
async function playwright(
  context: StageContext,
  config: string,
  runner: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const chosen = chosenBy(context.selection, config);
  if (chosen === undefined) return { passed: 0, failed: 0, skipped: 0, note: 'nothing here was changed' };
  const report = path.join(context.reports, `${config.replaceAll('/', '-')}.json`);
  const command = [process.execPath, CLI, 'test', '--config', config, '--reporter=list,json', ...chosen];
  const [program = '', ...args] = [...runner, ...command];
  const reporting = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_FORCE_TTY: '0' };
  const code = await runProgram(context, program, args, { ...reporting, ...environment });
  return playwrightOutcome(code, report, path.dirname(config));
}

/** Arguments that choose the tests; undefined: none. Thorough tests may be tried again: they are listed if they needed that. */
function chosenBy(selection: Selection, config: string): readonly string[] | undefined {
  if (selection === 'all') return ['--retries', '1'];
  if (selection === 'thorough') return ['--grep', `@${THOROUGH}`, '--retries', '1'];
  const usual = ['--grep-invert', `@${THOROUGH}`];
  if (selection === 'usual') return usual;
  const specs = specsFor(selection.changed, path.dirname(config));
  return specs.length === 0 ? undefined : [...usual, ...specs, '--pass-with-no-tests'];
}

/** Number of tests that would have run. */
function countTests({ selection }: StageContext, config: string): number {
  const chosen = chosenBy(selection, config);
  if (chosen === undefined) return 0;
  const { stdout } = spawnSync(process.execPath, [CLI, 'test', '--config', config, '--list', ...chosen], {
    cwd: root,
    encoding: 'utf8',
  });
  return Number(/Total: (\d+) test/.exec(stdout)?.[1] ?? 0);
}

function named(variable: string): NodeJS.ProcessEnv {
  const value = process.env[variable];
  return value === undefined ? {} : { [variable]: value };
}

/**
 * Packs the app and runs its specs against a copy that differs from the release only in the inspect fuse. The runtime
 * is the project's own or the one in COUNTERBELL_ELECTRON_DIST; COUNTERBELL_PACKAGED_RUNNER is a command to prefix.
 */
export const packagedSpecs: Stage = {
  name: 'packaged',
  budget: 240,
  only: 'thorough',
  run: async (context) => {
    const config = 'test/desktop/packaged/playwright.config.ts';
    const runner = (process.env['COUNTERBELL_PACKAGED_RUNNER'] ?? '').split(' ').filter(Boolean);
    const missing = missingForPacking() ?? (runner.length > 0 ? undefined : missingForDesktop());
    if (missing !== undefined) return skipped(context, config, missing);
    const packed = await runProgram(context, process.execPath, [path.join(root, 'scripts/pack.ts'), '--dir']);
    const [app] = unpackedApps(path.join(root, 'dist/test'));
    if (packed !== 0 || app === undefined) return failed('the app could not be packed');
    return playwright(context, config, runner, runner.length > 0 ? {} : { ELECTRON_EXECUTABLE: app.program });
  },
};

function missingForPacking(): string | undefined {
  const hasRuntime = (process.env['COUNTERBELL_ELECTRON_DIST'] ?? '') !== '' || electronProgram() !== undefined;
  return hasRuntime ? undefined : 'no Electron runtime on this machine to pack';
}
