import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DueWork } from '#main/clock/due-work.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { MediaProblem } from '#main/media/ports.ts';
import type { VisitorFrame } from '#shared/site/frames.ts';
import type { Session } from './session.ts';
import type { Uploads } from './uploads.ts';

const DAY = 24 * 60 * 60_000;
/** Milliseconds for which pieces wait for the message that names their file. */
const KEPT_FOR = 3 * DAY;
/** Files that wait. */
const MOST_FILES = 500;
/** Pieces of a file. */
const MOST_PIECES = 200;

const piece = z.object({
  kind: z.literal('piece'),
  /** made by the window for the file */
  upload: z.string().regex(/^[\w-]{8,64}$/),
  part: z
    .int()
    .min(0)
    .max(MOST_PIECES - 1),
  name: z.string().max(1024).optional(),
  /** base64url */
  data: z.string().max(512 * 1024),
});

type Message = VisitorFrame & { readonly kind: 'message' };

/** Files of visitors that came in pieces, which are on the disk until a message names the file. */
export type LetterPieces = ReturnType<typeof createLetterPieces>;

export function createLetterPieces(options: {
  readonly folder: string;
  readonly uploads: Uploads;
  readonly clock: Pick<SettledClock, 'earliest'>;
  readonly due: Pick<DueWork, 'add'>;
}) {
  const { folder, uploads, clock, due } = options;
  const folderOf = (from: string, upload: string): string => join(folder, `${from}-${upload}`);
  due.add({
    work: 'removing pieces of files that no message has named',
    run: async () => {
      await removeForgotten(folder, clock.earliest());
      return DAY;
    },
  });

  return {
    /** false: this is no piece. Otherwise it is on the disk */
    take: async (from: string, value: unknown): Promise<boolean> => {
      const { data: given } = piece.safeParse(value);
      if (given === undefined) return false;
      const target = folderOf(from, given.upload);
      // Their messages are refused then.
      if (given.part === 0 && (await readdir(folder).catch(() => [])).length >= MOST_FILES) return true;
      await mkdir(target, { recursive: true, mode: 0o700 });
      await writeSynced(join(target, String(given.part).padStart(4, '0')), Buffer.from(given.data, 'base64url'));
      if (given.part === 0) await writeSynced(join(target, 'name'), Buffer.from(given.name ?? ''));
      return true;
    },
    /** The message with the upload as the engine knows it, if all of its pieces are here. */
    complete: async (from: string, session: Session, frame: Message): Promise<Message> => {
      const { upload } = frame;
      const { site } = session.channel;
      const owner = session.facts.externalId;
      if (upload === undefined || owner === undefined || !/^[\w-]{8,64}$/.test(upload)) return frame;
      if (site?.files !== true && site?.voice !== true) return frame;
      const source = folderOf(from, upload);
      const names = (await readdir(source).catch(() => [])).filter((name) => name !== 'name').sort();
      if (names.length === 0) return frame;
      const name = await readFile(join(source, 'name'), 'utf8').catch(() => '');
      const read = async function* (): AsyncGenerator<Uint8Array> {
        for (const part of names) yield await readFile(join(source, part));
      };
      try {
        const added = await uploads.add(owner, name === '' ? undefined : name, read(), new AbortController().signal);
        return { ...frame, upload: added.upload };
      } catch (error) {
        // The engine refuses a message whose file it does not know.
        if (error instanceof MediaProblem && error.reason !== 'no_space') return frame;
        throw error;
      }
    },
    forget: (from: string, upload: string): Promise<void> =>
      /^[\w-]{8,64}$/.test(upload) ? rm(folderOf(from, upload), { recursive: true, force: true }) : Promise.resolve(),
  };
}

async function removeForgotten(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > KEPT_FOR) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function writeSynced(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
