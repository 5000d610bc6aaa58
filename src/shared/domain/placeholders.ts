/** What a saved reply can leave to the moment in which it is used. */
export const PLACEHOLDERS = ['customer', 'operator', 'channel'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** `{customer}` and so on, spaces inside and letters' case aside; anything else in braces stays as it is written. */
const WRITTEN = / ?\{\s*(?:customer|operator|channel)\s*\}/gi;

/** The text with its placeholders filled; what is not known takes a space before it along ("Hello {customer}," becomes "Hello,"). */
export function filledPlaceholders(text: string, known: Readonly<Record<Placeholder, string | undefined>>): string {
  return text.replaceAll(WRITTEN, (written) => {
    const name = written.replaceAll(/[{}\s]/g, '').toLowerCase() as Placeholder;
    const value = known[name]?.trim();
    if (value === undefined || value === '') return '';
    return `${written.startsWith(' ') ? ' ' : ''}${value}`;
  });
}
