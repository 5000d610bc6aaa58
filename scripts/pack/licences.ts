import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Vite's `build.license` of every bundle: what it contains of others, with their licences. */
export const bundledLicences = { fileName: 'packages.json' };

const packages = z.array(
  z.object({ name: z.string(), version: z.string(), identifier: z.string(), text: z.string().optional() }),
);

/** The licences of everything bundled into `out` or packed next to it, as text to ship. Throws if a package names none. */
export function licencesOfBundle(root: string): string {
  const lists = globSync(`out/*/${bundledLicences.fileName}`, { cwd: root });
  if (lists.length === 0) throw new Error('out/ does not say which packages are in it: build it anew');
  const bundled = lists.map((list): unknown => JSON.parse(readFileSync(path.join(root, list), 'utf8')));
  const works = packages.parse([...bundled.flat(), ...besideTheBundles(root)]);
  const texts = new Map(
    works.map(({ name, version, identifier, text = 'It comes without a licence text.' }) => {
      const notices = globSync(`node_modules/${name}/NOTICE*`, { cwd: root }).map((file) =>
        readFileSync(path.join(root, file), 'utf8'),
      );
      return [`${name} ${version} (${identifier})`, [text, ...notices].join('\n\n')];
    }),
  );
  const parts = [...texts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, text]) => `${'-'.repeat(80)}\n${title}\n\n${text}\n`);
  return `Counterbell contains the following works of others. Electron and Chromium have files of their own.\n\n${parts.join('\n')}`;
}

/** Not code of a bundle: machine code that is packed next to them, and what stylesheets import. */
const BESIDE = ['@ngrok/*', '@fontsource-variable/inter', 'tailwindcss'].map((name) => `node_modules/${name}`);

function besideTheBundles(root: string): readonly object[] {
  return globSync(BESIDE, { cwd: root }).map((folder) => {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as { license?: string };
    const file = readdirSync(path.join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
    return {
      ...manifest,
      identifier: manifest.license,
      text: file && readFileSync(path.join(root, folder, file), 'utf8'),
    };
  });
}
