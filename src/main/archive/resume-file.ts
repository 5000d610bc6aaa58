import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { flushFolder } from '#main/media/incoming-file.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** JSON text of this shape. */
export function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('This is no JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Saves work to resume if the process ends early. Atomic: either all of it is on disk or none. */
export async function writeResumeFile(path: string, note: object): Promise<void> {
  await writeFile(`${path}.partial`, JSON.stringify(note), { mode: 0o600, flush: true });
  await rename(`${path}.partial`, path);
  await flushFolder(dirname(path));
}

/** Reads what `writeResumeFile` saved; undefined if there is nothing. Rejects if it is invalid. */
export async function readResumeFile<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T> | undefined> {
  try {
    return jsonText(schema).parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
