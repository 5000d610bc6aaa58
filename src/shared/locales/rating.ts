import { RATING_LINK } from '#shared/domain/rating-rules.ts';
import de from './de/rating.json' with { type: 'json' };
import en from './en/rating.json' with { type: 'json' };
import es from './es/rating.json' with { type: 'json' };
import ptBR from './pt-BR/rating.json' with { type: 'json' };
import ru from './ru/rating.json' with { type: 'json' };

export type RatingTexts = typeof en;

/** What customers are asked for a rating with, and the page on which they give it, by language. All are there at once: the customer's language is not the window's. */
export const RATING: Readonly<Record<string, RatingTexts>> = { en, de, es, 'pt-BR': ptBR, ru };

/** The request as the customer gets it; undefined: the channel has no text of its own. */
export function ratingRequest(text: string | undefined, address: string): string {
  return (text ?? en.request).replaceAll(RATING_LINK, () => address);
}

/** The texts in a language; English where there are none. */
export function ratingTexts(code: string): RatingTexts {
  return RATING[code] ?? en;
}
