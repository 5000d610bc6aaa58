import { ContractError } from '#shared/contract/errors.ts';
import type { MediaFacts, MediaPart, MediaRefusal } from '#shared/contract/media.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The result of fetching a customer's link, or why it failed; with only a size it waits for a request. */
export interface MediaOutcome {
  readonly digest?: string | undefined;
  readonly refusal?: MediaRefusal | undefined;
  readonly status?: number | undefined;
  readonly size?: number | undefined;
}

/** Adds a file's row before it is in place: none exists without a row. `kept`: exempt from the quota. */
export async function addMedia(
  connection: Connection,
  file: MediaFacts & { readonly digest: string; readonly kept: boolean; readonly at: number },
): Promise<void> {
  const { digest, mediaType, form, size, width, height, kept, at } = file;
  await connection.run(
    `INSERT INTO media_files (digest, media_type, form, size, width, height, kept, added_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (digest) DO UPDATE SET kept = max(kept, excluded.kept), used_at = excluded.used_at,
       added_at = CASE excluded.kept WHEN 1 THEN excluded.added_at ELSE added_at END`,
    ...[digest, mediaType, form, size, width, height, kept, at, at],
  );
}

/** Digests with the time of their last use, in milliseconds. */
export async function recordMediaUses(
  connection: Connection,
  { uses }: { readonly uses: readonly (readonly [digest: string, at: number])[] },
): Promise<void> {
  for (const [digest, at] of uses)
    await connection.run('UPDATE media_files SET used_at = max(used_at, ?) WHERE digest = ?', at, digest);
}

/** Removes the rows of deleted files. */
export async function forgetMedia(
  connection: Connection,
  { digests }: { readonly digests: readonly string[] },
): Promise<void> {
  await connection.run('DELETE FROM media_files WHERE digest IN (SELECT value FROM json_each(?))', digests);
}

/** Ends uploads not sent by `uploadsBefore`; files sent before `sentBefore` and no longer used may be removed. */
export async function releaseSentMedia(
  connection: Connection,
  before: { readonly now: number; readonly uploadsBefore: number; readonly sentBefore: number },
): Promise<void> {
  await connection.run('DELETE FROM uploads WHERE at < ?', before.uploadsBefore);
  await connection.run(
    `UPDATE media_files SET kept = 0 WHERE kept = 1 AND added_at < ? AND ${unused('media_files.digest')}`,
    before.sentBefore,
    before.now,
  );
}

/** State of a message's file or preview, or a customer's photo, at this address. */
export async function recordMedia(
  connection: Connection,
  noted: MediaOutcome & { readonly id: string; readonly part: MediaPart; readonly url: string; readonly at: number },
): Promise<void> {
  const { id, part, url, digest, refusal, status, size, at } = noted;
  await connection.run(
    'INSERT OR REPLACE INTO media_links (owner_id, part, url, digest, refusal, status, size, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[rowId(id) ?? 0, part, url, digest, refusal, status, size, at],
  );
}

export interface Upload {
  readonly uploadId: string;
  readonly operatorId: string;
  readonly digest: string;
  readonly fileName: string;
}

export async function addUpload(
  connection: Connection,
  { uploadId: id, ...upload }: Upload & { readonly at: number },
): Promise<void> {
  await connection.insert('uploads', { id, ...upload });
}

/** Ends an upload of this operator; returns the digest if nothing else uses the file. Coded error: not_found. */
export async function removeUpload(
  connection: Connection,
  { uploadId, operatorId, now }: { readonly uploadId: string; readonly operatorId: string; readonly now: number },
): Promise<string | undefined> {
  const row = await connection.get<{ digest: string }>(
    'DELETE FROM uploads WHERE id = ? AND operator_id = ? RETURNING digest',
    uploadId,
    operatorId,
  );
  if (row === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.upload'));
  const { digest } = row;
  const isFree = await connection.get(
    `SELECT 1 FROM media_files WHERE digest = ? AND ${unused('media_files.digest')} AND NOT EXISTS (SELECT 1 FROM media_links WHERE media_links.digest = media_files.digest)`,
    digest,
    now,
  );
  return isFree && digest;
}

/** Whether no upload, available file or sticker has this digest; takes the time as a value. */
function unused(digest: string): string {
  return `NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.digest = ${digest})
    AND NOT EXISTS (SELECT 1 FROM stickers WHERE stickers.digest = ${digest})
    AND NOT EXISTS (SELECT 1 FROM hosted_files WHERE hosted_files.digest = ${digest} AND hosted_files.expires_at > ?)`;
}
