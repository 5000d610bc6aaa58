import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { _electron, type ElectronApplication } from '@playwright/test';
import { findRuntime } from './runtime.ts';

/** An app whose engine waits for its database, so that a test can prepare what comes next. */
export interface HeldStart {
  readonly app: ElectronApplication;
  /** releases the engine */
  readonly release: () => void;
  /** ends it in any state; one that waits in a box would not close */
  readonly kill: () => Promise<void>;
}

/**
 * Starts the app while this process locks the database of its folder. A box of the app blocks it entirely: its
 * replacement has to be in place before.
 */
export async function startHeld(folder: string, env: Readonly<Record<string, string>>): Promise<HeldStart> {
  const runtime = findRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  const database = new DatabaseSync(join(folder, 'counterbell.db'));
  database.exec('PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE');
  const release = (): void => {
    database.exec('ROLLBACK');
    database.close();
  };
  const app = await _electron.launch({
    executablePath: runtime.executablePath,
    args: [...runtime.args],
    env: { ...(process.env as Record<string, string>), COUNTERBELL_DATA_DIR: folder, ...env },
  });
  const program = app.process();
  const ended = once(program, 'exit');
  const kill = async (): Promise<void> => {
    program.kill('SIGKILL');
    await ended;
  };
  return { app, release, kill };
}
