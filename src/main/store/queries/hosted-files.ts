import type { Connection } from '../connection.ts';
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

/** The file at an address; also one whose time is over. */
export async function findHostedFile(
  connection: Connection,
  { token }: { readonly token: string },
): Promise<HostedFile | undefined> {
  return await connection.get<HostedFile>(`SELECT ${HOSTED_FILE} FROM hosted_files WHERE token = ?`, token);
}

/** The files of a message, and the channel it was sent to; undefined where there is no such message. */
export async function filesOfMessage(
  connection: Connection,
  { messageId }: { readonly messageId: string },
): Promise<{ readonly channelId: string; readonly files: readonly HostedFile[] } | undefined> {
  const id = rowId(messageId);
  const chat = await connection.get<{ channelId: string }>(
    'SELECT chats.channel_id FROM messages JOIN chats ON chats.id = messages.chat_id WHERE messages.id = ?',
    id,
  );
  const files = await connection.all<HostedFile>(`SELECT ${HOSTED_FILE} FROM hosted_files WHERE message_id = ?`, id);
  return chat && { ...chat, files };
}
