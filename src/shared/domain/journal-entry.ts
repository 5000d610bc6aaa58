import { z } from 'zod';
import { instant } from './entities.ts';
import { phraseSchema } from './phrase.ts';

/** One line of the journal. */
export const journalEntry = z.object({
  id: z.string(),
  at: instant,
  /** `in`: somebody asked the listener; `out`: we asked an endpoint */
  direction: z.enum(['in', 'out']),
  channelId: z.string().optional(),
  botId: z.string().optional(),
  chatId: z.string().optional(),
  messageId: z.string().optional(),
  /** the other messages that a long one was cut into */
  furtherMessageIds: z.array(z.string()).optional(),
  /** status, message, typing, reply, rating, or the name of a bot event */
  kind: z.string(),
  /** HTTP status, where there was an answer */
  status: z.number().int().optional(),
  outcome: z.enum(['accepted', 'repeat', 'refused', 'delivered', 'failed']),
  /** what was wrong, dropped or cut */
  notes: z.array(phraseSchema),
  /** milliseconds */
  took: z.number(),
  /** body bytes */
  size: z.number().int(),
  /** who asked, as far as can be believed */
  from: z.string().optional(),
  /** sent again from the journal */
  replay: z.boolean().optional(),
});
export type JournalEntry = z.infer<typeof journalEntry>;
