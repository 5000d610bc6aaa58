import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A baseline, as a separate process like Counterbell. */
export interface ComparedServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Bare Fastify. */
export async function startNoOp(): Promise<ComparedServer> {
  const server = await start(new URL('no-op-server.ts', import.meta.url));
  return { ...server, url: `${server.url}/secret/channel` };
}

/** `@fastify/static` on a folder. */
export function startStaticFiles(folder: string): Promise<ComparedServer> {
  return start(new URL('static-files-server.ts', import.meta.url), folder);
}

/** Fastify and SQLite that store messages as durably as Counterbell does. */
export async function startPlainService(): Promise<ComparedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-bench-'));
  const server = await start(new URL('plain-service-server.ts', import.meta.url), join(folder, 'plain.db'));
  return {
    ...server,
    url: `${server.url}/secret/channel`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function start(script: URL, ...args: readonly string[]): Promise<ComparedServer> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(20_000) })) as [
    string,
  ];
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
