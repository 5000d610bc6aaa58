import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';

/** A part of a customer's text: plain text, a link, or an invisible character. */
type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'unseen'; readonly text: string };

// Bidi controls end a link: they could disguise its target.
const LINK = /https?:\/\/[^\s<>"'`\0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;

const TRAILING: ReadonlySet<string> = new Set('.,;:!?…)]}»”’');

/** Plain text by a person: keeps line breaks; its direction follows its first letter and is isolated. */
export function MessageText({ text, className }: { readonly text: string; readonly className?: string }) {
  const parts = useMemo(() => textParts(text), [text]);
  return (
    <div
      dir="auto"
      className={cn('text-message wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]', className)}
    >
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { readonly part: TextPart }) {
  const { t } = useTranslation('conversation');
  switch (part.kind) {
    case 'words':
      return part.text;
    case 'link':
      return (
        <ExternalLink href={part.href} look="words">
          <bdi dir="ltr">{part.text}</bdi>
        </ExternalLink>
      );
    case 'unseen':
      return (
        <bdi role="img" aria-label={t('nullCharacter')} className="rounded-sm bg-hover px-0.5 text-ink-quiet">
          {'␀'.repeat(part.text.length)}
        </bdi>
      );
  }
}

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
