import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Files that differ from the last commit, new ones too: paths in the project. */
export function changedFiles(): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Sources whose changes show in every spec of a folder. */
const SHOWN_IN: Readonly<Record<string, RegExp>> = {
  'test/e2e': /^src\/renderer\//,
  'test/site': /^src\/widget\//,
  'test/desktop': /^src\/(?:main\/desktop|preload)\//,
};

/** The console's screens: a folder of each, and for the settings one of each section. */
const SCREEN = /^src\/renderer\/src\/features\/(?<screen>settings\/[\w-]+|[\w-]+)/;

/**
 * Specs in `folder` that the changed files can reach, as Playwright's filters of paths: their own, those of a changed
 * screen (`features/search`, `features/settings/bots`: specs whose path begins like that), or all for what every screen
 * is made of. The engine is reached by the tests that import it, so it chooses no specs.
 */
export function specsFor(changed: readonly string[], folder: string): readonly string[] {
  const filters = changed.flatMap((file) => {
    if (file.startsWith(`${folder}/`)) return file.endsWith('.spec.ts') ? [file] : [`${folder}/`];
    if (file.endsWith('.test.ts') || SHOWN_IN[folder]?.test(file) !== true) return [];
    const screen = SCREEN.exec(file)?.groups?.['screen'];
    return [specsOfScreen(folder, screen) ?? `${folder}/`];
  });
  return [...new Set(filters)];
}

function specsOfScreen(folder: string, screen: string | undefined): string | undefined {
  if (screen === undefined) return undefined;
  const named = [screen, path.dirname(screen)].map((name) => path.join(folder, name));
  return named.find(
    (specs) =>
      specs !== folder && (existsSync(path.join(root, specs)) || existsSync(path.join(root, `${specs}.spec.ts`))),
  );
}
