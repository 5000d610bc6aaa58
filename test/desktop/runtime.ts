import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** How to start the built app, or why it can't be started. */
export type Runtime =
  | { readonly executablePath: string; readonly args: readonly string[] }
  | { readonly missing: string };

/** The program in ELECTRON_EXECUTABLE, which has the app next to it; else the runtime of the installed package. */
export function findRuntime(): Runtime {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return { missing: 'there is no display' };
  const given = process.env['ELECTRON_EXECUTABLE'];
  if (given !== undefined) return { executablePath: given, args: ['--no-sandbox'] };
  const project = resolve(import.meta.dirname, '../..');
  const installed = installedRuntime(join(project, 'node_modules/electron'));
  if (installed === undefined) return { missing: "Electron's runtime is not installed: npx install-electron gets it" };
  return { executablePath: installed, args: [project, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] };
}

function installedRuntime(electron: string): string | undefined {
  const name = join(electron, 'path.txt');
  if (!existsSync(name)) return undefined;
  const program = join(electron, 'dist', readFileSync(name, 'utf8'));
  return existsSync(program) ? program : undefined;
}
