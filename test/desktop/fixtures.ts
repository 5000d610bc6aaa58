import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { failureOf } from '../fixtures/rpc.ts';
import { findRuntime, type Runtime } from './runtime.ts';

declare global {
  /** the preload's bridge, in the page */
  var counterbell: DesktopBridge;
}

/** A started desktop app. */
export interface Desktop {
  readonly app: ElectronApplication;
  /** the page of the console's window */
  readonly console: Page;
  /** calls the engine as the console's page does: over IPC */
  readonly rpc: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;
  /** quits and waits for the end; returns the exit code */
  readonly quit: () => Promise<number | null>;
}

/** How a start differs from the default. */
export interface StartOptions {
  readonly args?: readonly string[];
  /** environment variables; undefined removes a default of the tests */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Fixtures {
  /** the data folder of this test's app: database, settings, browser profile */
  readonly dataDir: string;
  readonly provision: Readonly<Record<string, unknown>> | undefined;
  readonly launch: (options?: StartOptions) => Promise<Desktop>;
  /** starts it without waiting for a window; by default as the system does at login */
  readonly launchUnseen: (options?: StartOptions) => Promise<ElectronApplication>;
  /** starts the program again on the same folder, with these arguments; returns its exit code */
  readonly startAgain: (...args: readonly string[]) => Promise<number | null>;
}

export const test = base.extend<Fixtures>({
  provision: [undefined, { option: true }],
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'counterbell-desktop-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
  launch: async ({ dataDir, provision }, use) => {
    skipWithoutRuntime();
    const started: Desktop[] = [];
    await use(async (options) => {
      const desktop = await startDesktop(dataDir, provision, options);
      started.push(desktop);
      return desktop;
    });
    for (const desktop of started) await desktop.quit();
  },
  launchUnseen: async ({ dataDir, provision }, use) => {
    skipWithoutRuntime();
    const started: ElectronApplication[] = [];
    await use(async (options = { args: ['--hidden'] }) => {
      const app = await launchApp(dataDir, provision, options);
      started.push(app);
      return app;
    });
    for (const app of started) await app.close();
  },
  startAgain: async ({ dataDir, provision }, use) => {
    await use(async (...more) => {
      const { executablePath, args } = presentRuntime();
      const second = spawn(executablePath, [...args, ...more], {
        env: await environment(dataDir, provision),
        stdio: 'ignore',
      });
      const [code] = (await once(second, 'exit')) as [number | null];
      return code;
    });
  },
});

export { expect } from '@playwright/test';

async function environment(dataDir: string, provision: Fixtures['provision']): Promise<Record<string, string>> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const own = {
    COUNTERBELL_DATA_DIR: dataDir,
    COUNTERBELL_LISTENER: '127.0.0.1:0',
    XDG_CONFIG_HOME: join(dataDir, 'config'),
  };
  const env = { ...Object.fromEntries(inherited), ...own };
  await stayPresent(dataDir);
  if (provision === undefined) return env;
  const file = join(dataDir, 'provision-for-test.json');
  await writeFile(file, JSON.stringify(provision));
  return { ...env, COUNTERBELL_PROVISION: file };
}

/** Nobody touches the keyboard of a test display, which would matter after ten minutes. */
async function stayPresent(dataDir: string): Promise<void> {
  const preferences = join(dataDir, 'desktop.json');
  if (!existsSync(preferences)) await writeFile(preferences, '{"awayAfterMinutes":0}');
}

/** Skips the running test or file, with the reason, if the app can't be started. */
export function skipWithoutRuntime(): void {
  const runtime = findRuntime();
  test.skip('missing' in runtime, 'missing' in runtime ? runtime.missing : undefined);
}

function presentRuntime(): Exclude<Runtime, { readonly missing: string }> {
  const runtime = findRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  return runtime;
}

async function launchApp(
  dataDir: string,
  provision: Fixtures['provision'],
  options: StartOptions,
): Promise<ElectronApplication> {
  const { executablePath, args } = presentRuntime();
  const given = Object.entries({ ...(await environment(dataDir, provision)), ...options.env });
  const env = Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return _electron.launch({ executablePath, args: [...args, ...(options.args ?? [])], env });
}

/** Starts the app on a new folder and waits for its window. */
export async function startDesktop(
  dataDir: string,
  provision?: Fixtures['provision'],
  options: StartOptions = {},
): Promise<Desktop> {
  const app = await launchApp(dataDir, provision, options);
  const page = await app.firstWindow();
  // The window loads before the engine runs; once this is answered both are ready.
  await page.evaluate(() => counterbell.desktop.call('status'));
  const process = app.process();
  const ended = once(process, 'exit');
  const ask = async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await page.evaluate(([name, asked]) => counterbell.request(name, asked), [route, input] as const);
    if (answer.ok) return answer.data as RouteOutput<R>;
    throw failureOf(route, answer.error);
  };
  return {
    app,
    console: page,
    rpc: ask,
    quit: async () => {
      if (process.exitCode === null) await app.close().catch(() => undefined);
      await ended;
      return process.exitCode;
    },
  };
}
