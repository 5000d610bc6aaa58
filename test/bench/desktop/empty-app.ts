import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createPackage } from '@electron/asar';

const MAIN = `
const { app, BrowserWindow } = require('electron');
app.setPath('userData', process.env.EMPTY_APP_FOLDER);
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 820 }).loadFile('index.html'));
app.on('window-all-closed', () => app.quit());
process.on('SIGTERM', () => app.quit());
`;

/** How to start the empty app. */
export interface EmptyApp {
  readonly executablePath: string;
  readonly args: readonly string[];
}

/**
 * An app with one blank window, on the same runtime: a copy of the runtime's folder with another archive, if the
 * runtime has its app next to it, else the runtime with the app's folder as argument.
 */
export async function makeEmptyApp(folder: string, runtime: EmptyApp, carriesApp: boolean): Promise<EmptyApp> {
  const sources = join(folder, 'empty-app');
  await mkdir(sources, { recursive: true });
  await writeFile(
    join(sources, 'package.json'),
    JSON.stringify({ name: 'empty-app', version: '1.0.0', main: 'main.js' }),
  );
  await writeFile(join(sources, 'main.js'), MAIN);
  await writeFile(join(sources, 'index.html'), '<!doctype html><title>Empty</title>');
  if (!carriesApp) return { executablePath: runtime.executablePath, args: [sources, ...runtime.args.slice(1)] };
  const copy = join(folder, 'empty-runtime');
  const original = dirname(runtime.executablePath);
  await cp(original, copy, { recursive: true, filter: (file) => !file.startsWith(join(original, 'resources')) });
  await mkdir(join(copy, 'resources'));
  await createPackage(sources, join(copy, 'resources/app.asar'));
  return { executablePath: join(copy, basename(runtime.executablePath)), args: runtime.args };
}
