import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { MediaProblem, type AddLimits } from './ports.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Writes incoming data durably into a new file. Throws MediaProblem `too_large`, or `broken` if it is empty. */
export async function writeWhole(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limits: Pick<AddLimits, 'largest' | 'signal' | 'onReceived'>,
): Promise<{ readonly digest: string; readonly size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      limits.signal.throwIfAborted();
      size += piece.byteLength;
      if (size > limits.largest) throw new MediaProblem('too_large');
      hash.update(piece);
      yield piece;
      limits.onReceived?.(size);
    }
  }
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(counted(), { signal: limits.signal });
    await file.sync();
  } finally {
    await file.close();
  }
  if (size === 0) throw new MediaProblem('broken', { size });
  return { digest: hash.digest('hex'), size };
}

/** What a disk failure means to the sender of the file; other failures are unchanged. */
export function toMediaProblem(error: unknown): unknown {
  const code = systemCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS' || code === 'EFBIG' || code === 'EIO'
    ? new MediaProblem('no_space', { cause: error })
    : error;
}

/** Makes a renamed file survive a power failure; Windows has no way to do so and needs none. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
