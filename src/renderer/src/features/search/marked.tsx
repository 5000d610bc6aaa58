import type { MarkedText } from '#shared/contract/search.ts';

/** A text with the words that were found. What people wrote is text and nothing else. */
export function Marked({ text }: { readonly text: MarkedText }) {
  return text.map((part, index) =>
    part.isFound ? (
      <mark key={index} className="rounded-xs bg-found font-medium text-ink">
        {part.text}
      </mark>
    ) : (
      <span key={index}>{part.text}</span>
    ),
  );
}
