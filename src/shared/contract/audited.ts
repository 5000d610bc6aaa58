/** Audited actions; `renewed`: an address, a token or a key was replaced. */
export const AUDIT_ACTIONS = [
  'added',
  'changed',
  'removed',
  'renewed',
  'exported',
  'restored',
  'signedIn',
  'signInFailed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** On what. Those before `chats` have an id or a name. */
export const AUDIT_KINDS = [
  'channel',
  'bot',
  'operator',
  'program',
  'invitation',
  'device',
  'tag',
  'customer',
  'backup',
  'chats',
  'files',
  'addresses',
  'installation',
  'settings',
  'connection',
  'hours',
  'media',
  'team',
  'backups',
  'retention',
  'contacts',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** The entry of a call in the list of changes and sign-ins, once it has succeeded. */
export type Audited = `${AuditAction} ${AuditKind}`;
