import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import type { MediaForm, Uploaded } from '#shared/contract/media.ts';

/** The kinds an attached file can be sent as. */
export type SentAs = 'photo' | 'video' | 'audio' | 'voice' | 'document';

/** A file's progress: `processing` covers the engine's work after the upload, and the preview. */
export type Progress =
  | { readonly at: 'queued' }
  /** bytes */
  | { readonly at: 'uploading'; readonly sent: number }
  | { readonly at: 'processing' }
  | { readonly at: 'ready'; readonly uploadId: string; readonly url: string }
  | {
      readonly at: 'failed';
      readonly problem: string;
      readonly remedy?: Remedy;
      /** the connection was lost: it is tried again once it is back */
      readonly isCutOff?: true;
      /** it can never be sent: the others are sent without it */
      readonly isLeftOut?: true;
    };

/** Possible remedy for a failure: a retry, or sending the original file. */
export type Remedy = 'retry' | 'original';

/** Properties of a file, as measured by this page's player or decoder. */
export interface Measured {
  /** whole seconds, at least one */
  readonly duration?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A file in the composer that will be one message. */
export interface Attachment extends Measured {
  readonly id: string;
  readonly chatId: string;
  /** it is sent as soon as it is uploaded */
  readonly isLeaving: boolean;
  readonly name: string;
  /** bytes */
  readonly size: number;
  /** its kind: it is sent as this, or as a plain file */
  readonly nature: SentAs;
  readonly sentAs: SentAs;
  readonly caption: string;
  /** of audio */
  readonly performer: string;
  readonly title: string;
  readonly progress: Progress;
  readonly preview?: { readonly uploadId: string; readonly url: string } | undefined;
  /** for a picture: whether it is sent unchanged instead of redrawn */
  readonly isOriginal?: boolean | undefined;
}

/** Maximum number of messages in one reply. */
export const MAX_ATTACHMENTS = 20;

/** A file's kind by its media type from the browser, before its content is known. */
export function natureOf(mediaType: string): SentAs {
  const [form = ''] = mediaType.split('/', 1);
  // A drawing that may contain scripts is a file, as in the engine.
  if (form === 'image' && mediaType !== 'image/svg+xml') return 'photo';
  return form === 'video' || form === 'audio' ? form : 'document';
}

/** A file's kind by its content. */
export function natureByContent(
  form: MediaForm,
  measured: Measured & { readonly canDecode: boolean },
  wasRecorded: boolean,
): SentAs {
  if (wasRecorded) return 'voice';
  // What this window cannot show, a customer's app hardly can.
  if (form === 'image') return measured.canDecode ? 'photo' : 'document';
  // The same container may hold audio only.
  if (form === 'video') return measured.canDecode && measured.width === undefined ? 'audio' : 'video';
  return form === 'audio' ? 'audio' : 'document';
}

/** The attachment after its upload, by its content. */
export function withUpload(
  attachment: Attachment,
  uploaded: Uploaded,
  measured: Measured & { readonly canDecode: boolean },
  preview: Attachment['preview'],
): Attachment {
  const nature = natureByContent(uploaded.form, measured, attachment.nature === 'voice');
  const { duration = attachment.duration, width, height } = measured;
  return {
    ...attachment,
    nature,
    sentAs: attachment.sentAs === 'document' ? 'document' : nature,
    progress: { at: 'ready', uploadId: uploaded.uploadId, url: uploaded.url },
    duration,
    width,
    height,
    preview,
  };
}

/** The message that an attachment becomes; undefined until it is uploaded. */
export function toReply(attachment: Attachment): MediaReply | undefined {
  const { progress, sentAs, preview, duration, width, height } = attachment;
  if (progress.at !== 'ready') return undefined;
  return {
    type: sentAs,
    uploadId: progress.uploadId,
    fileName: attachment.name,
    thumbUploadId: preview?.uploadId,
    text: attachment.caption.trim() || undefined,
    ...(sentAs !== 'document' && { duration }),
    // A picture's size is read from its bytes.
    ...(sentAs === 'video' && { width, height }),
    ...(sentAs === 'audio' && {
      performer: attachment.performer.trim() || undefined,
      title: attachment.title.trim() || undefined,
    }),
  };
}

/** Moves one attachment in the list, within bounds. */
export function moveAttachment(list: readonly Attachment[], id: string, to: number): readonly Attachment[] {
  const from = list.findIndex((attachment) => attachment.id === id);
  const attachment = list[from];
  if (attachment === undefined) return list;
  const index = Math.min(Math.max(to, 0), list.length - 1);
  if (index === from) return list;
  return list.toSpliced(from, 1).toSpliced(index, 0, attachment);
}

/** Ids of uploads to discard when an attachment is removed. */
export function uploadsOf({ progress, preview }: Attachment): readonly string[] {
  return [progress.at === 'ready' ? progress.uploadId : undefined, preview?.uploadId].filter((id) => id !== undefined);
}

/** True if it holds up sending: it failed, and it may be sent after all. */
export function holdsUp({ progress }: Attachment): boolean {
  return progress.at === 'failed' && progress.isLeftOut !== true;
}

/** True if it can never be sent. */
export function isLeftOut({ progress }: Attachment): boolean {
  return progress.at === 'failed' && progress.isLeftOut === true;
}
