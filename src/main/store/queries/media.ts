import type { MediaFacts, MediaPart } from '#shared/contract/media.ts';
import type { Connection } from '../connection.ts';
import { readCustomer, readMessage, rowId } from '../rows.ts';
import type { MediaOutcome, Upload } from '../transactions/media.ts';

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
export async function findMediaSource(
  connection: Connection,
  { id, part }: { readonly id: string; readonly part: MediaPart },
): Promise<MediaSource | undefined> {
  const asked = part === 'avatar' ? await photoOf(connection, id) : await partOf(connection, id, part);
  if (asked === undefined) return undefined;
  const outcome = await connection.get<MediaOutcome & { at: number }>(
    'SELECT digest, refusal, status, size, at FROM media_links WHERE owner_id = ? AND part = ? AND url = ?',
    rowId(id),
    part,
    asked.url,
  );
  return { ...asked, outcome };
}

export async function findMediaFile(
  connection: Connection,
  { digest }: { readonly digest: string },
): Promise<StoredFile | undefined> {
  return await connection.get<StoredFile>(
    'SELECT digest, media_type, form, size, width, height FROM media_files WHERE digest = ?',
    digest,
  );
}

/** Bytes on the disk, those of them subject to the quota, and sent files that are still available. */
export async function countMedia(
  connection: Connection,
  { now }: { readonly now: number },
): Promise<{ readonly used: number; readonly evictable: number; readonly hosted: number }> {
  const counts = await connection.get<{ used: number; evictable: number; hosted: number }>(
    `SELECT ifnull(sum(size), 0) AS used, ifnull(sum(size) FILTER (WHERE kept = 0), 0) AS evictable,
       (SELECT count(*) FROM hosted_files WHERE part = 'file' AND expires_at > ?) AS hosted FROM media_files`,
    now,
  );
  return counts ?? { used: 0, evictable: 0, hosted: 0 };
}

/** What the quota removes first. */
export async function listLeastUsedMedia(
  connection: Connection,
  { limit }: { readonly limit: number },
): Promise<readonly { readonly digest: string; readonly size: number }[]> {
  return await connection.all<{ digest: string; size: number }>(
    'SELECT digest, size FROM media_files WHERE kept = 0 ORDER BY used_at LIMIT ?',
    limit,
  );
}

/** Those of the digests that have no row. */
export async function listUnknownMedia(
  connection: Connection,
  { digests }: { readonly digests: readonly string[] },
): Promise<readonly string[]> {
  const rows = await connection.all<{ digest: string }>(
    'SELECT value AS digest FROM json_each(?) WHERE value NOT IN (SELECT digest FROM media_files)',
    digests,
  );
  return rows.map(({ digest }) => digest);
}

export async function findUpload(
  connection: Connection,
  { uploadId, operatorId }: { readonly uploadId: string; readonly operatorId: string },
): Promise<Upload | undefined> {
  const row = await connection.get<Omit<Upload, 'uploadId'>>(
    'SELECT operator_id, digest, file_name FROM uploads WHERE id = ? AND operator_id = ?',
    uploadId,
    operatorId,
  );
  return row && { uploadId, ...row };
}

async function photoOf(connection: Connection, customerId: string): Promise<MediaSource | undefined> {
  const customer = await readCustomer(connection, customerId);
  if (customer?.photo === undefined) return undefined;
  return { url: customer.photo, channelId: customer.channelId, customerId: customer.id, isOurs: false };
}

async function partOf(
  connection: Connection,
  messageId: string,
  part: 'file' | 'thumb',
): Promise<MediaSource | undefined> {
  const message = await readMessage(connection, messageId);
  const url = message?.[part];
  if (message === undefined || url === undefined) return undefined;
  const chat = await connection.get<{ channelId: string; customerId: string }>(
    'SELECT channel_id, customer_id FROM chats WHERE id = ?',
    message.chatId,
  );
  if (chat === undefined) return undefined;
  const asked = { url, ...chat, isOurs: message.from !== 'customer' };
  return part === 'thumb' ? asked : { ...asked, fileName: message.fileName, declaredSize: message.fileSize };
}
