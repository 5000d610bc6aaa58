import type { MediaRefusal } from '#shared/contract/media.ts';

/** Why a file is not accepted. */
export class MediaProblem extends Error {
  readonly reason: MediaRefusal;
  readonly status: number | undefined;
  /** bytes, if known */
  readonly size: number | undefined;

  constructor(
    reason: MediaRefusal,
    more: { readonly status?: number; readonly size?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(`The file is not taken: ${reason}`, { cause: more.cause });
    this.name = 'MediaProblem';
    this.reason = reason;
    this.status = more.status;
    this.size = more.size;
  }
}
