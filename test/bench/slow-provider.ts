import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SlowProvider {
  readonly url: string;
  /** resolves when it has answered every request */
  readonly quiet: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a provider that takes 2.9 seconds for every event, as a separate process so that it takes no time from the load. */
export async function startSlowProvider(): Promise<SlowProvider> {
  const child = fork(fileURLToPath(new URL('slow-provider-server.ts', import.meta.url)));
  const [url] = (await once(child, 'message', { signal: AbortSignal.timeout(20_000) })) as [string];
  return {
    url,
    quiet: async () => {
      const isQuiet = once(child, 'message', { signal: AbortSignal.timeout(120_000) });
      child.send('tell me');
      await isQuiet;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
