import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { textParts, type TextPart } from './text-parts.ts';

/** Somebody's words as plain text: line breaks kept, direction by their own first letter, kept from what is around. */
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
        <a
          href={part.href}
          title={part.href}
          target="_blank"
          rel="noopener noreferrer"
          className="text-current underline decoration-1"
        >
          <bdi dir="ltr">{part.text}</bdi>
        </a>
      );
    case 'unseen':
      return (
        <bdi role="img" aria-label={t('nullCharacter')} className="rounded-sm bg-hover px-0.5 text-ink-quiet">
          {'␀'.repeat(part.text.length)}
        </bdi>
      );
  }
}
