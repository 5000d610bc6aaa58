import { firstCodePoints } from './code-points.ts';
import { z } from 'zod';

export const TYPING_TYPES = ['typein', 'typeout'] as const;
export type TypingType = (typeof TYPING_TYPES)[number];

export const httpUrl = z.string().max(4096).refine(isHttpUrl, 'an http:// or https:// address');

export const words = () =>
  z
    .string()
    .overwrite((text) => text.toWellFormed())
    .refine((text) => text.trim() !== '', 'text that is not blank');

const plainText = (limit: number) =>
  words()
    .overwrite((text) => firstCodePoints(text, limit))
    .describe(`Of more than ${limit} characters the first are kept`);

export const positiveInteger = z.int().positive();

/** Optional fields of `sender` (section 2). An invalid one is dropped, the message is kept. */
export const senderFields = {
  name: plainText(255),
  phone: plainText(64),
  email: plainText(255),
  photo: httpUrl,
  url: plainText(4096),
  invite: plainText(1000),
} as const;

/** Optional fields of a multimedia message (section 2). Invalid ones are dropped. */
export const mediaFields = {
  thumb: httpUrl.describe('http(s) link to a preview, 320 px wide'),
  emoji: plainText(64).describe('A symbol that may stand for the media'),
  file_size: positiveInteger.describe('Bytes. Send it; where it is missing, the message is accepted all the same.'),
  file_name: plainText(255).describe('Send it; where it is missing, the name is taken from the link.'),
  duration: positiveInteger.describe('Seconds'),
  width: positiveInteger.describe('Pixels'),
  height: positiveInteger.describe('Pixels'),
  // Any length: it is split into messages later, so it is limited only by the body's size.
  text: words().describe(
    'Caption. Over 1000 code points the first part is the caption, and the others follow as text messages.',
  ),
  performer: plainText(255),
  title: plainText(255),
} as const;

export type SenderFields = { readonly [K in keyof typeof senderFields]?: string };

/** Fields of a multimedia message or a place, as on the wire. */
export type MediaFields = { readonly [K in keyof typeof mediaFields]?: z.infer<(typeof mediaFields)[K]> } & {
  readonly file?: string;
  readonly latitude?: number;
  readonly longitude?: number;
};

const agent = z.object({ name: z.string(), photo: z.string().optional() });
const recipient = z.object({ id: z.union([z.string(), z.int()]) });

/** The sender and recipient in every call to an integration. */
export const agentBody = z.object({ sender: agent, recipient });
export type AgentSender = Readonly<z.infer<typeof agent>>;

/** Body of a typing notice to the integration (section 4.4). */
export const agentTyping = z.object({ sender: agent, recipient, message: z.object({ type: z.enum(TYPING_TYPES) }) });

/** An integration's response instead of `{"result":"ok"}` (section 2, error object). */
export const errorAnswer = z.object({
  code: z.union([z.string(), z.number()]).transform(String).optional(),
  message: z.string().optional(),
});

export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}
