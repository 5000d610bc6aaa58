import { z } from 'zod';
import { nothing, everyone, owner } from './fields.ts';
import { chatState, instant } from '#shared/domain/entities.ts';

/** Most visitors in a list. */
export const MOST_LISTED = 300;

/** Somebody on a website who has opened the window there, or is on a page where everybody is listed, now or in the last half hour. */
export const visitor = z.object({
  /** of the visit; a reload continues it */
  id: z.string(),
  channelId: z.string(),
  /** absent: they have not written yet */
  customerId: z.string().optional(),
  page: z.object({ url: z.string(), title: z.string().optional(), referrer: z.string().optional() }).optional(),
  language: z.string().optional(),
  since: instant,
  /** absent: they are on the website now */
  leftAt: instant.optional(),
});
export type Visitor = z.infer<typeof visitor>;

const listedVisitor = visitor.extend({
  /** of those who have written: their name and latest chat */
  chat: z.object({ id: z.string(), state: chatState, name: z.string().optional() }).optional(),
});
export type ListedVisitor = z.infer<typeof listedVisitor>;

export const visitorRoutes = {
  /** those who are there first, each group newest first; `here`: how many are there, listed or not */
  'visitors.list': everyone(nothing, { visitors: z.array(listedVisitor), here: z.int() }, ['visitors']),
  /** finds the customer's visit; absent: they have not been on the website for half an hour */
  'visitors.find': everyone({ customerId: z.string() }, { visitor: visitor.optional() }, ['visitors']),
  /** shows a text in the window of somebody who has not written yet. Coded error: not_found, if they have left */
  'visitors.invite': everyone({ visitorId: z.string(), text: z.string().trim().min(1).max(300) }, nothing),
  /** websites on which the window was seen since the start, the latest first. Coded error: not_found */
  'sites.seen': owner(
    'none',
    { channelId: z.string() },
    { seen: z.array(z.object({ host: z.string(), at: instant })) },
    ['sites'],
  ),
  /**
   * For websites that say who is signed in: the key of their signatures, the address of the script and that of the chat
   * page. Coded errors: not_found, secret_lost
   */
  'sites.addresses': owner(
    'none',
    { channelId: z.string() },
    { script: z.string(), page: z.string(), identityKey: z.string() },
  ),
} as const;
