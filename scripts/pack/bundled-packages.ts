import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Folders of the packages in a bundle, relative to the project's root: written by `bundledPackages`. */
export const PACKAGE_LIST = 'packages.json';

/** Records which packages a bundle contains, for their licences. */
export function bundledPackages(): Plugin {
  return {
    name: 'counterbell:bundled-packages',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()].map((id) => id.replace(/^\0/, '').replace(/[?#].*$/, ''));
      const files = [...modules, ...modules.filter((file) => file.endsWith('.css')).flatMap(importedStyles)];
      const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
      const relative = [...folders].map((folder) => path.relative(process.cwd(), folder).replaceAll(path.sep, '/'));
      this.emitFile({ type: 'asset', fileName: PACKAGE_LIST, source: JSON.stringify(relative.toSorted(), null, 1) });
    },
  };
}

/** Stylesheets resolve their imports before the bundler sees them. */
function importedStyles(file: string): readonly string[] {
  const names = readFileSync(file, 'utf8').matchAll(/^@import\s+["']([^."'][^"']*)["']/gm);
  return [...names].map(([, name]) => path.join(process.cwd(), 'node_modules', name ?? '', 'index.css'));
}

/** The package of a file; undefined for the project's own files. */
function packageFolder(file: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}
