import type { Connection, Row } from '../connection.ts';
import { rowId } from '../rows.ts';

/** A file that customers' apps may fetch until `expiresAt` (milliseconds, wall clock). */
export interface HostedFile {
  readonly part: 'file' | 'thumb';
  readonly digest: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly expiresAt: number;
}

/** The file at an address; also one whose time is over. */
export async function findHostedFile(
  connection: Connection,
  { token }: { readonly token: string },
): Promise<HostedFile | undefined> {
  const row = await connection.get('SELECT * FROM hosted_files WHERE token = ?', token);
  return row && toHostedFile(row);
}

/** The files of a message, and the channel it was sent to; undefined where there is no such message. */
export async function filesOfMessage(
  connection: Connection,
  { messageId: id }: { readonly messageId: string },
): Promise<{ readonly channelId: string; readonly files: readonly HostedFile[] } | undefined> {
  const messageId = rowId(id) ?? 0;
  const row = await connection.get(
    'SELECT chats.channel_id FROM messages JOIN chats ON chats.id = messages.chat_id WHERE messages.id = ?',
    messageId,
  );
  if (row === undefined) return undefined;
  return {
    channelId: String(row['channel_id']),
    files: (await connection.all('SELECT * FROM hosted_files WHERE message_id = ?', messageId)).map(toHostedFile),
  };
}

function toHostedFile(row: Row): HostedFile {
  return {
    part: row['part'] === 'thumb' ? 'thumb' : 'file',
    digest: String(row['digest']),
    fileName: String(row['file_name']),
    mediaType: String(row['media_type']),
    expiresAt: Number(row['expires_at']),
  };
}
