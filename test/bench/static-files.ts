import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts `@fastify/static` on a folder as a process of its own, like the host it is compared with. */
export async function startStaticFiles(folder: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('static-files-server.ts', import.meta.url)), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(20_000) })) as [string];
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
