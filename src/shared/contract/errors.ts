import type { Phrase } from '#shared/locales/phrase.ts';

/** Every way a console request can fail, for programs; the reason says more, for people. */
export const ERROR_CODES = [
  'invalid_input',
  'not_signed_in',
  'unknown_route',
  'not_found',
  /** the chat is closed; it opens again when the customer writes */
  'chat_closed',
  /** another operator has the chat */
  'chat_taken',
  /** the customer has a newer chat, so this one cannot be opened again */
  'chat_superseded',
  /** no bot works on the channel of this chat */
  'no_bot',
  'public_id_taken',
  'endpoint_not_allowed',
  /** customers reach nothing of this installation: its address is only this computer's */
  'not_reachable',
  /** the secret of this channel or bot can no longer be read; the owner has to give it again */
  'secret_lost',
  /** only a failed reply can be sent again */
  'not_failed',
  /** what was recorded is not whole, or what it was for is gone */
  'not_replayable',
  /** oneself, or the installation's first operator */
  'not_removable',
  /** another saved reply has it */
  'shortcut_taken',
  /** another tag has this name */
  'tag_taken',
  /** the customer is blocked, so their chat stays closed */
  'customer_blocked',
  /** other long work is under way: one at a time */
  'job_running',
  /** the work is over, or past the point from which it has to go on */
  'not_cancellable',
  /** damaged, not a backup, or made by a newer version */
  'backup_unusable',
  /** larger than the settings allow, of no use as what it is sent as, or its upload is gone */
  'file_refused',
  /** nothing can be stored: disk full, database read-only or damaged */
  'storage_unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

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
