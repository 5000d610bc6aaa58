import { basename, dirname, join } from 'node:path';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { flushFolder } from '#main/media/folder-files.ts';
import type { MediaFiles } from '#main/media/ports.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** This module's folders below the data folder. */
export type ArchivePaths = ReturnType<typeof archivePaths>;

/** `shared`: a folder that other hosts have too, whichever of them goes on with what is in it. */
export function archivePaths(dataDir: string, shared = dataDir) {
  return {
    dataDir,
    /** work in progress; emptied at every start */
    work: join(dataDir, 'archive-work'),
    /** a restore that is pending or was just applied */
    restore: join(dataDir, 'restore'),
    /** everything being erased, to continue after a crash */
    erasing: join(shared, 'erasing.json'),
    /** chats being closed or erased, to continue after a crash */
    manyChats: join(shared, 'many-chats.json'),
    /** while a shop is made: without a database, keys beside this are no trace of one that was lost */
    firstStart: join(dataDir, 'first-start'),
    /** exports to download; emptied at every start of the host that makes them */
    exports: join(shared, 'exports'),
    /** the default backup folder */
    backups: join(dataDir, 'backups'),
    /** files from before somebody started anew, in a folder for each time */
    aside: join(dataDir, 'set-aside'),
    database: join(dataDir, 'counterbell.db'),
    media: join(dataDir, 'media'),
  };
}

/** JSON text of this shape. */
export function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((written, context): unknown => {
      try {
        return JSON.parse(written);
      } catch {
        context.addIssue('This is no JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Where the files of chats are, if that is not on this computer: whichever host leads next finds notes of work there. */
export type Elsewhere = Pick<MediaFiles, 'put' | 'sizeOf' | 'read' | 'remove'> | undefined;

/** Saves work to resume if the process ends early. Atomic: either all of it is stored or none. */
export async function writeResumeFile(path: string, note: object, elsewhere?: Elsewhere): Promise<void> {
  await writeFile(`${path}.partial`, JSON.stringify(note), { mode: 0o600, flush: true });
  if (elsewhere !== undefined) return await elsewhere.put(`${path}.partial`, basename(path));
  await rename(`${path}.partial`, path);
  await flushFolder(dirname(path));
}

/** Reads what `writeResumeFile` saved; undefined if there is nothing. Rejects if it is invalid. */
export async function readResumeFile<T extends z.ZodType>(
  path: string,
  schema: T,
  elsewhere?: Elsewhere,
): Promise<z.output<T> | undefined> {
  const note = await readFile(path, 'utf8').catch(async (error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    const name = basename(path);
    if (elsewhere === undefined || (await elsewhere.sizeOf(name)) === undefined) return undefined;
    return await text(await elsewhere.read(name));
  });
  return note === undefined ? undefined : jsonText(schema).parse(note);
}

/** The work is done. */
export async function removeResumeFile(path: string, elsewhere?: Elsewhere): Promise<void> {
  await rm(path, { force: true });
  await elsewhere?.remove(basename(path));
}
