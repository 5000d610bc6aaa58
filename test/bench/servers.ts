import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A script of the bench in a separate process, like Counterbell, that has printed a line. */
interface StartedScript {
  /** the address of a server */
  readonly line: string;
  readonly pid: number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** A baseline. */
export interface ComparedServer extends Omit<StartedScript, 'line'> {
  readonly url: string;
}

/** Bare Fastify. */
export async function startNoOp(): Promise<ComparedServer> {
  const server = await startScript(new URL('no-op-server.ts', import.meta.url));
  return { ...server, url: `${server.line}/secret/channel` };
}

/** `@fastify/static` on a folder. */
export async function startStaticFiles(folder: string): Promise<ComparedServer> {
  const server = await startScript(new URL('static-files-server.ts', import.meta.url), [folder]);
  return { ...server, url: server.line };
}

/** Fastify and SQLite that store messages as durably as Counterbell does. */
export async function startPlainService(): Promise<ComparedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-bench-'));
  const server = await startScript(new URL('plain-service-server.ts', import.meta.url), [join(folder, 'plain.db')]);
  return {
    ...server,
    url: `${server.line}/secret/channel`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export async function startScript(
  script: URL,
  args: readonly string[] = [],
  within: readonly string[] = [],
): Promise<StartedScript> {
  const [program = process.execPath, ...rest] = [...within, process.execPath, fileURLToPath(script), ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(120_000) })) as [string];
  return {
    line,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
