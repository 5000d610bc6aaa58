import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { showUnseen } from '#shared/domain/visible-text.ts';
import { type TextPart, textParts } from '#shared/domain/text-parts.ts';

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
          {showUnseen(part.text)}
        </bdi>
      );
  }
}
