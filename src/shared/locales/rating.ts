import { RATING_LINK } from '#shared/domain/rating-rules.ts';
import en from './en/rating.json' with { type: 'json' };
import { ENGLISH } from './languages.ts';

/** The request for a rating, and the texts of the rating page. */
export type RatingTexts = typeof en;

/** The default request of a channel without its own text. */
export const DEFAULT_REQUEST = en.request;

/** The request as the customer receives it; undefined: the channel has no text of its own. */
export function ratingRequest(text: string | undefined, address: string): string {
  return (text ?? DEFAULT_REQUEST).replaceAll(RATING_LINK, () => address);
}

/** The texts in a language of the app: the customer's, not the window's. */
export async function ratingTexts(code: string): Promise<RatingTexts> {
  if (code === ENGLISH.code) return en;
  return ((await import(`./${code}/rating.json`, { with: { type: 'json' } })) as { readonly default: RatingTexts })
    .default;
}
