import { z } from 'zod';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { rule } from '#shared/domain/phrase.ts';
import { PICTURE_LIMIT } from '#shared/domain/pictures.ts';

/** A change of settings: a record of the fields to change, without defaults for the others. */
export function partialChange<Shape extends Readonly<Record<string, z.ZodType>>>(settings: z.ZodObject<Shape>) {
  const bare = Object.entries(settings.shape).map(([name, field]) => [name, withoutDefault(field).optional()]);
  return z.object(
    Object.fromEntries(bare) as {
      [K in keyof Shape]: z.ZodOptional<Shape[K] extends z.ZodDefault<infer Bare extends z.ZodType> ? Bare : Shape[K]>;
    },
  );
}

function withoutDefault(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
}

/** What an owner enters for channels and bots alike. */
export const nameField = z
  .string()
  .trim()
  .min(1, rule('errors:rules.name.needed'))
  .max(80, rule('errors:rules.most.characters', { most: 80 }));

/** Whether it is allowed also depends on `allowPlainHttp`. null: the built-in test customer or bot answers. */
export const endpointField = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => isHttpUrl(text), rule('errors:rules.address.https'))
  .nullable();

/** One segment of a path, verbatim. */
export const pathWord = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._~-]{1,64}$/, rule('errors:rules.identifier.text'))
  .refine((text) => !/^\.+$/.test(text), rule('errors:rules.identifier.dots'));

/** A square JPEG with sides of `PICTURE_SIDE` pixels, in base64. */
export const pictureInput = z
  .base64()
  .max(Math.ceil(PICTURE_LIMIT / 3) * 4, rule('errors:rules.picture'))
  .refine((text) => text.startsWith('/9j/'), rule('errors:rules.picture'));

/** Identifies what an operator sends, so that a repeated request isn't sent twice. */
export const clientId = z.string().min(8).max(64);

/** Of what may have waited on a device until it could be sent. */
export const waitedFields = {
  /** the operator who wrote it: refused as `not_signed_in` if another one is signed in by now */
  writtenBy: z.string().max(64).optional(),
} as const;

/** A port to open on this computer; those below need special rights on some systems. */
export const openPort = z.int().min(1024).max(65_535);

/** An address without a path, such as `https://chat.example`; empty: none. */
export const outsideAddress = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text === '' || (isHttpUrl(text) && text.startsWith('https:')), rule('errors:rules.address.https'))
  .transform((text) => (text === '' ? '' : new URL(text).origin));

/** Of a list in pages: where the last page ended, and how many to list. */
export const pageFields = {
  cursor: z.string().optional(),
  limit: z.int().min(1).max(200).default(50),
} as const;
