import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** the store's threads as one file of plain JavaScript */
    readonly storeWorker: string;
  }
}

/**
 * Builds the store's threads once for all unit tests. From the sources each thread would load Node's type stripper,
 * whose WebAssembly now and then takes the whole process down where threads come and go (V8's wrapper cache).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/main/store/worker.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  project.provide('storeWorker', join(folder, 'worker.mjs'));
  return () => rm(folder, { recursive: true, force: true });
}
