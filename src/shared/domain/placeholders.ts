/** Placeholders that a saved reply can leave to be filled in when it is used. */
export const PLACEHOLDERS = ['customer', 'operator', 'channel'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** `{customer}` and so on, ignoring inner spaces and case; anything else in braces is left as is. */
const PLACEHOLDER_PATTERN = / ?\{\s*(?:customer|operator|channel)\s*\}/gi;

/** The text with its placeholders filled in; an unknown value removes the space before it ("Hello {customer}," is "Hello,"). */
export function fillPlaceholders(text: string, known: Readonly<Record<Placeholder, string | undefined>>): string {
  return text.replaceAll(PLACEHOLDER_PATTERN, (written) => {
    const name = written.replaceAll(/[{}\s]/g, '').toLowerCase() as Placeholder;
    const value = known[name]?.trim();
    if (value === undefined || value === '') return '';
    return `${written.startsWith(' ') ? ' ' : ''}${value}`;
  });
}
