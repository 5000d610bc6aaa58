import { createServer } from 'node:net';
import open from 'open';
import { buildIfStale } from '../build.ts';
import { exitWith, runHeadless } from '../child.ts';
import { hasDisplay, runDesktop } from './desktop.ts';

/** `npm start`: the desktop app if it can run, else the headless host and a browser. */
async function start(): Promise<number> {
  await buildIfStale();
  const ended = process.argv.includes('--headless') ? 'you asked for the browser' : await runDesktop();
  if (typeof ended === 'number') return ended;
  process.stdout.write(`No desktop window: ${ended}. Counterbell runs in the browser instead.\n`);
  return startInBrowser();
}

async function startInBrowser(): Promise<number> {
  const listener = `127.0.0.1:${await portOr(8787)}`;
  const args = ['--listener', listener, '--console', `127.0.0.1:${await portOr(8788)}`];
  return runHeadless('out/main/headless.js', args, async ({ accessUrl, listener: customers }) => {
    process.stdout.write(`\n  Open          ${accessUrl}\n  Customers at  ${customers}\n\nCtrl+C stops Counterbell.\n`);
    if (hasDisplay() && process.env['CI'] === undefined) await openBrowser(accessUrl);
  });
}

/** The address is always printed, so a machine without a browser is no failure. */
async function openBrowser(address: string): Promise<void> {
  const browser = await open(address).catch(() => undefined);
  browser?.once('error', () => undefined);
}

/** The default port, or 0, which picks a free one, if the default is taken. */
function portOr(preferred: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(preferred, '127.0.0.1', () => probe.close(() => resolve(preferred)));
  });
}

await exitWith(start());
