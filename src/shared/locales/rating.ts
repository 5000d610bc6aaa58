import { RATING_LINK } from '#shared/domain/rating-rules.ts';
import en from './en/rating.json' with { type: 'json' };
import { ENGLISH } from './languages.ts';

/** What customers are asked for a rating with, and the page on which they give it. */
export type RatingTexts = typeof en;

/** What a channel asks with that has no text of its own. */
export const USUAL_REQUEST = en.request;

/** The request as the customer gets it; undefined: the channel has no text of its own. */
export function ratingRequest(text: string | undefined, address: string): string {
  return (text ?? USUAL_REQUEST).replaceAll(RATING_LINK, () => address);
}

/** The texts in a language that the app speaks: the customer's is not the window's. */
export async function ratingTexts(code: string): Promise<RatingTexts> {
  if (code === ENGLISH.code) return en;
  return ((await import(`./${code}/rating.json`, { with: { type: 'json' } })) as { readonly default: RatingTexts })
    .default;
}
