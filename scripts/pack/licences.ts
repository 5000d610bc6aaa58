import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Plugin } from 'vite';

/** Folders of the packages in a bundle, relative to the project's root: written by `bundledPackages`. */
const PACKAGE_LIST = 'packages.json';

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

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Packed unbundled, next to the bundles. */
const BESIDE = 'node_modules/@ngrok/*';

/** Older packages list their licences. */
const licenceList = z
  .object({ licenses: z.array(z.object({ type: z.string() })).nonempty() })
  .transform(({ licenses }) => licenses.map(({ type }) => type).join(' OR '));

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

/** The licences of everything bundled into `out` or packed next to it, as text to ship. Throws if a package names none. */
export function licencesOfBundle(root: string): string {
  const lists = globSync(`out/*/${PACKAGE_LIST}`, { cwd: root });
  if (lists.length === 0) throw new Error('out/ does not say which packages are in it: build it anew');
  const bundled = lists.flatMap((list) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(path.join(root, list), 'utf8'))),
  );
  const folders = new Set([...bundled, ...globSync(BESIDE, { cwd: root })]);
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const { title, text } = licenceOf(path.join(root, folder));
    texts.set(title, text);
  }
  const parts = [...texts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, text]) => `${'-'.repeat(80)}\n${title}\n\n${text}\n`);
  return `Counterbell contains the following works of others. Electron and Chromium have files of their own.\n\n${parts.join('\n')}`;
}

function licenceOf(folder: string): { readonly title: string; readonly text: string } {
  const content: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const read = manifest.safeParse(content);
  if (!read.success) throw new Error(`${folder} is no package: ${z.prettifyError(read.error)}`);
  const { name, version, author, license = licenceList.safeParse(content).data } = read.data;
  if (license === undefined) throw new Error(`${folder} names no licence`);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file) && !/\.[jt]s$/.test(file));
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const without =
    author === undefined ? 'It comes without a licence text.' : `It comes without a licence text. Author: ${author}`;
  return { title: `${name} ${version} (${license})`, text: texts.length > 0 ? texts.join('\n\n') : without };
}
