import type { Connection } from '../connection.ts';
import { pictureToken } from '#shared/domain/pictures.ts';
import { rowId } from '../rows.ts';

/** A file that customers' apps may fetch until `expiresAt` (milliseconds, wall clock). */
export interface HostedFile {
  readonly part: 'file' | 'thumb';
  readonly digest: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly expiresAt: number;
}

const HOSTED_FILE = 'part, digest, file_name, media_type, expires_at';

/** The file at an address; also if expired. */
export async function findHostedFile(
  connection: Connection,
  { token }: { readonly token: string },
): Promise<HostedFile | undefined> {
  return await connection.get<HostedFile>(`SELECT ${HOSTED_FILE} FROM hosted_files WHERE token = ?`, token);
}

/** The picture of an operator or a channel, as base64: the newest, whichever version is requested. */
export async function findPicture(
  connection: Connection,
  { picture }: { readonly picture: string },
): Promise<string | undefined> {
  const row = await connection.get<{ jpeg: string }>(
    'SELECT jpeg FROM pictures WHERE token = ?',
    pictureToken(picture),
  );
  return row?.jpeg;
}

/** The files of a message. */
export async function filesOfMessage(
  connection: Connection,
  { messageId }: { readonly messageId: string },
): Promise<readonly HostedFile[]> {
  return await connection.all<HostedFile>(
    `SELECT ${HOSTED_FILE} FROM hosted_files WHERE message_id = ?`,
    rowId(messageId),
  );
}
