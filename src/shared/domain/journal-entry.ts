import { z } from 'zod';
import { instant } from './entities.ts';
import { phraseSchema } from './phrase.ts';

/** One line of the journal. */
export const journalEntry = z.object({
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
  status: z.number().int().optional(),
  outcome: z.enum(['accepted', 'repeat', 'refused', 'delivered', 'failed']),
  /** what was wrong, dropped or truncated */
  notes: z.array(phraseSchema),
  /** milliseconds */
  took: z.number(),
  /** body size in bytes */
  size: z.number().int(),
  /** the client's address, as far as it can be trusted */
  from: z.string().optional(),
  /** replayed from the journal */
  replay: z.boolean().optional(),
});
export type JournalEntry = z.infer<typeof journalEntry>;
