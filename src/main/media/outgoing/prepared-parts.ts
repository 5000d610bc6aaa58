import { ContractError } from '#shared/contract/errors.ts';
import type { MediaReply } from '#shared/contract/media.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { asText } from '#shared/protocol/agent-message.ts';
import type { ContentType, MediaType } from '#shared/protocol/chat-channel.ts';
import { TEXT_LIMIT } from '#shared/protocol/limits.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import type { Store } from '#main/store/store.ts';
import { linksBelow, type FileToHost } from '#main/store/transactions/hosted-files.ts';
import type { PartToSend } from '#main/store/transactions/replies.ts';
import { safeFileName } from '../file-name.ts';
import type { MediaStore, StoredMedia } from '../ports.ts';
import { hosted } from './hosting.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

/** The preview's width in pixels (chat channel interface, section 2). */
const THUMB_WIDTH = 320;

export interface Preparation {
  readonly store: Pick<Store, 'read'>;
  readonly media: Pick<MediaStore, 'find'>;
  readonly operatorId: string;
  /** where customers reach the listener; without a slash at the end */
  readonly publicUrl: string;
  /** what the channel takes */
  readonly takes: readonly ContentType[];
  /** until when the files can be fetched; milliseconds, wall clock */
  readonly expiresAt: number;
}

type Media = Extract<MediaReply, { readonly uploadId: string }>;
type Location = Extract<MediaReply, { readonly type: 'location' }>;
type SentPart = Exclude<PartToSend, { readonly type: 'text' }>;

/** One message of a reply, ready to be stored; where its words are too long for one, the others beside it. Coded errors: file_refused, not_found. */
export async function preparedPart(part: MediaReply, preparation: Preparation): Promise<readonly PartToSend[]> {
  switch (part.type) {
    case 'location':
      return inMessages(ofLocation(part), preparation);
    case 'sticker_of_ours':
      return [await ofSticker(part.stickerId, preparation)];
    default:
      return inMessages(await ofUpload(part, preparation), preparation);
  }
}

async function ofUpload(part: Media, preparation: Preparation): Promise<SentPart> {
  const { type, duration, emoji, performer, title } = part;
  const { stored, fileName } = await uploadedFile(part.uploadId, preparation);
  checkForm(type, stored, fileName);
  const name = safeFileName(part.fileName ?? fileName, stored.mediaType);
  const files = [
    hosted({
      part: 'file',
      stored,
      fileName: name,
      mediaType: typeFor(type, stored),
      expiresAt: preparation.expiresAt,
    }),
  ];
  if (part.thumbUploadId !== undefined) files.push(await ofThumb(part.thumbUploadId, preparation));
  const isPicture = type === 'photo' || type === 'sticker';
  const { width, height } = isPicture ? stored : type === 'video' ? part : {};
  return {
    type,
    text: wordsOf(part.text),
    files,
    fields: {
      ...omitUndefined({ emoji }),
      fileSize: stored.size,
      fileName: name,
      ...omitUndefined({ duration: isPicture ? undefined : duration, width, height, performer, title }),
    },
  };
}

async function ofThumb(uploadId: string, preparation: Preparation): Promise<FileToHost> {
  const { stored, fileName } = await uploadedFile(uploadId, preparation);
  if (stored.form !== 'image' || (stored.width ?? 0) > THUMB_WIDTH)
    throw new ContractError('file_refused', phrase('errors:refusals.file.preview', { width: THUMB_WIDTH }));
  return hosted({ part: 'thumb', stored, fileName, expiresAt: preparation.expiresAt });
}

async function ofSticker(stickerId: string, { store, media, expiresAt }: Preparation): Promise<PartToSend> {
  const { digest, emoji, fileName } = await store.read('findSticker', { stickerId });
  const stored = await media.find(digest);
  if (stored === undefined) throw gone(phrase('errors:refusals.file.goneSticker'));
  const { size, width, height } = stored;
  return {
    type: 'sticker',
    fields: { ...omitUndefined({ emoji }), fileSize: size, fileName, ...omitUndefined({ width, height }) },
    files: [hosted({ part: 'file', stored, fileName, expiresAt })],
  };
}

function ofLocation({ latitude, longitude, title, text }: Location): SentPart {
  return {
    type: 'location',
    text: wordsOf(text),
    fields: { latitude, longitude, ...omitUndefined({ title: wordsOf(title) }) },
  };
}

/** A file of this operator. */
async function uploadedFile(
  uploadId: string,
  { store, media, operatorId }: Preparation,
): Promise<{ readonly stored: StoredMedia; readonly fileName: string }> {
  const upload = await store.read('findUpload', { uploadId, operatorId });
  const stored = upload && (await media.find(upload.digest));
  if (upload === undefined || stored === undefined)
    throw gone(
      upload === undefined
        ? phrase('errors:refusals.file.goneUnknown')
        : phrase('errors:refusals.file.gone', { name: upload.fileName }),
    );
  return { stored, fileName: upload.fileName };
}

/** Words that are too long for the message follow it; where a link takes its place, they go before. */
function inMessages(part: SentPart, { publicUrl, takes }: Preparation): readonly PartToSend[] {
  const { text, ...rest } = part;
  if (text === undefined) return [part];
  if (takes.includes(part.type)) {
    const [first, ...others] = cutText(text);
    return [{ ...rest, text: first }, ...others.map(asMessage)];
  }
  const link = asText({
    ...part.fields,
    ...('files' in part ? linksBelow(publicUrl, part.files) : {}),
    type: part.type,
  });
  if (text.length + 1 + link.length <= TEXT_LIMIT) return [part];
  return [...cutText(text).map(asMessage), rest];
}

function asMessage(text: string): PartToSend {
  return { type: 'text', text };
}

function misshapen(type: Exclude<MediaType, 'document'>, fileName: string): Phrase {
  if (type === 'photo' || type === 'sticker') return phrase('errors:refusals.file.noPicture', { name: fileName });
  return type === 'video'
    ? phrase('errors:refusals.file.noVideo', { name: fileName })
    : phrase('errors:refusals.file.noSound', { name: fileName });
}

function checkForm(type: MediaType, { form }: StoredMedia, fileName: string): void {
  if (type === 'document') return;
  const isRight = {
    photo: form === 'image',
    sticker: form === 'image',
    video: form === 'video',
    audio: form === 'audio' || form === 'video',
    voice: form === 'audio' || form === 'video',
  }[type];
  if (!isRight) throw new ContractError('file_refused', misshapen(type, fileName));
}

/** Recorders put sound alone into containers of films. */
function typeFor(type: MediaType, { mediaType }: StoredMedia): string {
  return type === 'audio' || type === 'voice'
    ? mediaType.replace(/^video\/(?=(?:webm|mp4|ogg)$)/, 'audio/')
    : mediaType;
}

function gone(reason: Phrase): ContractError {
  return new ContractError('file_refused', reason);
}

function wordsOf(text: string | undefined): string | undefined {
  const words = text?.toWellFormed();
  return words === undefined || words.trim() === '' ? undefined : words;
}
