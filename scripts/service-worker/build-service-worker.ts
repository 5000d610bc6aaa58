import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { SERVICE_WORKER } from '../../src/shared/contract/service-worker.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The letters that most interfaces are written in; other alphabets' fonts are kept when a page needs them. */
const FIRST_FONT = 'assets/inter-latin-wght-normal-*.woff2';

/**
 * Builds the service worker for the built console in `renderer`: one file beside its index.html. It keeps the files
 * that index.html names, and changes with any file of the console, so that browsers notice a new version.
 */
export async function buildServiceWorker(renderer: string): Promise<void> {
  const index = readFileSync(path.join(renderer, 'index.html'), 'utf8');
  const named = [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
  const font = globSync(FIRST_FONT, { cwd: renderer }).map((file) => file.replaceAll(path.sep, '/'));
  const all = globSync('assets/*', { cwd: renderer }).toSorted();
  if (named.length === 0 || font.length !== 1) throw new Error('The build has no page or no font to keep');
  await build({
    root: path.join(root, 'src/service-worker'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: renderer,
      emptyOutDir: false,
      minify: true,
      reportCompressedSize: false,
      lib: {
        entry: path.join(root, 'src/service-worker/service-worker.ts'),
        formats: ['iife'],
        name: 'counterbellServiceWorker',
        fileName: () => path.basename(SERVICE_WORKER),
      },
    },
    define: {
      SHELL_FILES: JSON.stringify([...named, ...font].map((file) => `/${file}`)),
      SHELL_VERSION: JSON.stringify(
        createHash('sha256').update(index).update(all.join('\n')).digest('hex').slice(0, 16),
      ),
    },
  });
}
