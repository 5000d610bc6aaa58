import { z } from 'zod';
import { nothing, owner } from './fields.ts';

const node = z.object({
  name: z.string(),
  version: z.string(),
  startedAt: z.number(),
  /** it sends replies and does what falls due */
  leads: z.boolean(),
  /** transactions of all nodes since the last that it had taken over when it reported, up to two seconds ago */
  behind: z.int(),
  /** the database tells it at once what others stored; otherwise it asks every 250 ms */
  listens: z.boolean(),
  /** open windows of operators that are connected to it */
  windows: z.int(),
});
export type NodeView = z.infer<typeof node>;

export const nodeRoutes = {
  /** The living hosts over one database, by name; none where there can only be one. Coded error: storage_unavailable */
  'nodes.list': owner('none', nothing, { nodes: z.array(node) }),
} as const;
