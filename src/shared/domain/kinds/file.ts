import { isVisible } from '../visible-text.ts';
import { z } from 'zod';
import { phrase } from '#shared/locales/phrase.ts';
import { firstCodePoints } from '#shared/protocol/code-points.ts';
import { httpUrl, mediaFields, positiveInteger } from '#shared/protocol/chat-channel.ts';
import { messageKind } from './kind.ts';

/** Content types allowed for each message type, and the refusal of others. */
export const MEDIA_FORMS = {
  photo: { forms: ['image'], refusal: 'noPicture' },
  video: { forms: ['video'], refusal: 'noVideo' },
  // Recorders put audio alone into video containers.
  audio: { forms: ['audio', 'video'], refusal: 'noSound' },
  voice: { forms: ['audio', 'video'], refusal: 'noSound' },
  document: { forms: ['image', 'video', 'audio', 'other'], refusal: 'noPicture' },
  sticker: { forms: ['image'], refusal: 'noPicture' },
} as const;
export type MediaType = keyof typeof MEDIA_FORMS;
/** Message types that carry a `file` (chat channel interface, section 6). */
export const MEDIA_TYPES = Object.keys(MEDIA_FORMS) as [MediaType, ...MediaType[]];

/** Data that came with a file or place besides its address. */
export const mediaDetails = {
  thumb: z.string().optional(),
  emoji: z.string().optional(),
  fileSize: z.number().optional(),
  fileName: z.string().optional(),
  duration: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  performer: z.string().optional(),
  title: z.string().optional(),
} as const;

/** A caption of a message sent from a console. */
export const caption = z.string().max(64 * 1024);

const MAX_NAME_LENGTH = 255;

/** A photo, video, sound or file; `text` is its caption. */
export const file = messageKind({
  types: MEDIA_TYPES,
  fields: { ...mediaDetails, file: z.string() },
  searchableFields: ['title', 'performer', 'fileName'],
  required: z.object({ file: httpUrl.describe('http(s) link to the file') }),
  refusal: (type) => phrase('errors:calls.message.file', { type }),
  optional: mediaFields,
  fillIn: (fields, given, notes) => {
    if (given['file_size'] === undefined) notes.push(phrase('errors:calls.size.missing'));
    if (given['file_name'] === undefined) notes.push(phrase('errors:calls.name.missing'));
    const { fileName = '' } = fields;
    return { ...fields, fileName: isVisible(fileName) ? fileName : nameFromAddress(fields.file ?? '') };
  },
  sent: z.object({
    type: z.enum(MEDIA_TYPES),
    id: z.string(),
    file: httpUrl.describe('http(s) link to the file, for as long as the owner lets it be fetched'),
    thumb: httpUrl.describe('http(s) link to a preview, at most 320 px wide').optional(),
    emoji: z.string().describe('A symbol that may stand for the media').optional(),
    file_size: positiveInteger.describe('Bytes'),
    file_name: z.string(),
    duration: positiveInteger.describe('Seconds').optional(),
    width: positiveInteger.describe('Pixels').optional(),
    height: positiveInteger.describe('Pixels').optional(),
    text: z.string().describe('Caption').optional(),
    performer: z.string().optional(),
    title: z.string().optional(),
  }),
  toSent: ({ file: address = '', thumb, emoji, fileSize = 1, fileName = '', duration, width, height, ...content }) => {
    const known = { thumb, emoji, file_size: fileSize, file_name: fileName, duration, width, height };
    return { file: address, ...known, text: content.text, performer: content.performer, title: content.title };
  },
  textLines: ({ text, file: address }) => [text, address],
  textForBots: ({ file: address }) => address ?? '',
  label: ({ emoji, text, title, fileName }) => [emoji, text ?? title ?? fileName].filter(Boolean).join(' · '),
  transcriptLabel: ({ fileName, emoji }) => fileName ?? emoji,
  requests: [
    z.object({
      type: z.enum(MEDIA_TYPES),
      uploadId: z.string(),
      /** a thumbnail 320 pixels wide, made by the console */
      thumbUploadId: z.string().optional(),
      fileName: z.string().max(MAX_NAME_LENGTH).optional(),
      text: caption.optional(),
      emoji: z.string().max(64).optional(),
      /** seconds, as measured by the console's player */
      duration: positiveInteger.optional(),
      /** of a video, as measured by the player; a picture's size is read from its bytes */
      width: positiveInteger.optional(),
      height: positiveInteger.optional(),
      performer: z.string().max(255).optional(),
      title: z.string().max(255).optional(),
    }),
    z.object({ type: z.literal('sticker_of_ours'), stickerId: z.string() }),
  ],
});

function nameFromAddress(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not percent-encoded: shown as is.
  }
  return firstCodePoints(name.toWellFormed(), MAX_NAME_LENGTH) || 'file';
}
