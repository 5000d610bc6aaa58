import type { Phrase } from '#shared/locales/phrase.ts';

/** Every way a console request can fail, for programs; the reason says more, for people. */
export const ERROR_STATUS = {
  invalid_input: 400,
  not_signed_in: 401,
  unknown_route: 404,
  not_found: 404,
  /** the chat is closed; what its customer writes next opens a new one */
  chat_closed: 409,
  /** another operator has the chat */
  chat_taken: 409,
  /** the customer has a newer chat, so this one cannot be opened again */
  chat_superseded: 409,
  /** the channel was removed, so its chats stay closed */
  channel_removed: 409,
  /** no bot works on the channel of this chat */
  no_bot: 409,
  public_id_taken: 409,
  endpoint_not_allowed: 409,
  /** customers reach nothing of this installation: its address is only this computer's */
  not_reachable: 409,
  /** the secret of this channel or bot can no longer be read; the owner has to give it again */
  secret_lost: 409,
  /** only a failed reply can be sent again */
  not_failed: 409,
  /** what was recorded is not whole, or what it was for is gone */
  not_replayable: 409,
  /** oneself, or the installation's first operator */
  not_removable: 409,
  /** another saved reply has it */
  shortcut_taken: 409,
  /** another tag has this name */
  tag_taken: 409,
  /** the customer is blocked, so their chat stays closed */
  customer_blocked: 409,
  /** other long work is under way: one at a time */
  job_running: 409,
  /** the work is over, or past the point from which it has to go on */
  not_cancellable: 409,
  /** damaged, not a backup, or made by a newer version */
  backup_unusable: 422,
  /** larger than the settings allow, of no use as what it is sent as, or its upload is gone */
  file_refused: 422,
  /** nothing can be stored: disk full, database read-only or damaged */
  storage_unavailable: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What is wrong with one field. */
export interface Issue {
  /** dotted path of the field */
  readonly path: string;
  readonly reason: Phrase;
  /** the reason, where it is in words already */
  readonly message?: string;
}

/** How an expected failure travels: `message` is the reason in English. */
export interface ContractErrorShape {
  readonly code: ErrorCode;
  readonly reason: Phrase;
  readonly message: string;
  readonly issues?: readonly (Issue & { readonly message: string })[];
}

/** An expected failure: a class of failures, and which one it is. */
export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly reason: Phrase;
  readonly issues: readonly Issue[] | undefined;

  /** `words`: the reason, where it is in words already */
  constructor(code: ErrorCode, reason: Phrase, issues?: readonly Issue[], words: string = reason.code) {
    super(words);
    this.name = 'ContractError';
    this.code = code;
    this.reason = reason;
    this.issues = issues;
  }
}

/** What the router answers; it never throws. */
export type Answer<T = unknown> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ContractErrorShape };
