import type { z } from 'zod';
import type { Phrase } from '#shared/locales/phrase.ts';

/** Fields of a message of a kind; while it is being composed, some are unknown. */
export type PartialFields<Fields extends z.ZodRawShape> = Readonly<{
  [Name in keyof Fields]?: z.infer<Fields[Name]> | undefined;
}> & { readonly text?: string | undefined };

/**
 * A kind of message on the wire, with everything the engine needs to know about it. Its display is in the
 * conversation's `kinds`, its names in `chat.json`.
 */
export interface Kind<
  Type extends string = string,
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Sent extends z.ZodObject = z.ZodObject,
  RequestSchema extends z.ZodObject = z.ZodObject,
> {
  /** its wire types */
  readonly types: readonly [Type, ...Type[]];
  /** fields stored besides its text */
  readonly fields: Fields;
  /** searchable fields, in the order in which matches are shown */
  readonly searchableFields: readonly (keyof Fields & string)[];
  /** required fields of a customer's message (chat channel interface, section 6) */
  readonly required: z.ZodObject;
  /** the error if they are missing; absent: names the first invalid field */
  readonly refusal?: (type: string) => Phrase;
  /** optional fields (section 2); invalid ones are left out and noted */
  readonly optional: Readonly<Record<string, z.ZodType>>;
  /** fills in missing fields, and notes it */
  fillIn?(
    this: void,
    fields: PartialFields<Fields>,
    given: Readonly<Record<string, unknown>>,
    notes: Phrase[],
  ): PartialFields<Fields>;
  /** the message sent to an integration (sections 4.3 and 6) */
  readonly sent: Sent;
  toSent(message: PartialFields<Fields>): Omit<z.input<Sent>, 'type' | 'id'>;
  /** lines of text that replace it on channels that don't accept it; the link comes last */
  textLines(message: PartialFields<Fields>): readonly (string | undefined)[];
  /** the text sent to bots if it has none */
  textForBots(message: PartialFields<Fields>): string;
  /** its name in a one-line preview */
  label(message: PartialFields<Fields>): string | undefined;
  /** its name in transcripts */
  transcriptLabel(message: PartialFields<Fields>): string | undefined;
  /** the console's request to send it; fields other than type, text and files are kept */
  readonly requests: readonly RequestSchema[];
}

export function messageKind<
  const Type extends string,
  Fields extends z.ZodRawShape,
  Sent extends z.ZodObject,
  RequestSchema extends z.ZodObject = never,
>(kind: Kind<Type, Fields, Sent, RequestSchema>): Kind<Type, Fields, Sent, RequestSchema> {
  return kind;
}
