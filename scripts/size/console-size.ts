import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { budgets } from './budgets.ts';
import { faults, partsOf, sizeLine, type Chunk } from './parts.ts';

/** Prints the size of the console's first load and of each later part, and fails the build if one is over budget. */
export function consoleSize(): Plugin {
  return {
    name: 'console-size',
    apply: 'build',
    writeBundle(_options, bundle) {
      const parts = partsOf(chunksOf(bundle), budgets);
      for (const part of parts) process.stdout.write(`${sizeLine(part)}\n`);
      const found = faults(parts, budgets);
      if (found.length > 0)
        throw new Error(`The console has grown over its budget (scripts/size/budgets.ts):\n${found.join('\n')}`);
    },
  };
}

function chunksOf(bundle: Rolldown.OutputBundle): ReadonlyMap<string, Chunk> {
  const sizes = new Map(
    Object.values(bundle).map((file) => [
      file.fileName,
      gzipSync(file.type === 'chunk' ? file.code : file.source).length,
    ]),
  );
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return new Map(
    chunks.map((chunk) => {
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      const bytes = [chunk.fileName, ...styles].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
      return [
        chunk.fileName,
        {
          isEntry: chunk.isEntry,
          isLoadedLater: chunk.isDynamicEntry || chunk.name.startsWith('language-'),
          facade: chunk.facadeModuleId ?? chunk.name,
          modules: chunk.moduleIds,
          imports: chunk.imports,
          bytes,
        },
      ];
    }),
  );
}
