import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_KINDS } from './audited.ts';
import { nothing, owner, pageFields } from './fields.ts';
import { instant } from '#shared/domain/entities.ts';

/** One entry: who did what, when and from where. */
export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** absent: nobody was signed in */
  operatorId: z.string().optional(),
  /** their name at that time */
  operatorName: z.string().optional(),
  /** the client's address; empty: several; absent: on this computer, in the app's own window */
  from: z.string().optional(),
  action: z.enum(AUDIT_ACTIONS),
  /** absent of sign-ins */
  kind: z.enum(AUDIT_KINDS).optional(),
  aboutId: z.string().optional(),
  /** the name, at that time, of what it is about; of customers the present name, while they are there */
  about: z.string().optional(),
  /** number of times within a short time */
  count: z.int(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Routes of the list of sign-ins and changes. */
export const auditRoutes = {
  /** newest first. Coded error: invalid_input, for an invalid cursor */
  'audit.list': owner(
    'none',
    { operatorId: z.string().optional(), ...pageFields },
    { entries: z.array(auditEntry), nextCursor: z.string().optional() },
    ['audit'],
  ),
  /** operators, and those removed in the last year */
  'audit.people': owner(
    'none',
    nothing,
    {
      people: z.array(z.object({ id: z.string(), name: z.string(), removedAt: instant.optional() })),
    },
    ['audit'],
  ),
} as const;
