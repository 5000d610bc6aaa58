/** A part of a customer's text: plain text, a link, or an invisible character. */
export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'unseen'; readonly text: string };

// Bidi controls end a link: they could disguise its target.
const LINK = /https?:\/\/[^\s<>"'`\0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;

const TRAILING: ReadonlySet<string> = new Set('.,;:!?…)]}»”’');

/** Splits a plain text for display. The parts' texts joined are the original. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(LINK)) {
    const link = withoutTrailing(match[0]);
    if (!URL.canParse(link)) continue;
    parts.push(...plainParts(text.slice(done, match.index)));
    parts.push({ kind: 'link', text: link, href: new URL(link).href });
    done = match.index + link.length;
  }
  return [...parts, ...plainParts(text.slice(done))];
}

function plainParts(text: string): readonly TextPart[] {
  return text
    .split(/(\0+)/)
    .filter((part) => part !== '')
    .map((part) => ({ kind: part.startsWith('\0') ? 'unseen' : 'words', text: part }));
}

/** A full stop or bracket after an address belongs to the sentence, unless the address contains the opening bracket. */
function withoutTrailing(link: string): string {
  let end = link.length;
  while (TRAILING.has(link.charAt(end - 1))) end -= 1;
  return link.slice(end) === ')' && link.includes('(') ? link : link.slice(0, end);
}
