import { z } from 'zod';
import { nothing, owner, pageFields } from './fields.ts';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';

/**
 * What the list of changes and sign-ins says of a call besides its route, once it has succeeded. Declared for each
 * route that acts for the installation or shows a secret.
 */
export interface Audited {
  /** whose record it is about, by the id in the input or, of what was created, in the answer */
  readonly of?: 'channel' | 'bot' | 'operator' | 'customer' | 'tag' | 'backup' | 'device' | 'invitation';
  /** the input is a change: its fields are named */
  readonly fields?: true;
  /**
   * A secret of `of` is involved: `shown` to the caller; `made`, and the caller knows it; `renewed` without being shown.
   * With `if`, only if the input has that field.
   */
  readonly secret?: SecretUse;
  readonly if?: string;
}

export type SecretUse = 'shown' | 'made' | 'renewed';

/**
 * What is told besides routes: sign-ins and wrong keys, files of the console's own origin that take data away or bring
 * it, and what the provision file changed at a start.
 */
export type OtherAction =
  | 'signIn.key'
  | 'signIn.link'
  | 'signIn.invitation'
  | 'signIn.program'
  | 'signIn.failed'
  | 'exports.download'
  | 'transcripts.download'
  | 'backups.download'
  | 'backups.upload'
  | 'provision.applied';

/** What the list is filtered by. */
export const AUDIT_KINDS = ['signIns', 'secrets', 'team', 'data', 'settings'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Kinds by the first part of an action; all others are `settings`. */
export const AUDIT_KIND_OF: Readonly<Record<string, AuditKind>> = {
  signIn: 'signIns',
  operators: 'team',
  team: 'team',
  audit: 'team',
  devices: 'team',
  invitations: 'team',
  backups: 'data',
  bulk: 'data',
  exports: 'data',
  jobs: 'data',
  privacy: 'data',
  transcripts: 'data',
};

/** One entry: who did what, when and from where. It never holds a value or a secret. */
export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** absent: nobody was signed in */
  operatorId: z.string().optional(),
  /** their name at that time */
  operatorName: z.string().optional(),
  /** the client's address; absent: on this computer, in the app's own window */
  from: z.string().optional(),
  /** an `AuditedRoute` or `OtherAction`; an entry of another version may have another */
  action: z.string(),
  aboutId: z.string().optional(),
  /** the name, at that time, of what it is about; of customers the present name, while they are there */
  about: z.string().optional(),
  /** names of the changed fields */
  fields: z.array(z.string()).optional(),
  /** how often within a short time */
  count: z.int(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A secret that somebody saw, and that has not been renewed since. */
export const seenSecret = z.object({
  /** `site`: the key of a window on websites */
  kind: z.enum(['channel', 'site', 'bot', 'operator']),
  id: z.string(),
  name: z.string(),
  /** when they last saw it */
  at: instant,
});
export type SeenSecret = z.infer<typeof seenSecret>;

const operatorId = z.object({ operatorId: z.string() });

/** Who signed in, and who changed what. */
export const auditRoutes = {
  /** newest first. Coded error: invalid_input, for an invalid cursor */
  'audit.list': owner(
    'none',
    { operatorId: z.string().optional(), kind: z.enum(AUDIT_KINDS).optional(), ...pageFields },
    { entries: z.array(auditEntry), nextCursor: z.string().optional() },
  ),
  /** operators, and removed ones of the last year with what they had seen and nobody has renewed */
  'audit.people': owner('none', nothing, {
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        removedAt: instant.optional(),
        /** of removed ones */
        seen: z.array(seenSecret),
      }),
    ),
  }),
  /**
   * Renews every secret that this operator has seen. One that fails stays as it is, with the reason. New access keys
   * are returned only this once.
   */
  'audit.renewSeen': owner({ of: 'operator' }, operatorId, {
    renewed: z.array(seenSecret.omit({ at: true }).extend({ accessKey: z.string().optional() })),
    failed: z.array(seenSecret.omit({ at: true }).extend({ reason: phraseSchema })),
  }),
} as const;
