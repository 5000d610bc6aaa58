import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import envPaths from 'env-paths';
import type { Logger } from 'pino';
import type { StoreThreads } from '#main/store/thread.ts';
import type { Engine, EngineOptions } from '#main/engine/engine.ts';
import { lockDataFolder } from '#main/settings/data-folder-lock.ts';
import { createKeyFileVault } from '#main/settings/key-file-vault.ts';
import { systemClock } from '#main/clock/clock.ts';
import type { HeadlessOptions } from './command-line.ts';
import { startWebHost } from './web-host.ts';

/** What the entry knows about where it runs. */
export interface HeadlessProgram {
  readonly startEngine: (options: EngineOptions) => Promise<Engine>;
  readonly storeThreads: StoreThreads;
  readonly pkcs12Worker: URL;
  /** folder of the built renderer */
  readonly renderer: string;
  readonly version: string;
  /** COUNTERBELL_KEY */
  readonly vaultKey: string | undefined;
}

export interface RunningHeadless {
  /** resolves when the engine has to start again, for what was restored to be put in place */
  readonly startAgain: Promise<void>;
  /** resolves with the reason when a part ended without which customers cannot be answered */
  readonly died: Promise<Error>;
  readonly listener: string;
  readonly console: string;
  /** opens the console signed in as the first operator */
  readonly accessUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts engine and web host in order; what was started is stopped again where a later part fails. */
export async function startHeadless(
  program: HeadlessProgram,
  options: HeadlessOptions,
  log: Logger,
): Promise<RunningHeadless> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  const again = Promise.withResolvers<void>();
  try {
    const dataFolder = resolve(options.dataFolder ?? envPaths('counterbell', { suffix: '' }).data);
    const provision = options.provisionFile === undefined ? undefined : readProvision(options.provisionFile);
    stops.push(await lockDataFolder(dataFolder));
    const vault = await createKeyFileVault({ folder: dataFolder, key: program.vaultKey });
    const engine = await program.startEngine({
      dataDir: dataFolder,
      listener: { ...options.listener, spared: [options.console.port] },
      vault,
      storeThreads: program.storeThreads,
      pkcs12Worker: program.pkcs12Worker,
      provision,
      restart: again.resolve,
      clock: systemClock,
      log,
      version: program.version,
    });
    stops.push(engine.stop);
    const web = await startWebHost({
      engine,
      vault,
      clock: systemClock,
      log,
      renderer: program.renderer,
      address: options.console,
      consoleHosts: options.consoleHosts,
    });
    stops.push(web.stop);
    const key = encodeURIComponent(engine.operators.first().accessKey);
    return {
      startAgain: again.promise,
      died: engine.died,
      listener: engine.listenerUrl,
      console: web.url,
      accessUrl: `${web.url}/?key=${key}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readProvision(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`The provision file ${file} cannot be read`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(
      `The provision file ${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
