import type { Message, MessageFields } from '#shared/domain/message.ts';
import type { Connection } from '../connection.ts';
import { keepMedia, recordMedia } from './media.ts';
import { pictureToken } from '#shared/domain/pictures.ts';
import { rowId } from '../rows.ts';
import { sql } from '../sql.ts';

/** A file of a reply that customers' apps may fetch. */
export interface FileToHost {
  readonly part: 'file' | 'thumb';
  /** unguessable: whoever knows it may fetch the file */
  readonly token: string;
  readonly digest: string;
  readonly fileName: string;
  /** the last part of its address */
  readonly linkName: string;
  readonly mediaType: string;
  /** milliseconds, wall clock */
  readonly expiresAt: number;
}

/**
 * Makes the message's files available; the console knows them without fetching. Coded error: not_found if one of them
 * was removed meanwhile.
 */
export async function hostFiles(
  db: Connection,
  message: Pick<Message, 'id' | 'at'> & Pick<MessageFields, 'file' | 'thumb'>,
  files: readonly FileToHost[],
): Promise<void> {
  for (const file of files) {
    const { part, digest } = file;
    await db.insert('hosted_files', { ...file, messageId: message.id });
    await recordMedia(db, { id: message.id, part, url: message[part] ?? '', digest, at: message.at });
    await keepMedia(db, digest);
  }
}

/** The links to a message's files. */
export function fileLinks(
  publicUrl: string,
  files: readonly Pick<FileToHost, 'part' | 'token' | 'linkName'>[],
): Pick<MessageFields, 'file' | 'thumb'> {
  return Object.fromEntries(
    files.map(({ part, token, linkName }) => [part, `${publicUrl}/files/${token}/${linkName}`]),
  );
}

/** Extends the availability of a message's files; returns their current links. */
export async function rehostFiles(
  db: Connection,
  messageId: string,
  publicUrl: string,
  expiresAt: number,
): Promise<Pick<MessageFields, 'file' | 'thumb'>> {
  const files = await db.all<FileToHost>`
    UPDATE hosted_files SET expires_at = CASE WHEN expires_at > ${expiresAt} THEN expires_at ELSE ${expiresAt} END
    WHERE message_id = ${messageId}
    RETURNING part, token, link_name`;
  const links = fileLinks(publicUrl, files);
  for (const [part, url] of Object.entries(links))
    await db.update('media_links', { ownerId: messageId, part }, { url });
  return links;
}

/** A file that customers' apps may fetch until `expiresAt` (milliseconds, wall clock). */
export type HostedFile = Pick<FileToHost, 'part' | 'digest' | 'fileName' | 'mediaType' | 'expiresAt'>;

const HOSTED_FILE = sql`part, digest, file_name, media_type, expires_at`;

/** The file at an address; also if expired. */
async function findHostedFile(db: Connection, { token }: { readonly token: string }) {
  return await db.get<HostedFile>`SELECT ${HOSTED_FILE} FROM hosted_files WHERE token = ${token}`;
}

/** The picture of an operator or a channel, as base64: the newest, whichever version is requested. */
async function findPicture(db: Connection, { picture }: { readonly picture: string }) {
  return await db.value<string>`SELECT jpeg FROM pictures WHERE token = ${pictureToken(picture)}`;
}

async function filesOfMessage(db: Connection, { messageId }: { readonly messageId: string }) {
  return await db.all<HostedFile>`SELECT ${HOSTED_FILE} FROM hosted_files WHERE message_id = ${rowId(messageId)} ORDER BY part`;
}

export const hostedFileQueries = { findHostedFile, findPicture, filesOfMessage } as const;
