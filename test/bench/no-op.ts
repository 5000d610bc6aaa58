import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the Fastify no-op as a process of its own, like the host it is compared with. */
export async function startNoOp(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('no-op-server.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [origin] = (await once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(20_000) })) as [string];
  return {
    url: `${origin}/secret/channel`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
