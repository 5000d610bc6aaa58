import path from 'node:path';
import { unpackedApps } from '../pack/unpacked-apps.ts';
import { electronProgram } from '../start/desktop.ts';
import { countTests, missingForDesktop, playwright } from './browser-stages.ts';
import { runProgram, type Stage } from './stage.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Packs the app and runs its specs against a copy that differs from the release only in the inspect fuse. The runtime
 * is the project's own or the one in COUNTERBELL_ELECTRON_DIST; COUNTERBELL_PACKAGED_RUNNER is a command to prefix.
 */
export const packagedSpecs: Stage = {
  name: 'packaged',
  run: async (context) => {
    const config = 'test/desktop/packaged/playwright.config.ts';
    const runner = (process.env['COUNTERBELL_PACKAGED_RUNNER'] ?? '').split(' ').filter(Boolean);
    const missing = missingForPacking() ?? (runner.length > 0 ? undefined : missingForDesktop());
    if (missing !== undefined) return { passed: 0, failed: 0, skipped: countTests(config), note: missing };
    const packed = await runProgram(context, process.execPath, [path.join(root, 'scripts/pack.ts'), '--dir']);
    const [app] = unpackedApps(path.join(root, 'dist/test'));
    if (packed !== 0 || app === undefined)
      return { passed: 0, failed: 1, skipped: 0, note: 'the app could not be packed' };
    return playwright(context, config, runner, runner.length > 0 ? {} : { ELECTRON_EXECUTABLE: app.program });
  },
};

function missingForPacking(): string | undefined {
  const hasRuntime = (process.env['COUNTERBELL_ELECTRON_DIST'] ?? '') !== '' || electronProgram() !== undefined;
  return hasRuntime ? undefined : 'no Electron runtime on this machine to pack';
}
