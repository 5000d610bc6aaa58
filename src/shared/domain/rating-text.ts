/** Stands in the text where the address of the rating page goes. */
export const RATING_LINK = '{link}';

const USUAL = 'How did we do? Please rate this chat: {link}';

/** The request as the customer gets it; undefined: the channel has no text of its own. */
export function ratingRequest(text: string | undefined, address: string): string {
  return (text ?? USUAL).replaceAll(RATING_LINK, () => address);
}
