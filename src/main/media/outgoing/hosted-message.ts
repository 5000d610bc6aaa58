import { fileLinks } from '#main/store/media/hosted-files.ts';
import type { ReceivedMessage } from '#main/store/messages/receive-message.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { StoredMedia } from '../ports.ts';
import { toHostedFile } from './outgoing.ts';

/** A customer's message of a file that is kept here, with an address of its own. `fileName`: safe to write to a disk */
export function hostedMessage(
  stored: StoredMedia,
  file: {
    readonly fileName: string;
    readonly isVoice: boolean;
    /** milliseconds, wall clock */
    readonly expiresAt: number;
    /** the listener's public address, without a slash at the end */
    readonly publicUrl: string;
  },
): Pick<ReceivedMessage, 'type' | 'fields' | 'files'> {
  const { fileName, expiresAt } = file;
  const type = messageType(stored, file.isVoice);
  const files = [toHostedFile(type, stored, { part: 'file', fileName, expiresAt })];
  const size = type === 'photo' ? omitUndefined({ width: stored.width, height: stored.height }) : {};
  return { type, fields: { ...fileLinks(file.publicUrl, files), fileSize: stored.size, fileName, ...size }, files };
}

function messageType({ form }: StoredMedia, isVoice: boolean) {
  if (isVoice && (form === 'audio' || form === 'video')) return 'voice';
  return form === 'image' ? 'photo' : form === 'video' || form === 'audio' ? form : 'document';
}
