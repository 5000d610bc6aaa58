import type { z } from 'zod';
import type { Phrase } from '#shared/locales/phrase.ts';

/** What a message of a kind says; of one that is being made, not all of it is known yet. */
export type Said<Fields extends z.ZodRawShape> = Readonly<{
  [Name in keyof Fields]?: z.infer<Fields[Name]> | undefined;
}> & { readonly text?: string | undefined };

/**
 * A kind of message that goes over the wire, with all that the engine has to know of it. How it looks stands in the
 * conversation's `kinds`, its names in `chat.json`.
 */
export interface Kind<
  Type extends string = string,
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Sent extends z.ZodObject = z.ZodObject,
  Asked extends z.ZodObject = z.ZodObject,
  Sample extends string = string,
> {
  /** its types on the wire */
  readonly types: readonly [Type, ...Type[]];
  /** what is kept of it beside its text */
  readonly fields: Fields;
  /** of those, what is looked for and shown where it was found, in this order */
  readonly searched: readonly (keyof Fields & string)[];
  /** what has to be in a customer's message (chat channel interface, section 6) */
  readonly required: z.ZodObject;
  /** why it is refused without; absent: the first field at fault is named */
  readonly refusal?: (type: string) => Phrase;
  /** what may be in it (section 2); what does not fit is left out, and noted */
  readonly optional: Readonly<Record<string, z.ZodType>>;
  /** fills in what should have been said, and notes it */
  completed?(this: void, fields: Said<Fields>, given: Readonly<Record<string, unknown>>, notes: Phrase[]): Said<Fields>;
  /** what an integrator gets of it (sections 4.3 and 6) */
  readonly sent: Sent;
  sentOf(message: Said<Fields>): Omit<z.input<Sent>, 'type' | 'id'>;
  /** the lines that stand for it where a channel does not take it; the link comes last */
  asWords(message: Said<Fields>): readonly (string | undefined)[];
  /** what bots are told of it where it has no text */
  toldBots(message: Said<Fields>): string;
  /** what it is called in a line about it */
  label(message: Said<Fields>): string | undefined;
  /** what transcripts call it */
  inTranscript(message: Said<Fields>): string | undefined;
  /** how a console asks for it to be sent; what is neither type, text nor a file of its own is kept as its fields */
  readonly asked: readonly Asked[];
  /** what the built-in customer can send of it: `file` and `thumb` are names of its own files */
  readonly samples: { readonly [Name in Sample]: Readonly<Record<string, string | number | readonly string[]>> };
}

/** Declares a kind of message. */
export function messageKind<
  const Type extends string,
  Fields extends z.ZodRawShape,
  Sent extends z.ZodObject,
  Asked extends z.ZodObject = never,
  Sample extends string = never,
>(kind: Kind<Type, Fields, Sent, Asked, Sample>): Kind<Type, Fields, Sent, Asked, Sample> {
  return kind;
}
