import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { exitWith } from './child.ts';
import { unpackedApps } from './pack/unpacked-apps.ts';

/** Milliseconds until a packed app has to answer; a fresh machine checks signatures first. */
const START_TIMEOUT = 60_000;

/**
 * `node scripts/smoke.ts [PROGRAM [ARG ...]]`: starts a packed release app, by default the one in dist/, waits until its listener answers, and stops it. Exit code 1 if it doesn't start or stop properly.
 */
async function smoke(program: string, args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterbell-smoke-'));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, [...args], {
    env: { ...process.env, COUNTERBELL_DATA_DIR: folder, COUNTERBELL_LISTENER: address },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([
      answering(`http://${address}/`),
      ended.then(([code]) => Promise.reject(new Error(`It ended with ${String(code)}.`))),
    ]);
    child.kill();
    const [code] = (await ended) as [number | null];
    // Windows has no signal for a graceful stop: the process is killed there.
    if (process.platform !== 'win32' && code !== 0) throw new Error(`It did not end in order: ${code}.`);
    process.stdout.write(`${program} starts, answers and ends.\n`);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Resolves when the listener answers. */
async function answering(url: string): Promise<void> {
  const until = performance.now() + START_TIMEOUT;
  for (;;) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== undefined) return;
    if (performance.now() > until) throw new Error(`It did not answer within ${START_TIMEOUT / 1000} seconds.`);
    await passing(200);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const [named, ...args] = process.argv.slice(2);
const program = named ?? unpackedApps(path.resolve(import.meta.dirname, '../dist'))[0]?.program;
await exitWith(
  program === undefined ? Promise.reject(new Error('There is no packed app in dist/.')) : smoke(program, args),
);
