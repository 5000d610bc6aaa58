// Plain JavaScript that old Node versions can parse, to report what is missing before anything else is loaded.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [major = 0] = process.versions.node.split('.').map(Number);
const isWindows = process.platform === 'win32';
const node = path.join(
  root,
  `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}/bin`,
  isWindows ? 'node.exe' : 'node',
);

if (!existsSync(path.join(root, 'node_modules/electron-vite'))) {
  console.error('Counterbell is not installed yet. Run "npm ci" in this folder, then "npm start" again.');
  process.exitCode = 1;
} else if (major >= 24) {
  await import('./start/start.ts');
} else if (existsSync(node)) {
  process.exitCode =
    spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(
    `Counterbell needs Node 24, and this is Node ${process.versions.node}. On Windows and Linux "npm ci" in this folder brings it along; elsewhere, install it from nodejs.org.`,
  );
  process.exitCode = 1;
}
