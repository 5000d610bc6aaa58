import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { showUnseen } from '#shared/domain/visible-text.ts';
import { mentionParts } from '#shared/domain/mentions.ts';
import type { Message } from '#shared/domain/message.ts';
import { type TextPart, textParts } from '#shared/domain/text-parts.ts';

interface MessageTextProps {
  readonly text: string;
  /** of a note */
  readonly mentions?: Message['mentions'] | undefined;
  readonly className?: string | undefined;
}

/** Plain text by a person: keeps line breaks; its direction follows its first letter and is isolated. */
export function MessageText({ text, mentions, className }: MessageTextProps) {
  const parts = useMemo(() => textParts(text), [text]);
  return (
    <div
      dir="auto"
      className={cn('text-message wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]', className)}
    >
      {parts.map((part, index) => (
        <Part key={index} part={part} mentions={mentions} />
      ))}
    </div>
  );
}

function Part({ part, mentions = [] }: { readonly part: TextPart } & Pick<MessageTextProps, 'mentions'>) {
  const { t } = useTranslation('conversation');
  switch (part.kind) {
    case 'words': {
      const names = mentions.map(({ name }) => name);
      return mentionParts(part.text, names).map((words, at) =>
        at % 2 === 0 ? (
          words
        ) : (
          <bdi key={at} className="font-semibold text-note">
            {words}
          </bdi>
        ),
      );
    }
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
