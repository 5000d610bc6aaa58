import { notFound, required } from '#shared/contract/errors.ts';
import type { MediaFacts, MediaPart, MediaRefusal } from '#shared/contract/media.ts';
import type { Connection } from '../connection.ts';
import { rowId, readCustomer, readMessage } from '../rows.ts';
import { allOf, inTexts, sql, Sql } from '../sql.ts';

/** The result of fetching a customer's link, or why it failed; with only a size it waits for a request. */
export interface MediaOutcome {
  readonly digest?: string | undefined;
  readonly refusal?: MediaRefusal | undefined;
  readonly status?: number | undefined;
  readonly size?: number | undefined;
}

/** Purpose of a stored file: a customer's link, an operator's message or sticker, or a visitor's next message. */
export type MediaPurpose = 'fetched' | 'sent' | 'unsent';

/** The column `purpose`, as in the schema. */
const PURPOSE = { fetched: 0, sent: 1, unsent: 2 } as const satisfies Record<MediaPurpose, number>;

/** Adds a file's row before it is in place: none exists without a row. */
async function addMedia(
  db: Connection,
  file: MediaFacts & { readonly digest: string; readonly purpose: MediaPurpose; readonly at: number },
) {
  const { digest, mediaType, form, size, width, height, purpose, at } = file;
  await db.run`
    INSERT INTO media_files (digest, media_type, form, size, width, height, purpose, added_at, used_at)
    VALUES (${digest}, ${mediaType}, ${form}, ${size}, ${width}, ${height}, ${PURPOSE[purpose]}, ${at}, ${at})
    ON CONFLICT (digest) DO UPDATE SET used_at = excluded.used_at,
      purpose = CASE WHEN media_files.purpose = 1 OR excluded.purpose = 0 THEN media_files.purpose ELSE excluded.purpose END`;
}

/** A message, sticker or saved reply has the file from now on. Coded error: not_found if it was removed meanwhile. */
export async function keepMedia(db: Connection, digest: string): Promise<void> {
  if ((await db.update('media_files', { digest }, { purpose: PURPOSE.sent })) === 0) throw notFound('file');
}

/** Digests with the time of their last use, in milliseconds. */
async function recordMediaUses(
  db: Connection,
  { uses }: { readonly uses: readonly (readonly [digest: string, at: number])[] },
) {
  for (const [digest, at] of uses)
    await db.run`UPDATE media_files SET used_at = ${at} WHERE digest = ${digest} AND used_at < ${at}`;
}

/** No message, upload, sticker or saved reply has the file: whatever else is true, such a file is never removed. */
const UNUSED = allOf(
  ...[sql`hosted_files`, sql`uploads`, sql`stickers`, sql`saved_reply_files`].map(
    (table) => sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.digest = media_files.digest)`,
  ),
);
const UNLINKED = sql`NOT EXISTS (SELECT 1 FROM media_links WHERE media_links.digest = media_files.digest)`;
/** Selects files that can be fetched again from a customer's link. */
const CACHED = sql`purpose = ${new Sql(String(PURPOSE.fetched))} AND ${UNUSED}`;
/** Visitors' files that no message has named. */
const UNSENT = sql`purpose = ${new Sql(String(PURPOSE.unsent))} AND ${UNUSED}`;

/**
 * Removes the rows of files that are about to be deleted: of those that can be fetched again, or else those that nothing
 * refers to. Returns the ones that no row keeps.
 */
async function forgetMedia(
  db: Connection,
  { digests, cached }: { readonly digests: readonly string[]; readonly cached: boolean },
) {
  const these = sql`digest IN ${inTexts(digests)}`;
  await db.run`DELETE FROM media_files WHERE ${these} AND ${cached ? CACHED : sql`${UNUSED} AND ${UNLINKED}`}`;
  return await listUnknownMedia(db, { digests });
}

/** Ends operators' uploads not sent by `uploadsBefore`. Whatever came from a clock that was ahead ages from `latest` on. */
async function endUploads(
  db: Connection,
  { latest, uploadsBefore }: { readonly latest: number; readonly uploadsBefore: number },
) {
  await db.run`UPDATE media_files SET used_at = ${latest} WHERE used_at > ${latest}`;
  await db.run`UPDATE uploads SET at = ${latest} WHERE at > ${latest}`;
  await db.run`DELETE FROM uploads WHERE at < ${uploadsBefore}`;
  // Its bytes are also behind a customer's link.
  await db.run`UPDATE media_files SET purpose = 0 WHERE ${UNSENT} AND NOT ${UNLINKED}`;
}

/** Files not used since then that nothing refers to. */
async function listForgottenMedia(
  db: Connection,
  { before, limit }: { readonly before: number; readonly limit: number },
) {
  return await db.column<string>`
    SELECT digest FROM media_files WHERE used_at < ${before} AND ${UNUSED} AND ${UNLINKED}
    ORDER BY used_at, digest LIMIT ${limit}`;
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

/** Ends an upload of this operator; returns its digest. Coded error: not_found. */
async function removeUpload(
  db: Connection,
  { uploadId, operatorId }: { readonly uploadId: string; readonly operatorId: string },
) {
  const ended = await db.value<string>`
    DELETE FROM uploads WHERE id = ${uploadId} AND operator_id = ${operatorId} RETURNING digest`;
  return required(ended, 'upload');
}

/** Identity of a file, and its state. */
export interface MediaSource {
  readonly url: string;
  readonly channelId: string;
  readonly customerId: string;
  /** sent from here: never fetched */
  readonly isHosted: boolean;
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
  const source = part === 'avatar' ? await photoOf(db, id) : await partOf(db, id, part);
  if (source === undefined) return undefined;
  const outcome = await db.get<MediaOutcome & { at: number }>`
    SELECT digest, refusal, status, size, at FROM media_links
    WHERE owner_id = ${rowId(id)} AND part = ${part} AND url = ${source.url}`;
  return { ...source, outcome };
}

async function findMediaFile(db: Connection, { digest }: { readonly digest: string }) {
  return await db.get<StoredFile>`
    SELECT digest, media_type, form, size, width, height FROM media_files WHERE digest = ${digest}`;
}

/** Bytes on the disk, those of them that can be fetched again, and sent files that are still available. */
async function countMedia(db: Connection, { now }: { readonly now: number }) {
  const counts = await db.get<{ used: number; cached: number; hosted: number }>`
    SELECT coalesce(sum(size), 0) AS used, coalesce(sum(size) FILTER (WHERE ${CACHED}), 0) AS cached,
      (SELECT count(*) FROM hosted_files WHERE part = 'file' AND expires_at > ${now}) AS hosted FROM media_files`;
  return counts ?? { used: 0, cached: 0, hosted: 0 };
}

/** Bytes of visitors' files that no message has named. */
async function countUnsentMedia(db: Connection) {
  return (await db.value<number>`SELECT sum(size) FROM media_files WHERE ${UNSENT}`) ?? 0;
}

/** Lists the fetched or unsent files that their quota removes first. */
async function listLeastUsedMedia(
  db: Connection,
  { limit, purpose }: { readonly limit: number; readonly purpose: 'fetched' | 'unsent' },
) {
  return await db.all<{ digest: string; size: number }>`
    SELECT digest, size FROM media_files WHERE ${purpose === 'fetched' ? CACHED : sql`${UNSENT} AND ${UNLINKED}`}
    ORDER BY used_at, digest LIMIT ${limit}`;
}

/** Lists the digests that have no row. */
async function listUnknownMedia(db: Connection, { digests }: { readonly digests: readonly string[] }) {
  return await db.column<string>`
    SELECT value FROM ${inTexts(digests)} AS listed WHERE value NOT IN (SELECT digest FROM media_files)`;
}

/** An upload of this operator; undefined: there is none, or no longer. */
export async function findUpload(
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
  return { url: customer.photo, channelId: customer.channelId, customerId: customer.id, isHosted: false };
}

async function partOf(db: Connection, messageId: string, part: 'file' | 'thumb') {
  const message = await readMessage(db, messageId);
  const url = message?.[part];
  if (message === undefined || url === undefined) return undefined;
  const chat = await db.get<{ channelId: string; customerId: string }>`
    SELECT channel_id, customer_id FROM chats WHERE id = ${message.chatId}`;
  if (chat === undefined) return undefined;
  // A visitor's file came here and nowhere else.
  const hosted = await db.value`SELECT 1 FROM hosted_files WHERE message_id = ${message.id} LIMIT 1`;
  const source = { url, ...chat, isHosted: message.from !== 'customer' || hosted !== undefined };
  return part === 'thumb' ? source : { ...source, fileName: message.fileName, declaredSize: message.fileSize };
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

/** Lists stickers in the order in which they were added. */
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
  await keepMedia(db, digest);
  const stickerId = await db.value<string>`
    INSERT INTO stickers (digest, emoji, file_name, media_type, size, width, height, added_at)
    VALUES (${digest}, ${emoji}, ${fileName}, ${mediaType}, ${size}, ${width}, ${height}, ${at})
    ON CONFLICT (digest) DO UPDATE SET emoji = coalesce(excluded.emoji, stickers.emoji) RETURNING id`;
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
  countUnsentMedia,
  listLeastUsedMedia,
  listForgottenMedia,
  listUnknownMedia,
  findUpload,
  findSticker,
  listStickers,
} as const;

export const mediaTransactions = {
  addSticker,
  removeSticker,
  addUpload,
  removeUpload,
  addMedia,
  recordMediaUses,
  forgetMedia,
  endUploads,
  recordMedia,
} as const;
