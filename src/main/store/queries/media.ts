import type { MediaFacts, MediaPart, MediaRefusal } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Connection, Row } from '../connection.ts';
import { readCustomer, readMessage, rowId } from '../rows.ts';
import type { MediaOutcome, Upload } from '../transactions/media.ts';

/** What a file is asked for by, and how it stands with it. */
export interface AskedMedia {
  readonly url: string;
  readonly channelId: string;
  readonly customerId: string;
  /** sent from here: it is never fetched */
  readonly isOurs: boolean;
  /** as its sender called it */
  readonly fileName?: string | undefined;
  /** as its sender says, in bytes */
  readonly declaredSize?: number | undefined;
  /** of this very address */
  readonly outcome?: (MediaOutcome & { readonly at: number }) | undefined;
}

export type StoredFile = MediaFacts & { readonly digest: string };

/** The file or preview of a message, or the photo of a customer; undefined where there is none. */
export async function askedMedia(
  connection: Connection,
  { id, part }: { readonly id: string; readonly part: MediaPart },
): Promise<AskedMedia | undefined> {
  const ownerId = rowId(id);
  if (ownerId === undefined) return undefined;
  const asked = part === 'avatar' ? await photoOf(connection, ownerId) : await partOf(connection, ownerId, part);
  if (asked === undefined) return undefined;
  const row = await connection.get(
    'SELECT * FROM media_links WHERE owner_id = ? AND part = ? AND url = ?',
    ownerId,
    part,
    asked.url,
  );
  return row === undefined ? asked : { ...asked, outcome: { ...toOutcome(row), at: Number(row['at']) } };
}

export async function findMediaFile(
  connection: Connection,
  { digest }: { readonly digest: string },
): Promise<StoredFile | undefined> {
  const row = await connection.get('SELECT * FROM media_files WHERE digest = ?', digest);
  return row && toFile(row);
}

/** Bytes on the disk, those of them that a quota may take, and files sent from here that are still served. */
export async function countMedia(
  connection: Connection,
  { now }: { readonly now: number },
): Promise<{ readonly used: number; readonly evictable: number; readonly hosted: number }> {
  const sizes = await connection.get(
    'SELECT ifnull(sum(size), 0) AS used, ifnull(sum(size) FILTER (WHERE kept = 0), 0) AS evictable FROM media_files',
  );
  const hosted = await connection.get(
    "SELECT count(*) AS hosted FROM hosted_files WHERE part = 'file' AND expires_at > ?",
    now,
  );
  return { used: Number(sizes?.['used']), evictable: Number(sizes?.['evictable']), hosted: Number(hosted?.['hosted']) };
}

/** What a quota takes first. */
export async function listLeastUsedMedia(
  connection: Connection,
  { limit }: { readonly limit: number },
): Promise<readonly { readonly digest: string; readonly size: number }[]> {
  return (
    await connection.all('SELECT digest, size FROM media_files WHERE kept = 0 ORDER BY used_at LIMIT ?', limit)
  ).map((row) => ({ digest: String(row['digest']), size: Number(row['size']) }));
}

/** Those of the digests that nothing is noted of. */
export async function listUnknownMedia(
  connection: Connection,
  { digests }: { readonly digests: readonly string[] },
): Promise<readonly string[]> {
  return (
    await connection.all(
      'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT digest FROM media_files)',
      JSON.stringify(digests),
    )
  ).map((row) => String(row['value']));
}

export async function findUpload(
  connection: Connection,
  { uploadId, operatorId }: { readonly uploadId: string; readonly operatorId: string },
): Promise<Upload | undefined> {
  const row = await connection.get('SELECT * FROM uploads WHERE id = ? AND operator_id = ?', uploadId, operatorId);
  return row && { uploadId, operatorId, digest: String(row['digest']), fileName: String(row['file_name']) };
}

async function photoOf(connection: Connection, customerId: number): Promise<AskedMedia | undefined> {
  const customer = await readCustomer(connection, customerId);
  if (customer?.photo === undefined) return undefined;
  return { url: customer.photo, channelId: customer.channelId, customerId: customer.id, isOurs: false };
}

async function partOf(
  connection: Connection,
  messageId: number,
  part: 'file' | 'thumb',
): Promise<AskedMedia | undefined> {
  const message = await readMessage(connection, messageId);
  const url = message?.[part];
  if (message === undefined || url === undefined) return undefined;
  const chat = await connection.get('SELECT channel_id, customer_id FROM chats WHERE id = ?', Number(message.chatId));
  const asked = {
    url,
    channelId: String(chat?.['channel_id']),
    customerId: String(chat?.['customer_id']),
    isOurs: isOurs(message),
  };
  return part === 'thumb' ? asked : { ...asked, fileName: message.fileName, declaredSize: message.fileSize };
}

function isOurs({ from }: Message): boolean {
  return from !== 'customer';
}

function toOutcome(row: Row): MediaOutcome {
  return {
    digest: row['digest'] == null ? undefined : String(row['digest']),
    refusal: row['refusal'] == null ? undefined : (row['refusal'] as MediaRefusal),
    status: row['status'] == null ? undefined : Number(row['status']),
    size: row['size'] == null ? undefined : Number(row['size']),
  };
}

function toFile(row: Row): StoredFile {
  return {
    digest: String(row['digest']),
    mediaType: String(row['media_type']),
    form: row['form'] as MediaFacts['form'],
    size: Number(row['size']),
    ...(row['width'] != null && { width: Number(row['width']) }),
    ...(row['height'] != null && { height: Number(row['height']) }),
  };
}
