import { firstCodePoints } from '#shared/protocol/chat-channel.ts';

/** Maximum code points of a comment. */
export const MAX_COMMENT_LENGTH = 2000;

/** A posted form; nothing in it can be trusted. */
export interface PostedForm {
  /** 1 to 5; undefined: nothing or something invalid was sent */
  readonly rate: number | undefined;
  /** undefined: left blank */
  readonly comment: string | undefined;
}

/** Parses an `application/x-www-form-urlencoded` body; a long comment is cut. */
export function readRatingForm(body: Buffer): PostedForm {
  const fields = new URLSearchParams(body.toString('utf8'));
  const rate = /^[1-5]$/.exec(fields.get('rate') ?? '')?.[0];
  const words = (fields.get('comment') ?? '').toWellFormed().replaceAll('\r\n', '\n').trim();
  const comment = firstCodePoints(words, MAX_COMMENT_LENGTH).trim();
  return { rate: rate === undefined ? undefined : Number(rate), comment: comment === '' ? undefined : comment };
}
