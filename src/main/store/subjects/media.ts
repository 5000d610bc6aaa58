import { notFound, required } from '#shared/contract/errors.ts';
import type { MediaFacts, MediaPart, MediaRefusal } from '#shared/contract/media.ts';
import type { Connection } from '../connection.ts';
import { rowId, readCustomer, readMessage } from '../rows.ts';
import { listed, sql, type Sql } from '../sqlite.ts';

/** The result of fetching a customer's link, or why it failed; with only a size it waits for a request. */
export interface MediaOutcome {
  readonly digest?: string | undefined;
  readonly refusal?: MediaRefusal | undefined;
  readonly status?: number | undefined;
  readonly size?: number | undefined;
}

/** Adds a file's row before it is in place: none exists without a row. `kept`: exempt from the quota. */
async function addMedia(
  db: Connection,
  file: MediaFacts & { readonly digest: string; readonly kept: boolean; readonly at: number },
) {
  const { digest, mediaType, form, size, width, height, kept, at } = file;
  await db.run`
    INSERT INTO media_files (digest, media_type, form, size, width, height, kept, added_at, used_at)
    VALUES (${digest}, ${mediaType}, ${form}, ${size}, ${width}, ${height}, ${kept}, ${at}, ${at})
    ON CONFLICT (digest) DO UPDATE SET kept = max(kept, excluded.kept), used_at = excluded.used_at,
      added_at = CASE excluded.kept WHEN 1 THEN excluded.added_at ELSE added_at END`;
}

/** Digests with the time of their last use, in milliseconds. */
async function recordMediaUses(
  db: Connection,
  { uses }: { readonly uses: readonly (readonly [digest: string, at: number])[] },
) {
  for (const [digest, at] of uses)
    await db.run`UPDATE media_files SET used_at = max(used_at, ${at}) WHERE digest = ${digest}`;
}

/** Removes the rows of deleted files. */
async function forgetMedia(db: Connection, { digests }: { readonly digests: readonly string[] }) {
  await db.run`DELETE FROM media_files WHERE digest IN ${listed(digests)}`;
}

/** Ends uploads not sent by `uploadsBefore`; files sent before `sentBefore` and no longer used may be removed. */
async function releaseSentMedia(
  db: Connection,
  before: { readonly now: number; readonly uploadsBefore: number; readonly sentBefore: number },
) {
  await db.run`DELETE FROM uploads WHERE at < ${before.uploadsBefore}`;
  await db.run`
    UPDATE media_files SET kept = 0 WHERE kept = 1 AND added_at < ${before.sentBefore} AND ${unused(before.now)}`;
}

/** State of a message's file or preview, or a customer's photo, at this address. */
export async function recordMedia(
  db: Connection,
  noted: MediaOutcome & { readonly id: string; readonly part: MediaPart; readonly url: string; readonly at: number },
): Promise<void> {
  const { id, part, url, digest, refusal, status, size, at } = noted;
  await db.put('media_links', { ownerId: rowId(id) ?? 0, part }, { url, digest, refusal, status, size, at });
}

export interface Upload {
  readonly uploadId: string;
  readonly operatorId: string;
  readonly digest: string;
  readonly fileName: string;
}

async function addUpload(db: Connection, { uploadId: id, ...upload }: Upload & { readonly at: number }) {
  await db.insert('uploads', { id, ...upload });
}

/** Ends an upload of this operator; returns the digest if nothing else uses the file. Coded error: not_found. */
async function removeUpload(
  db: Connection,
  { uploadId, operatorId, now }: { readonly uploadId: string; readonly operatorId: string; readonly now: number },
) {
  const ended = await db.value<string>`
    DELETE FROM uploads WHERE id = ${uploadId} AND operator_id = ${operatorId} RETURNING digest`;
  return await db.value<string>`
    SELECT digest FROM media_files WHERE digest = ${required(ended, 'upload')} AND ${unused(now)}
      AND NOT EXISTS (SELECT 1 FROM media_links WHERE media_links.digest = media_files.digest)`;
}

/** Whether no upload, sticker, or file that is available now has the digest of a row of `media_files`. */
function unused(now: number): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.digest = media_files.digest)
    AND NOT EXISTS (SELECT 1 FROM stickers WHERE stickers.digest = media_files.digest)
    AND NOT EXISTS (SELECT 1 FROM hosted_files WHERE hosted_files.digest = media_files.digest AND expires_at > ${now})`;
}

/** How a file is identified, and its state. */
export interface MediaSource {
  readonly url: string;
  readonly channelId: string;
  readonly customerId: string;
  /** sent from here: never fetched */
  readonly isOurs: boolean;
  /** name from its sender */
  readonly fileName?: string | undefined;
  /** bytes according to the sender */
  readonly declaredSize?: number | undefined;
  /** of this exact address */
  readonly outcome?: (MediaOutcome & { readonly at: number }) | undefined;
}

export type StoredFile = MediaFacts & { readonly digest: string };

/** The file or preview of a message, or the photo of a customer; undefined if there is none. */
async function findMediaSource(db: Connection, { id, part }: { readonly id: string; readonly part: MediaPart }) {
  const asked = part === 'avatar' ? await photoOf(db, id) : await partOf(db, id, part);
  if (asked === undefined) return undefined;
  const outcome = await db.get<MediaOutcome & { at: number }>`
    SELECT digest, refusal, status, size, at FROM media_links
    WHERE owner_id = ${rowId(id)} AND part = ${part} AND url = ${asked.url}`;
  return { ...asked, outcome };
}

async function findMediaFile(db: Connection, { digest }: { readonly digest: string }) {
  return await db.get<StoredFile>`
    SELECT digest, media_type, form, size, width, height FROM media_files WHERE digest = ${digest}`;
}

/** Bytes on the disk, those of them subject to the quota, and sent files that are still available. */
async function countMedia(db: Connection, { now }: { readonly now: number }) {
  const counts = await db.get<{ used: number; evictable: number; hosted: number }>`
    SELECT ifnull(sum(size), 0) AS used, ifnull(sum(size) FILTER (WHERE kept = 0), 0) AS evictable,
      (SELECT count(*) FROM hosted_files WHERE part = 'file' AND expires_at > ${now}) AS hosted FROM media_files`;
  return counts ?? { used: 0, evictable: 0, hosted: 0 };
}

/** What the quota removes first. */
async function listLeastUsedMedia(db: Connection, { limit }: { readonly limit: number }) {
  return await db.all<{ digest: string; size: number }>`
    SELECT digest, size FROM media_files WHERE kept = 0 ORDER BY used_at LIMIT ${limit}`;
}

/** Those of the digests that have no row. */
async function listUnknownMedia(db: Connection, { digests }: { readonly digests: readonly string[] }) {
  return await db.column<string>`
    SELECT value FROM json_each(${digests}) WHERE value NOT IN (SELECT digest FROM media_files)`;
}

async function findUpload(
  db: Connection,
  { uploadId, operatorId }: { readonly uploadId: string; readonly operatorId: string },
) {
  const row = await db.get<Omit<Upload, 'uploadId'>>`
    SELECT operator_id, digest, file_name FROM uploads WHERE id = ${uploadId} AND operator_id = ${operatorId}`;
  return row && { uploadId, ...row };
}

async function photoOf(db: Connection, customerId: string) {
  const customer = await readCustomer(db, customerId);
  if (customer?.photo === undefined) return undefined;
  return { url: customer.photo, channelId: customer.channelId, customerId: customer.id, isOurs: false };
}

async function partOf(db: Connection, messageId: string, part: 'file' | 'thumb') {
  const message = await readMessage(db, messageId);
  const url = message?.[part];
  if (message === undefined || url === undefined) return undefined;
  const chat = await db.get<{ channelId: string; customerId: string }>`
    SELECT channel_id, customer_id FROM chats WHERE id = ${message.chatId}`;
  if (chat === undefined) return undefined;
  const asked = { url, ...chat, isOurs: message.from !== 'customer' };
  return part === 'thumb' ? asked : { ...asked, fileName: message.fileName, declaredSize: message.fileSize };
}

/** An operators' sticker with its file in the media folder. */
export interface StoredSticker {
  readonly id: string;
  readonly digest: string;
  readonly emoji?: string | undefined;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

const SELECT_STICKER = sql`SELECT id, digest, emoji, file_name, media_type, size, width, height FROM stickers`;

/** In the order in which they were added. */
async function listStickers(db: Connection) {
  return await db.all<StoredSticker>`${SELECT_STICKER} ORDER BY id`;
}

/** Coded error: not_found. */
async function findSticker(db: Connection, { stickerId }: { readonly stickerId: string }) {
  return required(await db.get<StoredSticker>`${SELECT_STICKER} WHERE id = ${rowId(stickerId)}`, 'sticker');
}

/** Adds a sticker to the operators' set; an existing one gets the given emoji. */
async function addSticker(db: Connection, sticker: Omit<StoredSticker, 'id'> & { readonly at: number }) {
  const { digest, emoji, fileName, mediaType, size, width, height, at } = sticker;
  const stickerId = await db.value<string>`
    INSERT INTO stickers (digest, emoji, file_name, media_type, size, width, height, added_at)
    VALUES (${digest}, ${emoji}, ${fileName}, ${mediaType}, ${size}, ${width}, ${height}, ${at})
    ON CONFLICT (digest) DO UPDATE SET emoji = ifnull(excluded.emoji, emoji) RETURNING id`;
  return await findSticker(db, { stickerId: stickerId ?? '' });
}

/** Sent stickers stay. Coded error: not_found. */
async function removeSticker(db: Connection, { stickerId }: { readonly stickerId: string }) {
  if ((await db.run`DELETE FROM stickers WHERE id = ${rowId(stickerId)}`) === 0) throw notFound('sticker');
}

export const mediaQueries = {
  findMediaSource,
  findMediaFile,
  countMedia,
  listLeastUsedMedia,
  listUnknownMedia,
  findUpload,
  findSticker,
  listStickers,
} as const;

export const mediaTransactions = {
  addSticker,
  removeSticker,
  addMedia,
  recordMediaUses,
  forgetMedia,
  releaseSentMedia,
  recordMedia,
  addUpload,
  removeUpload,
} as const;
