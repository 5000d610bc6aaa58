import { z } from 'zod';
import { withHttps } from '#shared/domain/addresses.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { enteredText, rule } from '#shared/domain/phrase.ts';
import { PICTURE_LIMIT } from '#shared/domain/pictures.ts';
import type { Audited } from './audited.ts';
import type { Topic } from './topics.ts';

/**
 * Audience of a route that not everyone may call: owners; owners, and each operator for themselves (`operatorId`);
 * owners, and operators if the team's settings let them see reports. Everyone else gets the coded error `forbidden`.
 */
export type Audience = 'owner' | 'owner or self' | 'reports';

/** `audit`: the call's entry in the list of changes and sign-ins. Every owner route has it; `none`: it changes nothing. */
type Access =
  | { readonly for: 'owner'; readonly audit: Audited | 'none' }
  | { readonly for?: Exclude<Audience, 'owner'>; readonly audit?: Audited };

export type AnyRoute = {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** subjects that the answer is about: when one of them changes, windows ask again */
  readonly topics?: readonly Topic[];
} & Access;

/** A schema, or the fields of an object. */
export type Described = z.ZodType | z.ZodRawShape;
export type SchemaOf<D> = D extends z.ZodType ? D : D extends z.ZodRawShape ? ReturnType<typeof z.object<D>> : never;

export function schemaOf<D extends Described>(described: D): SchemaOf<D> {
  return (described instanceof z.ZodType ? described : z.object(described)) as SchemaOf<D>;
}

/** A route by who may call it, what the list of changes says of it, its input and its output, and what that is about. */
export function route<const A extends Access, I extends Described, O extends Described>(
  access: A,
  input: I,
  output: O,
  topics: readonly Topic[] = [],
): A & { readonly input: SchemaOf<I>; readonly output: SchemaOf<O>; readonly topics: readonly Topic[] } {
  return { ...access, input: schemaOf(input), output: schemaOf(output), topics };
}

/** A route for every operator, which the list of changes says nothing of. */
export function everyone<I extends Described, O extends Described>(input: I, output: O, topics?: readonly Topic[]) {
  return route({}, input, output, topics);
}

/** A route for owners only. */
export function owner<const A extends Audited | 'none', I extends Described, O extends Described>(
  audit: A,
  input: I,
  output: O,
  topics?: readonly Topic[],
) {
  return route({ for: 'owner', audit }, input, output, topics);
}

/** Schema of a route without input, or without output. */
export const nothing = z.object({});

type Changed<Field> =
  Field extends z.ZodDefault<infer Bare>
    ? Bare
    : Field extends z.ZodPrefault<z.ZodObject<infer Group>>
      ? z.ZodObject<Changes<Group>>
      : Field;
type Changes<Group> = {
  [Name in keyof Group as Group[Name] extends z.ZodReadonly ? never : Name]: z.ZodOptional<
    Extract<Changed<Group[Name]>, z.ZodType>
  >;
};

/** A change of settings: the fields to change, in groups too, without defaults for the others. Read-only ones are absent. */
export function partialChange<Group extends z.ZodRawShape>({ shape }: z.ZodObject<Group>): z.ZodObject<Changes<Group>> {
  const fields = Object.entries(shape).filter(([, field]) => !(field instanceof z.ZodReadonly));
  const changes = fields.map(([name, field]) => [name, z.optional(changed(field))]);
  return z.object(Object.fromEntries(changes)) as unknown as z.ZodObject<Changes<Group>>;
}

function changed(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodDefault) return field.unwrap();
  const group = field instanceof z.ZodPrefault ? field.unwrap() : undefined;
  return group instanceof z.ZodObject ? partialChange(group) : field;
}

/** Name that an owner enters for channels and bots alike. */
export const nameField = enteredText(80, rule('errors:rules.name.needed'));

/** Address of an endpoint; plain HTTP needs `allowPlainHttp`. null: none; the test bot answers a bot's events. */
export const endpointField = z
  .string()
  .trim()
  .overwrite(withHttps)
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

/** Fields of an input that may have waited on a device until it could be sent. */
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
  .overwrite(withHttps)
  .max(300)
  .refine((text) => text === '' || (isHttpUrl(text) && text.startsWith('https:')), rule('errors:rules.address.https'))
  .transform((text) => (text === '' ? '' : new URL(text).origin));

/** Fields of a list in pages: where the last page ended, and how many to list. */
export const pageFields = {
  cursor: z.string().optional(),
  /** entries at most: a page of long texts has fewer */
  limit: z.int().min(1).max(200).default(50),
} as const;
