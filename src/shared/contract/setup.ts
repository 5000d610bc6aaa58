import { z } from 'zod';
import { everyone, nothing, owner } from './fields.ts';

/** Part that a window failed to show: one message, one row of a list, a pane, or everything. */
export const faultPart = z.enum(['message', 'row', 'pane', 'window']);
export type FaultPart = z.infer<typeof faultPart>;

/**
 * What not every host offers. `network`: ways in of its own, which are tunnels, the local network, its certificates and
 * remote access
 */
const hostFeature = z.enum(['backups', 'network', 'testBot']);
export type HostFeature = z.infer<typeof hostFeature>;

/** The first run, and what every window knows of the installation. */
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
      /** calls for these are refused (not_offered); left out: it offers everything */
      notOffered: z.array(hostFeature).optional(),
      /** there may be several hosts, of which `nodes.list` tells; left out: this is the only one */
      hasNodes: z.literal(true).optional(),
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
