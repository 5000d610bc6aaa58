import { findBrowser, installBrowser } from '../find-browser.ts';
import { electronProgram, hasDisplay } from '../start/desktop.ts';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { noFarNetwork } from '../../test/fixtures/far-network.ts';
import {
  type Outcome,
  playwrightCommand,
  playwrightOutcome,
  runProgram,
  type Stage,
  type StageContext,
} from './stage.ts';
import { unpackedApps } from '../pack/unpacked-apps.ts';

const root = path.resolve(import.meta.dirname, '../..');

const NO_BROWSER: Outcome = {
  passed: 0,
  failed: 1,
  skipped: 0,
  note: 'no Chrome, Chromium or Edge, and none could be installed',
};

export const browserJourneys: Stage = {
  name: 'e2e',
  run: async (context) => {
    const browser = findBrowser() ?? installBrowser();
    if (browser === undefined) return NO_BROWSER;
    return playwright(context, 'test/e2e/playwright.config.ts', [], { CHROME_PATH: browser });
  },
};

/** The window on websites, in pages of other origins. */
export const siteJourneys: Stage = {
  name: 'site',
  run: async (context) => {
    const browser = findBrowser() ?? installBrowser();
    if (browser === undefined) return NO_BROWSER;
    return playwright(context, 'test/site/playwright.config.ts', [], { CHROME_PATH: browser });
  },
};

/** Browsers at computers of their own: needs network namespaces, without which its tests are skipped and say why. */
export const networkJourneys: Stage = {
  name: 'network',
  run: async (context) => {
    const config = 'test/network/playwright.config.ts';
    if (noFarNetwork !== undefined) return { passed: 0, failed: 0, skipped: countTests(config), note: noFarNetwork };
    const browser = findBrowser() ?? installBrowser();
    if (browser === undefined) return NO_BROWSER;
    return playwright(context, config, [], { CHROME_PATH: browser });
  },
};

/**
 * Desktop specs need an Electron runtime: the project's own, that of ELECTRON_EXECUTABLE, or one provided by the
 * wrapper command in COUNTERBELL_DESKTOP_RUNNER.
 */
export const desktopSpecs: Stage = {
  name: 'desktop',
  run: (context) => withWindows(context, 'test/desktop/playwright.config.ts'),
};

/** A real window at a computer of its own, beside browsers at others: what runs these is in a network of its own. */
export const windowJourneys: Stage = {
  name: 'seat window',
  run: async (context) => {
    const config = 'test/desktop/network/playwright.config.ts';
    if (process.platform === 'linux') return withWindows(context, config, IN_OWN_NETWORK);
    return { passed: 0, failed: 0, skipped: countTests(config), note: 'only Linux has network namespaces' };
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
  if (missing !== undefined) return { passed: 0, failed: 0, skipped: countTests(config), note: missing };
  const program = electronProgram();
  const runtime = runner.length > 0 || program === undefined ? {} : { ELECTRON_EXECUTABLE: program };
  return playwright(context, config, [...runner, ...within], { ...runtime, ...named('ELECTRON_EXECUTABLE') });
}

/** Why no window can be opened here; undefined if one can. */
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
  const report = path.join(context.reports, `${config.replaceAll('/', '-')}.json`);
  const { command, environment: own } = playwrightCommand(config, report);
  const [program, ...args] = [...runner, ...command];
  if (program === undefined) throw new Error('Playwright has no command');
  return playwrightOutcome(await runProgram(context, program, args, { ...own, ...environment }), report);
}

/** Number of tests a configuration would run. */
function countTests(config: string): number {
  const cli = path.join(root, 'node_modules/playwright/cli.js');
  const { stdout } = spawnSync(process.execPath, [cli, 'test', '--config', config, '--list'], {
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
  run: async (context) => {
    const config = 'test/desktop/packaged/playwright.config.ts';
    const runner = (process.env['COUNTERBELL_PACKAGED_RUNNER'] ?? '').split(' ').filter(Boolean);
    const missing = missingForPacking() ?? (runner.length > 0 ? undefined : missingForDesktop());
    if (missing !== undefined) return { passed: 0, failed: 0, skipped: countTests(config), note: missing };
    const packed = await runProgram(context, process.execPath, [path.join(root, 'scripts/pack.ts'), '--dir']);
    const [app] = unpackedApps(path.join(root, 'dist/test'));
    if (packed !== 0 || app === undefined)
      return { passed: 0, failed: 1, skipped: 0, note: 'the app could not be packed' };
    return playwright(context, config, runner, runner.length > 0 ? {} : { ELECTRON_EXECUTABLE: app.program });
  },
};

function missingForPacking(): string | undefined {
  const hasRuntime = (process.env['COUNTERBELL_ELECTRON_DIST'] ?? '') !== '' || electronProgram() !== undefined;
  return hasRuntime ? undefined : 'no Electron runtime on this machine to pack';
}
