import { z } from 'zod';

/** Message types that carry a `file` (section 6). */
export const MEDIA_TYPES = ['video', 'audio', 'voice', 'photo', 'sticker', 'document'] as const;
export const TYPING_TYPES = ['typein', 'typeout'] as const;
/** Message types that become part of a conversation: all of section 6 but the typing ones. */
export const CONTENT_TYPES = ['text', ...MEDIA_TYPES, 'location'] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];
export type TypingType = (typeof TYPING_TYPES)[number];
export type ContentType = (typeof CONTENT_TYPES)[number];

const httpUrl = z.string().max(4096).refine(isHttpUrl, 'an http:// or https:// address');

const words = () =>
  z
    .string()
    .overwrite((text) => text.toWellFormed())
    .refine((text) => text.trim() !== '', 'text that is not blank');

const plainText = (limit: number) =>
  words()
    .overwrite((text) => firstCodePoints(text, limit))
    .describe(`Of more than ${limit} characters the first are kept`);

const positiveInteger = z.number().int().positive();

/** Optional fields of `sender` (section 2). What does not fit one of these is dropped, the message is kept. */
export const senderFields = {
  name: plainText(255),
  phone: plainText(64),
  email: plainText(255),
  photo: httpUrl,
  url: plainText(4096),
  invite: plainText(1000),
} as const;

/** Optional fields of a multimedia message (section 2). What does not fit is dropped. */
export const mediaFields = {
  thumb: httpUrl,
  emoji: plainText(64),
  file_size: positiveInteger,
  file_name: plainText(255),
  duration: positiveInteger,
  width: positiveInteger,
  height: positiveInteger,
  /** a caption of any length: it is cut into messages later, so the body's size is its bound */
  text: words(),
  performer: plainText(255),
  title: plainText(255),
} as const;

/** Required fields by message type (section 6), as the service enforces them. */
export const requiredFields = {
  text: z.object({ text: words() }),
  media: z.object({ file: httpUrl }),
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
} as const;

export type SenderFields = { readonly [K in keyof typeof senderFields]?: string };

/** What a multimedia message or a place may say, as it goes over the wire. */
export type MediaFields = { readonly [K in keyof typeof mediaFields]?: z.infer<(typeof mediaFields)[K]> } & {
  readonly file?: string;
  readonly latitude?: number;
  readonly longitude?: number;
};

const agent = z.object({ name: z.string(), photo: z.string().optional() });
const recipient = z.object({ id: z.union([z.string(), z.number().int()]) });

const ofMedia = {
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
} as const;

/** What a reply says, by type (section 6): media with a link to the file, and with all that is known of it. */
export const agentContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), id: z.string(), text: z.string() }),
  z.object({ type: z.enum(MEDIA_TYPES), id: z.string(), ...ofMedia }),
  z.object({
    type: z.literal('location'),
    id: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    title: z.string().optional(),
    text: z.string().optional(),
  }),
]);
export type AgentContent = Readonly<z.infer<typeof agentContent>>;

/** Body of a reply that the service posts to the integrator (section 4.3); `recipient.id` goes out digit for digit. */
export const agentMessage = z.object({ sender: agent, recipient, message: agentContent });
export type AgentMessage = Readonly<z.infer<typeof agentMessage>>;

/** Body of a typing notice to the integrator (section 4.4). */
export const agentTyping = z.object({ sender: agent, recipient, message: z.object({ type: z.enum(TYPING_TYPES) }) });

/** What an integrator says instead of `{"result":"ok"}` (section 2, error object). */
export const errorAnswer = z.object({
  code: z.union([z.string(), z.number()]).transform(String).optional(),
  message: z.string().optional(),
});

export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

export function firstCodePoints(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : Array.from(text.slice(0, limit * 2))
        .slice(0, limit)
        .join('');
}
