import { z } from 'zod';
import { owner, pageFields } from './fields.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';
import { instant } from '#shared/domain/entities.ts';

const journalEntry = z.object({
  id: z.string(),
  at: instant,
  /** `in`: a request to the listener; `out`: a request to an endpoint */
  direction: z.enum(['in', 'out']),
  channelId: z.string().optional(),
  botId: z.string().optional(),
  chatId: z.string().optional(),
  messageId: z.string().optional(),
  /** the other messages that a long one was split into */
  furtherMessageIds: z.array(z.string()).optional(),
  /** status, message, typing, reply, rating, or the name of a bot event */
  kind: z.string(),
  /** HTTP status, if there was a response */
  status: z.int().optional(),
  outcome: z.enum(['accepted', 'repeat', 'refused', 'delivered', 'failed']),
  /** problems, and parts dropped or truncated */
  notes: z.array(phraseSchema),
  /** milliseconds */
  took: z.number(),
  /** body size in bytes */
  size: z.int(),
  /** the client's address, as far as it can be trusted */
  from: z.string().optional(),
});
export type JournalEntry = z.infer<typeof journalEntry>;

/** One exchange on the wire; its secrets are masked, in storage too. */
const exchange = z.object({
  method: z.string(),
  /** path, or full URL of an outgoing request; secret and token masked */
  url: z.string(),
  requestHeaders: z.array(z.tuple([z.string(), z.string()])),
  /** text, or a description of binary content; cut at 64 KiB */
  requestBody: z.string().optional(),
  responseHeaders: z.array(z.tuple([z.string(), z.string()])).optional(),
  responseBody: z.string().optional(),
  /** the request's body is complete: nothing cut, masked or left out */
  whole: z.boolean(),
});
export type Exchange = z.infer<typeof exchange>;

/** The console's requests to the journal. */
export const journalRoutes = {
  /** newest first; with `after`, those newer than it, oldest first, for the live view */
  'journal.list': owner(
    'none',
    {
      channelId: z.string().optional(),
      botId: z.string().optional(),
      chatId: z.string().optional(),
      messageId: z.string().optional(),
      outcome: journalEntry.shape.outcome.optional(),
      /** refused and failed only */
      failedOnly: z.boolean().optional(),
      /** false: without typing notices */
      typing: z.boolean().optional(),
      /** case-insensitive match in kind, notes or body */
      text: z.string().trim().max(200).optional(),
      cursor: z.string().optional(),
      after: z.string().optional(),
      limit: pageFields.limit,
    },
    {
      entries: z.array(journalEntry),
      nextCursor: z.string().optional(),
      /** entries dropped since the start because too many arrived at once */
      dropped: z.int(),
    },
    ['journal'],
  ),
  /** Coded error: not_found, also for an entry that has expired */
  'journal.get': owner(
    'none',
    { entryId: z.string().max(40) },
    {
      entry: journalEntry,
      /** absent if bodies aren't recorded */
      exchange: exchange.optional(),
    },
  ),
} as const;
