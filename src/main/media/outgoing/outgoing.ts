import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { PartToSend } from '#main/store/messages/replies.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { chatRoutes } from '#shared/contract/chats.ts';
import type { mediaRoutes, MediaSettings } from '#shared/contract/media.ts';
import { MediaProblem, type MediaStore, type StoredMedia } from '../ports.ts';
import { type Phrase, phrase } from '#shared/locales/phrase.ts';
import { randomBytes } from 'node:crypto';
import { MEDIA_FORMS, type MediaType } from '#shared/domain/kinds/file.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { FileToHost } from '#main/store/media/hosted-files.ts';
import { safeFileName } from '../file-name.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface OutgoingOptions extends Pick<EngineContext, 'store' | 'clock' | 'perform'> {
  readonly media: MediaStore;
  readonly settings: () => MediaSettings;
}

/** Replies with pictures, files and voice messages. Reject with ContractError. */
export function createOutgoing({ store, perform, media, settings, clock }: OutgoingOptions) {
  const expiry = (): number => clock.wall() + settings().hostedDays * DAY;
  const calls = {
    'chats.replyMedia': async ({ chatId, clientId, parts }, { operatorId }) => {
      try {
        const prepared: PartToSend[] = [];
        for (const part of parts)
          prepared.push(await preparePart(part, { store, media, operatorId, expiresAt: expiry() }));
        return await perform['replies.store']({ chatId, operatorId, clientId, parts: prepared });
      } catch (error) {
        // An earlier attempt that succeeded has used up its uploads.
        const messages = await store.read('findReply', { chatId, clientId });
        if (messages.length === 0) return refuse(error);
        return { chat: await store.read('readChat', { chatId }), messages };
      }
    },
    'messages.resend': async ({ messageId }) => {
      for (const { digest, fileName } of await store.read('filesOfMessage', { messageId })) {
        if ((await media.find(digest)) === undefined)
          throw refused(phrase('errors:refusals.file.gone', { name: fileName }));
      }
      return perform['deliveries.resend']({ messageId, expiresAt: expiry() });
    },
  } satisfies CallsOf<Pick<typeof mediaRoutes, 'chats.replyMedia'> & Pick<typeof chatRoutes, 'messages.resend'>>;
  return { calls };
}

/** A file that could not be re-encoded, in words. */
function refuse(error: unknown): never {
  if (!(error instanceof MediaProblem)) throw error;
  if (error.reason === 'no_space') throw new ContractError('storage_unavailable', phrase('errors:refusals.store.full'));
  throw refused(phrase('errors:refusals.file.unreadable'));
}

const refused = (reason: Phrase): ContractError => new ContractError('file_refused', reason);

/** The preview's width in pixels (chat channel interface, section 2). */
const THUMB_WIDTH = 320;
/** 192 bits: cannot be guessed. */
const TOKEN_BYTES = 24;
/** Keeps the link short enough to fit into a message beside text. */
const MAX_LINK_NAME_LENGTH = 60;

interface Preparation extends Pick<OutgoingOptions, 'store' | 'media'> {
  readonly operatorId: string;
  /** end of the files' availability; milliseconds, wall clock */
  readonly expiresAt: number;
}

type Media = Extract<MediaReply, { readonly uploadId: string }>;

/** One message of a reply, ready to store. Coded errors: file_refused, not_found. */
async function preparePart(part: MediaReply, preparation: Preparation): Promise<PartToSend> {
  if ('uploadId' in part) return prepareUpload(part, preparation);
  if ('stickerId' in part) return prepareSticker(part.stickerId, preparation);
  const { type, text, ...fields } = part;
  const captioned = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? captionOf(value) : value,
  ]);
  return { type, text: captionOf(text), fields: omitUndefined(Object.fromEntries(captioned)) };
}

async function prepareUpload(part: Media, preparation: Preparation): Promise<PartToSend> {
  const { type, duration, emoji, performer, title } = part;
  const { expiresAt } = preparation;
  const { stored, fileName: uploaded } = await uploadedFile(part.uploadId, preparation);
  const { forms, refusal } = MEDIA_FORMS[type];
  if (!(forms as readonly string[]).includes(stored.form))
    throw refused(phrase(`errors:refusals.file.${refusal}`, { name: uploaded }));
  const fileName = safeFileName(part.fileName ?? uploaded, stored.mediaType);
  const files = [toHostedFile(type, stored, { part: 'file', fileName, expiresAt })];
  if (part.thumbUploadId !== undefined) files.push(await prepareThumb(part.thumbUploadId, preparation));
  const isPicture = type === 'photo' || type === 'sticker';
  const { width, height } = isPicture ? stored : type === 'video' ? part : {};
  return {
    type,
    text: captionOf(part.text),
    files,
    fields: {
      ...omitUndefined({ emoji }),
      fileSize: stored.size,
      fileName,
      ...omitUndefined({ duration: isPicture ? undefined : duration, width, height, performer, title }),
    },
  };
}

async function prepareThumb(uploadId: string, preparation: Preparation): Promise<FileToHost> {
  const { stored, fileName } = await uploadedFile(uploadId, preparation);
  if (stored.form !== 'image' || (stored.width ?? 0) > THUMB_WIDTH)
    throw refused(phrase('errors:refusals.file.preview', { width: THUMB_WIDTH }));
  return toHostedFile('photo', stored, { part: 'thumb', fileName, expiresAt: preparation.expiresAt });
}

async function prepareSticker(stickerId: string, { store, media, expiresAt }: Preparation): Promise<PartToSend> {
  const { digest, emoji, fileName } = await store.read('findSticker', { stickerId });
  const stored = await media.find(digest);
  if (stored === undefined) throw refused(phrase('errors:refusals.file.goneSticker'));
  const { size, width, height } = stored;
  return {
    type: 'sticker',
    fields: { ...omitUndefined({ emoji }), fileSize: size, fileName, ...omitUndefined({ width, height }) },
    files: [toHostedFile('sticker', stored, { part: 'file', fileName, expiresAt })],
  };
}

async function uploadedFile(uploadId: string, { store, media, operatorId }: Preparation) {
  const upload = await store.read('findUpload', { uploadId, operatorId });
  if (upload === undefined) throw refused(phrase('errors:refusals.file.goneUnknown'));
  const { digest, fileName } = upload;
  const stored = await media.find(digest);
  if (stored === undefined) throw refused(phrase('errors:refusals.file.gone', { name: fileName }));
  return { stored, fileName };
}

function captionOf(text: string | undefined): string | undefined {
  const words = text?.toWellFormed();
  return words === undefined || words.trim() === '' ? undefined : words;
}

/** A file of a message of this type, with its own unguessable address. `file.fileName`: safe to write to a disk. */
export function toHostedFile(
  type: MediaType,
  { digest, mediaType }: StoredMedia,
  file: Pick<FileToHost, 'part' | 'fileName' | 'expiresAt'>,
): FileToHost {
  const isSound = type === 'audio' || type === 'voice';
  return {
    ...file,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    digest,
    linkName: linkName(file.fileName),
    // Recorders put audio alone into video containers.
    mediaType: isSound ? mediaType.replace(/^video\/(?=(?:webm|mp4|ogg)$)/, 'audio/') : mediaType,
  };
}

/** A name in ASCII letters, which no chat window breaks in two. */
function linkName(fileName: string): string {
  const { stem, ending } = /^(?<stem>.*?)(?<ending>\.[A-Za-z0-9]{1,10})?$/su.exec(fileName)?.groups ?? {};
  const plain = (stem ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? 'file' : plain.slice(0, MAX_LINK_NAME_LENGTH)}${ending ?? ''}`;
}
