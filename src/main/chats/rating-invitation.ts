import { createHash, randomBytes } from 'node:crypto';
import type { RatingInvitation } from '#main/store/reports/ratings.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';

/** A rating page at an unguessable address below the public one; the store keeps only its digest. */
export function newRatingInvitation(publicAddress: string, texts: RatingInvitation['texts']): RatingInvitation {
  const token = randomBytes(24).toString('base64url');
  return { digest: digestOf(token), address: `${withoutSlashes(publicAddress)}/rating/${token}`, texts };
}

/** The form in which the store knows the token of a rating page. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
