import { z } from 'zod';
import { enteredText, rule } from '#shared/domain/phrase.ts';

/** Typed after `/` to find it: letters of any script, digits, `-` and `_`. */
const shortcut = enteredText(40, rule('errors:rules.shortcut.needed')).regex(
  /^[\p{L}\p{M}\p{N}_-]+$/u,
  rule('errors:rules.shortcut.signs'),
);
const text = enteredText(10_000, rule('errors:rules.text.needed'));

/** What an operator enters of a saved reply; `isOwn` chooses the list. */
export const savedReplyInput = z.object({ shortcut, text, isOwn: z.boolean().optional() });

/** A text that operators send often. It may contain placeholders (shared/domain/placeholders). */
export interface SavedReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** the caller's own, which no one else has; absent: everyone's, which only owners change */
  readonly isOwn?: true;
}
