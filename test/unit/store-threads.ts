import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a program next to the store's threads, as plain JavaScript */
    readonly storeThreads: string;
  }
}

/**
 * Builds the store's threads once for all unit tests. From sources each thread would load Node's type stripper, whose
 * WebAssembly occasionally crashes the whole process when threads come and go (V8's wrapper cache).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: ['writer', 'reader', 'archive'].map((name) => `src/main/store/threads/${name}.ts`),
        output: { entryFileNames: 'store/threads/[name].mjs' },
      },
    },
  });
  project.provide('storeThreads', pathToFileURL(join(folder, 'program.mjs')).href);
  return () => rm(folder, { recursive: true, force: true });
}
