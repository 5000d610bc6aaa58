import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { flushFolder } from '#main/media/incoming-file.ts';

/** One entry of the zip. */
export type ZipPart =
  | { readonly name: string; readonly text: string }
  /** `optional`: skipped if it is gone by then; `stored`: already compressed */
  | { readonly name: string; readonly path: string; readonly stored?: boolean; readonly optional?: boolean }
  | { readonly name: string; readonly pieces: () => Readable };

/**
 * Writes a zip file (ZIP64 if needed) entry by entry, with at most one open at a time and nothing buffered. It gets its
 * name only once it is complete and flushed; nothing is left behind if this rejects.
 */
export async function writeZip(
  path: string,
  parts: AsyncIterable<ZipPart>,
  {
    signal,
    onBytes,
    madeAt,
  }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void; readonly madeAt: number },
): Promise<number> {
  const partial = `${path}.partial`;
  const zip = new ZipFile();
  const failure = new AbortController();
  const progress = fill(zip, parts, {
    signal: AbortSignal.any([signal, failure.signal]),
    onBytes,
    mtime: new Date(madeAt),
  });
  try {
    const written = pipeline(zip.outputStream, createWriteStream(partial, { flags: 'wx', mode: 0o600 }), {
      signal: AbortSignal.any([signal, failure.signal]),
    });
    // If either fails, abort the other.
    await Promise.all(
      [progress, written].map((each) =>
        each.catch((error: unknown) => {
          failure.abort(error);
          throw error;
        }),
      ),
    );
    signal.throwIfAborted();
    const size = await flushFile(partial);
    await rename(partial, path);
    await flushFolder(dirname(path));
    return size;
  } catch (error) {
    failure.abort(error);
    await progress.catch(() => undefined);
    await rm(partial, { force: true });
    throw signal.aborted ? signal.reason : error;
  }
}

interface ZipProgress {
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
  readonly mtime: Date;
}

async function fill(zip: ZipFile, parts: AsyncIterable<ZipPart>, progress: ZipProgress): Promise<void> {
  for await (const part of parts) {
    progress.signal.throwIfAborted();
    await add(zip, part, progress);
  }
  zip.end();
}

/** Resolves when the whole entry is in the zip. */
async function add(zip: ZipFile, part: ZipPart, { signal, onBytes, mtime }: ZipProgress): Promise<void> {
  const options = { mtime, mode: 0o100600 };
  if ('text' in part) return zip.addBuffer(Buffer.from(part.text), part.name, options);
  let source: Readable;
  if ('pieces' in part) source = part.pieces();
  else {
    const found = await stat(part.path).catch((error: unknown) => {
      if (part.optional === true) return undefined;
      throw error;
    });
    if (found === undefined) return;
    source = createReadStream(part.path);
  }
  const counted = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      onBytes(piece.byteLength);
      done(null, piece);
    },
  });
  zip.addReadStream(counted, part.name, { ...options, compress: !('stored' in part && part.stored === true) });
  await pipeline(source, counted, { signal });
}

/** Flushes a file; returns its size. */
export async function flushFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
