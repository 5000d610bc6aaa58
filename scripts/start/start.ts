import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import open from 'open';
import { buildIfStale } from '../build.ts';
import { passThrough, readReadyLine } from '../child.ts';
import { hasDisplay, runDesktop } from './desktop.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** `npm start`: the desktop app if it can run, else the headless host and a browser. */
async function start(): Promise<number> {
  await buildIfStale();
  const ended = process.argv.includes('--headless') ? 'you asked for the browser' : await runDesktop();
  if (typeof ended === 'number') return ended;
  process.stdout.write(`No desktop window: ${ended}. Counterbell runs in the browser instead.\n`);
  return runHeadless();
}

async function runHeadless(): Promise<number> {
  const args = [
    '--listener',
    `127.0.0.1:${await portOr(8787)}`,
    '--console',
    `127.0.0.1:${await portOr(8788)}`,
    '--json',
    '--log-level',
    'warn',
  ];
  const child = spawn(process.execPath, [path.join(root, 'out/main/headless.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = passThrough(child);
  const ready = await Promise.race([readReadyLine(child.stdout), ended]);
  if (typeof ready === 'number') return ready;
  process.stdout.write(
    `\n  Open          ${ready.accessUrl}\n  Customers at  ${ready.listener}\n\nCtrl+C stops Counterbell.\n`,
  );
  if (hasDisplay() && process.env['CI'] === undefined) await openBrowser(ready.accessUrl);
  return ended;
}

/** The address is always printed, so a machine without a browser is no failure. */
async function openBrowser(address: string): Promise<void> {
  const browser = await open(address).catch(() => undefined);
  browser?.once('error', () => undefined);
}

/** The default port, or 0, which picks a free one, if the default is taken. */
function portOr(usual: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(usual, '127.0.0.1', () => probe.close(() => resolve(usual)));
  });
}

process.exitCode = await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
