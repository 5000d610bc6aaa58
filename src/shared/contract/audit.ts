import type { AuditAction, AuditKind } from './audited.ts';

/** One entry of the list of changes and sign-ins: who did what, when and from where. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** absent: nobody was signed in */
  readonly operatorId?: string | undefined;
  /** their name at that time */
  readonly operatorName?: string | undefined;
  /** the client's address; empty: several; absent: on this computer, in the app's own window */
  readonly from?: string | undefined;
  readonly action: AuditAction;
  /** absent of sign-ins */
  readonly kind?: AuditKind | undefined;
  readonly aboutId?: string | undefined;
  /** the name, at that time, of what it is about; of customers the present name, while they are there */
  readonly about?: string | undefined;
  /** number of times within a short time */
  readonly count: number;
}
