import { CONTENT_TYPES, mediaReply } from '#shared/domain/kinds/kinds.ts';
import { z } from 'zod';
import { clientId } from './fields.ts';
import { chat } from '#shared/domain/entities.ts';
import { message } from '#shared/domain/message.ts';
import { changeOf } from './fields.ts';

/** What the bytes of a file turned out to be, whatever it was called. `other`: kept and saved, never shown. */
export const mediaForm = z.enum(['image', 'video', 'audio', 'other']);
export type MediaForm = z.infer<typeof mediaForm>;

/** What is known of a stored file. */
export const mediaFacts = z.object({
  /** media type by content, such as image/png */
  mediaType: z.string(),
  form: mediaForm,
  /** bytes */
  size: z.number().int(),
  /** pixels */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type MediaFacts = z.infer<typeof mediaFacts>;

/** Why a file of a customer is not shown. */
export const mediaRefusal = z.enum([
  /** its address is private, or none that may be asked */
  'forbidden_address',
  'unreachable',
  'timeout',
  /** its server answered with another status than 200; or too many redirects */
  'status',
  'redirects',
  'too_large',
  /** none of the types that the settings allow */
  'wrong_type',
  /** more pixels than a screen of this program decodes */
  'too_many_pixels',
  /** what came is broken: cut off, or not what it begins with */
  'broken',
  /** the disk or the media folder takes no more */
  'no_space',
  /** it was sent from here, and its time is over */
  'expired',
]);
export type MediaRefusal = z.infer<typeof mediaRefusal>;

/** How it stands with one file. */
export const mediaState = z.discriminatedUnion('state', [
  /** `url`: path on the console's own origin, with ranges */
  mediaFacts.extend({
    state: z.literal('ready'),
    url: z.string(),
    /** safe to write to a disk */ fileName: z.string(),
    /** may run when it is opened */ canRun: z.boolean(),
    /** known to be nothing that acts: opened without a question */ isPassive: z.boolean(),
  }),
  z.object({ state: z.literal('fetching'), received: z.number().int(), total: z.number().int().optional() }),
  /** larger than what is fetched unasked; `media.fetch` gets it */
  z.object({ state: z.literal('waiting'), size: z.number().int().optional() }),
  z.object({
    state: z.literal('refused'),
    reason: mediaRefusal,
    status: z.number().int().optional(),
    canRetry: z.boolean(),
  }),
]);
export type MediaState = z.infer<typeof mediaState>;

/** `avatar`: the customer's photo, of which `id` is the customer's; else the message's. */
export const mediaPart = z.enum(['file', 'thumb', 'avatar']);
export type MediaPart = z.infer<typeof mediaPart>;
const one = z.object({ id: z.string(), part: mediaPart });

/** What an owner sets; all of it holds for the whole installation. */
export const mediaSettings = z.object({
  /** megabytes of one customer's file at most, and of one of the operators' */
  largest: z.number().int().min(1).max(2000).default(50),
  /** megabytes that are fetched as soon as a file is seen; larger ones are fetched when asked for */
  unasked: z.number().int().min(0).max(2000).default(10),
  /** seconds a fetch may take */
  seconds: z.number().int().min(5).max(600).default(60),
  /** forms that are fetched */
  forms: z.array(mediaForm).default(['image', 'video', 'audio', 'other']),
  /** megabytes of disk for what customers sent; the least recently used goes first */
  quota: z.number().int().min(50).max(1_000_000).default(2000),
  /** days for which an operator's file can be fetched at its public address */
  hostedDays: z.number().int().min(1).max(3650).default(30),
});
export type MediaSettings = z.infer<typeof mediaSettings>;

/** Answer of `POST /media/uploads?name=<file name>&size=<bytes>` on the console's own origin, whose body is the file itself. */
export const uploaded = mediaFacts.extend({
  uploadId: z.string(),
  fileName: z.string(),
  /** path on the console's own origin */ url: z.string(),
});
export type Uploaded = z.infer<typeof uploaded>;

export const sticker = z.object({
  id: z.string(),
  emoji: z.string().optional(),
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
export type Sticker = z.infer<typeof sticker>;

/** What of media a channel takes; what it does not goes out as text with a link. */
export const takenTypes = z.array(z.enum(CONTENT_TYPES));

/** Pictures, files and voices, both ways. */
export const mediaRoutes = {
  /** how it stands; a file that may be fetched unasked begins to be. Followed by `media.changed`. */
  'media.get': { input: one, output: mediaState },
  /** fetches it now, though it is large or was refused before */
  'media.fetch': { input: one, output: mediaState },
  'media.settings': {
    input: z.object({}),
    output: z.object({
      settings: mediaSettings,
      /** bytes on the disk */ used: z.number().int(),
      /** files sent from here that are still served */ hosted: z.number().int(),
    }),
  },
  'media.updateSettings': { input: changeOf(mediaSettings), output: mediaSettings },
  /** takes away what was fetched; it is fetched again when it is looked at */
  'media.clear': { input: z.object({}), output: z.object({}) },
  'media.discardUpload': { input: z.object({ uploadId: z.string() }), output: z.object({}) },
  /** whether somebody outside can fetch a file that is sent now; `local`: nobody but this computer */
  'media.outlook': { input: z.object({}), output: z.object({ reach: z.enum(['public', 'network', 'local']) }) },
  /** a message each; asked again with the same `clientId`, it is not sent twice */
  'chats.replyMedia': {
    input: z.object({
      chatId: z.string(),
      clientId,
      parts: z.array(mediaReply).min(1).max(20),
    }),
    output: z.object({ chat, messages: z.array(message) }),
  },
  'stickers.list': { input: z.object({}), output: z.object({ stickers: z.array(sticker) }) },
  'stickers.add': { input: z.object({ uploadId: z.string(), emoji: z.string().max(64).optional() }), output: sticker },
  'stickers.remove': { input: z.object({ stickerId: z.string() }), output: z.object({}) },
} as const;
