import { CONTENT_TYPES, mediaReply } from '#shared/domain/kinds/kinds.ts';
import { z } from 'zod';
import { nothing, everyone, owner, clientId, partialChange } from './fields.ts';
import { chat } from '#shared/domain/entities.ts';
import { message } from '#shared/domain/message.ts';

/** File type detected from its bytes, whatever its name. `other`: stored and downloadable, never shown. */
export const mediaForm = z.enum(['image', 'video', 'audio', 'other']);
export type MediaForm = z.infer<typeof mediaForm>;

/** Details of a stored file. */
export const mediaFacts = z.object({
  /** detected media type, such as image/png */
  mediaType: z.string(),
  form: mediaForm,
  /** bytes */
  size: z.int(),
  /** pixels */
  width: z.int().optional(),
  height: z.int().optional(),
});
export type MediaFacts = z.infer<typeof mediaFacts>;

/** Reason why a customer's file isn't shown. */
export const mediaRefusal = z.enum([
  /** its address is private, or not allowed */
  'forbidden_address',
  'unreachable',
  'timeout',
  /** its server answered with a status other than 200, or with too many redirects */
  'status',
  'redirects',
  'too_large',
  /** not a picture, where only one is shown */
  'wrong_type',
  /** more pixels than the console decodes */
  'too_many_pixels',
  /** the content is broken: truncated, or not what its header claims */
  'broken',
  /** the disk or the media folder is full */
  'no_space',
  /** it was sent from here, and has expired */
  'expired',
]);
export type MediaRefusal = z.infer<typeof mediaRefusal>;

/** The state of one file. */
export const mediaState = z.discriminatedUnion('state', [
  /** `url`: path on the console's own origin, with range support */
  mediaFacts.extend({
    state: z.literal('ready'),
    url: z.string(),
    /** safe to save to a disk */
    fileName: z.string(),
    /** could be executed when opened */
    canRun: z.boolean(),
    /** known to be passive content: opened without confirmation */
    isPassive: z.boolean(),
  }),
  z.object({ state: z.literal('fetching'), received: z.int(), total: z.int().optional() }),
  /** larger than what is fetched automatically; `media.fetch` gets it */
  z.object({ state: z.literal('waiting'), size: z.int().optional() }),
  z.object({
    state: z.literal('refused'),
    reason: mediaRefusal,
    status: z.int().optional(),
    canRetry: z.boolean(),
  }),
]);
export type MediaState = z.infer<typeof mediaState>;

/** `avatar`: the customer's photo, with the customer's `id`; else a message's file, with the message's. */
export const mediaPart = z.enum(['file', 'thumb', 'avatar']);
export type MediaPart = z.infer<typeof mediaPart>;
const mediaRef = z.object({ id: z.string(), part: mediaPart });

/** The owner's settings, for the whole installation. */
export const mediaSettings = z.object({
  /** size limits in megabytes: of a customer's file, and of an operator's */
  largest: z.int().min(1).max(2000).default(50),
  /** megabytes of disk for files that can be fetched again; the least recently used are deleted first */
  quota: z.int().min(50).max(1_000_000).default(2000),
  /** days for which an operator's file stays available at its public address */
  hostedDays: z.int().min(1).max(3650).default(30),
});
export type MediaSettings = z.infer<typeof mediaSettings>;

/** Answer of `POST /media/uploads?name=<file name>&size=<bytes>` on the console's own origin; the body is the file. */
export const uploaded = mediaFacts.extend({
  uploadId: z.string(),
  fileName: z.string(),
  /** path on the console's own origin */
  url: z.string(),
});
export type Uploaded = z.infer<typeof uploaded>;

export const sticker = z.object({
  id: z.string(),
  emoji: z.string().optional(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type Sticker = z.infer<typeof sticker>;

/** The media that a channel accepts; other media are sent as text with a link. */
export const acceptedTypes = z.array(z.enum(CONTENT_TYPES));

/** Photos, files and voice messages, in both directions. */
export const mediaRoutes = {
  /** the state of a file; starts fetching it if that is allowed without asking. Followed by `media.changed`. */
  'media.get': everyone(mediaRef, mediaState, ['media']),
  /** fetches it now, even if it is large or was refused before */
  'media.fetch': everyone(mediaRef, mediaState),
  'media.settings': everyone(nothing, {
    settings: mediaSettings,
    /** bytes on disk */
    used: z.int(),
    /** of them, what can be fetched again: only this counts towards the quota and is deleted by `media.clear` */
    fetched: z.int(),
    /** files sent from here that are still served */
    hosted: z.int(),
  }),
  'media.updateSettings': owner('changed media', partialChange(mediaSettings), mediaSettings),
  /** deletes files that can be fetched again when viewed, and no others */
  'media.clear': owner('removed files', nothing, nothing),
  'media.discardUpload': everyone({ uploadId: z.string() }, nothing),
  /** range from which a file sent now can be fetched; `local`: only this computer */
  'media.outlook': everyone(nothing, { reach: z.enum(['public', 'network', 'local']) }, ['connection']),
  /** one message per file; a repeat with the same `clientId` isn't sent twice */
  'chats.replyMedia': everyone(
    { chatId: z.string(), clientId, parts: z.array(mediaReply).min(1).max(20) },
    { chat, messages: z.array(message) },
  ),
} as const;

export const stickerRoutes = {
  'stickers.list': everyone(nothing, { stickers: z.array(sticker) }, ['stickers']),
  'stickers.add': everyone({ uploadId: z.string(), emoji: z.string().max(64).optional() }, sticker),
  'stickers.remove': everyone({ stickerId: z.string() }, nothing),
} as const;
