import { z } from 'zod';
import { everyone, nothing, owner } from './fields.ts';

/** Part that a window failed to show: one message, one row of a list, a pane, or everything. */
export const faultPart = z.enum(['message', 'row', 'pane', 'window']);
export type FaultPart = z.infer<typeof faultPart>;

/** The first run. */
export const setupRoutes = {
  'setup.get': everyone(
    nothing,
    {
      /** the first run was completed or skipped */
      done: z.boolean(),
      /** a newer Counterbell made the database: it is opened read-only */
      databaseIsNewer: z.boolean(),
      /** address at which customers reach the listener; empty for operators */
      listenerUrl: z.string(),
      /** null for operators */
      publicUrl: z.string().nullable(),
      version: z.string(),
    },
    ['setup'],
  ),
  'setup.finish': owner('changed settings', nothing, nothing),
} as const;

/** What goes wrong in a window. */
export const faultRoutes = {
  /** a window failed to show something: written to the log, above a limit per minute only counted */
  'faults.report': everyone(
    {
      part: faultPart,
      message: z.string().max(500),
      stack: z.string().max(2000).optional(),
      components: z.string().max(2000).optional(),
    },
    nothing,
  ),
} as const;
