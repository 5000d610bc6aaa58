import { z } from 'zod';
import { journalEntry } from '#shared/domain/journal-entry.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';

/** One exchange as it went over the wire; what is secret in it is masked, also where it is stored. */
export const exchange = z.object({
  method: z.string(),
  /** path, or whole address of what we called; secret and token masked */
  url: z.string(),
  requestHeaders: z.array(z.tuple([z.string(), z.string()])),
  /** text, or a description where it is none; cut at 64 KiB */
  requestBody: z.string().optional(),
  responseHeaders: z.array(z.tuple([z.string(), z.string()])).optional(),
  responseBody: z.string().optional(),
  /** the request's body is as it came: nothing is cut, masked or left out */
  whole: z.boolean(),
});
export type Exchange = z.infer<typeof exchange>;

const entryId = z.object({ entryId: z.string().max(40) });

/** What the console asks of the journal. */
export const journalRoutes = {
  /** newest first; with `after` those newer than it, oldest first, for the live view */
  'journal.list': {
    input: z.object({
      channelId: z.string().optional(),
      botId: z.string().optional(),
      chatId: z.string().optional(),
      messageId: z.string().optional(),
      outcome: journalEntry.shape.outcome.optional(),
      /** refused and failed only */
      failedOnly: z.boolean().optional(),
      /** false: without what says that somebody types or stops */
      typing: z.boolean().optional(),
      /** found in kind, notes or body; letters' case aside */
      text: z.string().trim().max(200).optional(),
      cursor: z.string().optional(),
      after: z.string().optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    output: z.object({
      entries: z.array(journalEntry),
      nextCursor: z.string().optional(),
      /** entries left out since the start because too many came at once */ dropped: z.number().int(),
    }),
  },
  /** Coded errors: not_found, also where it is too old to be kept */
  'journal.get': {
    input: entryId,
    output: z.object({ entry: journalEntry, /** absent where bodies are not kept */ exchange: exchange.optional() }),
  },
  /**
   * Sends a recorded request in again, or an event or reply out again; `body` instead of the recorded one.
   * Repeats count as new on purpose; the journal marks it as a replay. Coded errors: not_found, not_replayable
   */
  'journal.replay': {
    input: entryId.extend({
      body: z
        .string()
        .max(256 * 1024)
        .optional(),
    }),
    output: z.object({ status: z.number().int().optional(), answer: z.string(), problem: phraseSchema.optional() }),
  },
  /** a command line; `whole`: with its secrets */
  'journal.curl': { input: entryId.extend({ whole: z.boolean() }), output: z.object({ command: z.string() }) },
} as const;
