import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
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
  /** asks the engine as the console's page does: over IPC */
  readonly rpc: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;
  /** quits and waits for the end; gives the exit code */
  readonly quit: () => Promise<number | null>;
}

interface Fixtures {
  /** the folder of this test's app: database, settings, browser profile */
  readonly dataDir: string;
  readonly provision: Readonly<Record<string, unknown>> | undefined;
  readonly launch: () => Promise<Desktop>;
  /** starts the program a second time on the same folder; gives its exit code */
  readonly startAgain: () => Promise<number | null>;
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
    await use(async () => {
      const desktop = await startDesktop(dataDir, provision);
      started.push(desktop);
      return desktop;
    });
    for (const desktop of started) await desktop.quit();
  },
  startAgain: async ({ dataDir, provision }, use) => {
    await use(async () => {
      const { executablePath, args } = presentRuntime();
      const second = spawn(executablePath, [...args], { env: await environment(dataDir, provision), stdio: 'ignore' });
      const [code] = (await once(second, 'exit')) as [number | null];
      return code;
    });
  },
});

export { expect } from '@playwright/test';

async function environment(dataDir: string, provision: Fixtures['provision']): Promise<Record<string, string>> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const env = { ...Object.fromEntries(inherited), COUNTERBELL_DATA_DIR: dataDir, COUNTERBELL_LISTENER: '127.0.0.1:0' };
  if (provision === undefined) return env;
  const file = join(dataDir, 'provision-for-test.json');
  await writeFile(file, JSON.stringify(provision));
  return { ...env, COUNTERBELL_PROVISION: file };
}

/** Skips the running test, or file, with the reason where the app cannot be started. */
export function skipWithoutRuntime(): void {
  const runtime = findRuntime();
  test.skip('missing' in runtime, 'missing' in runtime ? runtime.missing : undefined);
}

function presentRuntime(): Exclude<Runtime, { readonly missing: string }> {
  const runtime = findRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  return runtime;
}

/** Starts the app on a folder of its own and waits for its window. */
export async function startDesktop(dataDir: string, provision?: Fixtures['provision']): Promise<Desktop> {
  const { executablePath, args } = presentRuntime();
  const app = await _electron.launch({ executablePath, args: [...args], env: await environment(dataDir, provision) });
  const page = await app.firstWindow();
  const process = app.process();
  const ended = once(process, 'exit');
  const ask = async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await page.evaluate(([name, asked]) => counterbell.request(name, asked), [route, input] as const);
    if (answer.ok) return answer.data as RouteOutput<R>;
    throw new ContractError(answer.error.code, `${route}: ${answer.error.message}`, answer.error.issues);
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
