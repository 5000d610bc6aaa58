import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { APPLIED } from './apply-restore.ts';
import { DISTRUSTED } from '#shared/contract/archive.ts';
import { placesOf } from './places.ts';

const restored = z.object({
  from: z.string(),
  at: z.number(),
  kept: z.string(),
  distrusted: z.array(z.enum(DISTRUSTED)).default([]),
});
export type Restored = z.infer<typeof restored>;

/** Takes away what a start before left behind. Says what was restored, if this is the first start after it. */
export function clearAfterRestore(dataDir: string): Restored | undefined {
  const { restore } = placesOf(dataDir);
  const applied = join(restore, APPLIED);
  const said = existsSync(applied) ? readRestored(applied) : undefined;
  rmSync(restore, { recursive: true, force: true });
  return said;
}

function readRestored(path: string): Restored | undefined {
  try {
    return restored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
