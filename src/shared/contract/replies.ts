import { z } from 'zod';
import { enteredText, rule } from '#shared/domain/phrase.ts';

/** Typed after `/` to find it: letters of any script, digits, `-` and `_`. */
const shortcut = enteredText(40, rule('errors:rules.shortcut.needed')).regex(
  /^[\p{L}\p{M}\p{N}_-]+$/u,
  rule('errors:rules.shortcut.signs'),
);
const text = enteredText(10_000, rule('errors:rules.text.needed'));

/** Files of a saved reply. */
export const MOST_REPLY_FILES = 5;
const files = z
  .array(z.union([z.object({ fileId: z.string() }), z.object({ uploadId: z.string() })]))
  .max(MOST_REPLY_FILES);

/** What an operator enters of a saved reply; `isOwn` chooses the list, `files` are those it has and new ones. */
export const savedReplyInput = z.object({
  shortcut,
  text,
  isOwn: z.boolean().optional(),
  files: files.optional(),
});

/** A file that is attached when its saved reply is inserted. */
export interface ReplyFile {
  readonly fileId: string;
  readonly fileName: string;
  /** bytes */
  readonly size: number;
  /** path on the console's own origin */
  readonly url: string;
}

/** A text that operators send often. It may contain placeholders (shared/domain/placeholders). */
export interface SavedReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  readonly files?: readonly ReplyFile[];
  /** the caller's own, which no one else has; absent: everyone's, which only owners change */
  readonly isOwn?: true;
}
