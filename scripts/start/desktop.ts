import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { passThrough } from '../child.ts';

const root = path.resolve(import.meta.dirname, '../..');
const electron = path.join(root, 'node_modules/electron');
const failureNote = path.join(root, '.cache/electron-download-failed');

const DOWNLOAD_LIMIT = 3 * 60 * 1000;
const FAILURE_HOLDS = 24 * 60 * 60 * 1000;
/** Milliseconds; a window that exits sooner with an error never opened. */
const OPENED_AFTER = 15 * 1000;

/** Checks for a display that can show a window or a browser. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** Path of Electron's executable, if it is on this machine. */
export function electronProgram(): string | undefined {
  const name = path.join(electron, 'path.txt');
  if (!existsSync(name)) return undefined;
  const program = path.join(electron, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(program) ? program : undefined;
}

/** Runs the desktop app until it exits: the exit code, or a text saying why it didn't open. */
export async function runDesktop(): Promise<number | string> {
  if (!hasDisplay()) return 'this machine has no display';
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'a desktop window does not open for root';
  const program = electronProgram() ?? download();
  if (program === undefined)
    return 'the Electron runtime is not here and could not be downloaded (the next try is in a day)';
  const started = performance.now();
  const code = await passThrough(spawn(program, ['.'], { cwd: root, stdio: 'inherit' }));
  const opened = code === 0 || performance.now() - started > OPENED_AFTER;
  return opened ? code : `the window could not be opened (exit code ${code})`;
}

function download(): string | undefined {
  if (existsSync(failureNote) && Date.now() - statSync(failureNote).mtimeMs < FAILURE_HOLDS) return undefined;
  process.stderr.write('Downloading the Electron runtime …\n');
  const done = spawnSync(process.execPath, [path.join(electron, 'install.js')], {
    timeout: DOWNLOAD_LIMIT,
    stdio: 'ignore',
  });
  if (done.status !== 0) {
    mkdirSync(path.dirname(failureNote), { recursive: true });
    writeFileSync(failureNote, '');
    return undefined;
  }
  rmSync(failureNote, { force: true });
  return electronProgram();
}
