import { phrase, type Phrase, type PhraseCode } from '#shared/locales/phrase.ts';

/** Every way a console request can fail, for programs; the reason is more specific, for people. */
export const ERROR_STATUS = {
  invalid_input: 400,
  not_signed_in: 401,
  /** only an owner may */
  forbidden: 403,
  unknown_route: 404,
  /** the computer that this app has joined, or is to join, does not answer, or another one does */
  host_unreachable: 503,
  not_found: 404,
  /** the chat is closed; its customer's next message opens a new one */
  chat_closed: 409,
  /** another operator has the chat */
  chat_taken: 409,
  /** something is still being sent to the customer, or they have just written */
  chat_busy: 409,
  /** the customer has a newer chat, so this one can't be reopened */
  chat_superseded: 409,
  /** the channel was removed, so its chats stay closed */
  channel_removed: 409,
  /** no bot works on this chat's channel */
  no_bot: 409,
  public_id_taken: 409,
  endpoint_not_allowed: 409,
  /** customers can't reach this installation: its address is local to this computer */
  not_reachable: 409,
  /** the secret of this channel or bot can't be read any more; the owner has to enter it again */
  secret_lost: 409,
  /** only a failed reply can be resent */
  not_failed: 409,
  /** the record is incomplete, or its target is gone */
  /** oneself: another owner has to */
  not_removable: 409,
  /** an installation needs an owner */
  last_owner: 409,
  /** there is no such invitation: it never was, was withdrawn, or its link was altered */
  invitation_unknown: 404,
  /** it works once */
  invitation_used: 409,
  invitation_expired: 410,
  /** nobody could reach this installation: it is not open to colleagues */
  remote_access_closed: 409,
  /** another saved reply has this shortcut */
  shortcut_taken: 409,
  /** another tag has this name */
  tag_taken: 409,
  /** the customer is blocked, so their chat stays closed */
  customer_blocked: 409,
  /** another long job is running: one at a time */
  job_running: 409,
  /** the job has ended, or is past the point of no return */
  not_cancellable: 409,
  /** damaged, not a backup, or made by a newer version */
  backup_unusable: 422,
  /** of a program: `Retry-After` says for how long to wait */
  too_many_requests: 429,
  /** an upload that broke off */
  not_arrived: 400,
  /** larger than the settings allow, unusable as its type, or its upload is gone */
  file_refused: 422,
  /** with the database on a server, a host does not do this */
  not_offered: 409,
  /** nothing can be stored: disk full, or database read-only or damaged */
  storage_unavailable: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Tells whether the same request may succeed another time; where it can't, nobody is told to try again. */
export const MAY_CHANGE: Readonly<Record<ErrorCode, boolean>> = {
  invalid_input: false,
  not_signed_in: false,
  too_many_requests: true,
  forbidden: false,
  unknown_route: false,
  host_unreachable: true,
  not_found: false,
  chat_closed: false,
  chat_taken: false,
  chat_busy: true,
  chat_superseded: false,
  channel_removed: false,
  no_bot: false,
  public_id_taken: false,
  endpoint_not_allowed: false,
  not_reachable: false,
  secret_lost: false,
  not_failed: false,
  not_removable: false,
  last_owner: false,
  invitation_unknown: false,
  invitation_used: false,
  invitation_expired: false,
  remote_access_closed: true,
  shortcut_taken: false,
  tag_taken: false,
  customer_blocked: false,
  job_running: true,
  not_cancellable: false,
  backup_unusable: false,
  not_arrived: true,
  file_refused: false,
  not_offered: false,
  storage_unavailable: true,
  internal: true,
};

/** A problem with one field. */
export interface Issue {
  /** dotted path of the field */
  readonly path: string;
  readonly reason: Phrase;
  /** the reason as text, if it already is one */
  readonly message?: string;
}

/** An expected failure on the wire: `message` is the reason in English. */
export interface ContractErrorShape {
  readonly code: ErrorCode;
  readonly reason: Phrase;
  readonly message: string;
  readonly issues?: readonly (Issue & { readonly message: string })[];
}

/** An expected failure: its class, and its specific reason. */
export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly reason: Phrase;
  readonly issues: readonly Issue[] | undefined;

  /** `words`: the reason as text, if it already is one */
  constructor(code: ErrorCode, reason: Phrase, issues?: readonly Issue[], words: string = reason.code) {
    super(words);
    this.name = 'ContractError';
    this.code = code;
    this.reason = reason;
    this.issues = issues;
  }
}

type NameOf<Code> = Code extends `errors:refusals.no.${infer Name}` ? Name : never;
/** Name of something that may not exist. */
type Missing = NameOf<PhraseCode>;

/** For a read of one thing that may have been removed: then there is nothing; other failures stay failures. */
export function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof ContractError) || error.code !== 'not_found') throw error;
}

/** True if trying again may help: also after a failure that is no answer, such as a lost connection. */
export function mayTryAgain(error: unknown): boolean {
  return !(error instanceof ContractError) || MAY_CHANGE[error.code];
}

/** There is no such chat, customer or the like. */
export function notFound(what: Missing): ContractError {
  return new ContractError('not_found', phrase(`errors:refusals.no.${what}`));
}

/** The cursor is none of ours. */
export function invalidCursor(): ContractError {
  return new ContractError('invalid_input', phrase('errors:refusals.cursor.text'), [
    { path: 'cursor', reason: phrase('errors:refusals.cursor.next') },
  ]);
}

/** Returns what was looked up. Coded error: not_found, if it is undefined. */
export function required<T>(found: T | undefined, what: Missing): T {
  if (found === undefined) throw notFound(what);
  return found;
}

/** The router's answer; it never throws. */
export type Answer<T = unknown> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ContractErrorShape };

/** True if the host answered, rather than something in between. */
export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}
