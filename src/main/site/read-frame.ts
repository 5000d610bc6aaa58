import { z } from 'zod';
import { visitorFrame } from '#shared/site/frames.ts';

/** A frame that this program does not know, of which the window learns by its id that it is not accepted. */
export interface UnknownFrame {
  readonly kind: 'unknown';
  readonly id: string;
}

/** undefined: it is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A frame that this program may not know; only its id is read. */
const anyFrame = z.union([
  visitorFrame,
  z.object({ id: z.string().max(64) }).transform(({ id }): UnknownFrame => ({ kind: 'unknown', id })),
]);

/** undefined: it is none, and has no id by which the window could learn that it is refused */
export const readFrame = (value: unknown) => anyFrame.safeParse(value).data;
