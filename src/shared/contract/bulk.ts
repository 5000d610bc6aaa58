import { z } from 'zod';
import { MAX_SELECTED_CHATS } from '#shared/domain/chat-list.ts';
import { instant } from '#shared/domain/entities.ts';
import { job } from './jobs.ts';

/** Chats that began within a time range. */
const chatsInRange = z.object({
  /** absent: of all channels */
  channelId: z.string().max(64).optional(),
  from: instant,
  /** end of the range, exclusive */
  to: instant,
  /** current state; `open`: waiting, with an operator or with a bot */
  which: z.enum(['waiting', 'open', 'all']),
});
export type ChatsInRange = z.infer<typeof chatsInRange>;

export const chatSelection = z.union([
  z.object({ chatIds: z.array(z.string().max(64)).min(1).max(MAX_SELECTED_CHATS) }),
  chatsInRange,
]);
export type ChatSelection = z.infer<typeof chatSelection>;

const count = z.number().int();

/** Closing and erasing many chats at once. */
export const bulkRoutes = {
  /** number of selected chats; `customers`: those with no other chat, who would be erased too */
  'bulk.preview': {
    for: 'owner',
    audit: 'none',
    input: chatSelection,
    output: z.object({ chats: count, open: count, messages: count, customers: count, backups: count }),
  },
  /** each as if closed by hand. Coded error: job_running */
  'bulk.close': { for: 'owner', audit: {}, input: chatSelection, output: job },
  /** for good: the chats, and customers with no other; open chats are closed first. Coded error: job_running */
  'bulk.erase': { for: 'owner', audit: {}, input: chatSelection, output: job },
  /** reopens what this job closed, except chats whose customer has a newer one. Coded errors: not_found, job_running */
  'bulk.reopen': { for: 'owner', audit: {}, input: z.object({ jobId: z.string() }), output: job },
} as const;
