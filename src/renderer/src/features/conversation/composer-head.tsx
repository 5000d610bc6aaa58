import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { MessageSquare, StickyNote } from 'lucide-react';
import { cn } from '#renderer/components/class-names.ts';
import type { WritingKind } from './writing.ts';

interface ComposerHeadProps {
  readonly notice: string | undefined;
  /** it is about a bot */
  readonly isOfBot?: boolean;
  readonly children: ReactNode;
}

/** The top of a composer: the switch between replies and notes where there is one, and what sending will do besides. */
export function ComposerHead({ notice, isOfBot = false, children }: ComposerHeadProps) {
  if (notice === undefined) return children !== undefined && <div className="px-1.5 pt-1.5">{children}</div>;
  return (
    <div
      className={cn(
        'flex items-center gap-2 rounded-t-card border-b px-1.5 py-1.5 text-meta',
        isOfBot ? 'bg-bot-tint text-bot' : 'text-ink-quiet',
      )}
    >
      {children}
      <p id="composer-notice" className="min-w-0 px-1.5 wrap-anywhere">
        {notice}
      </p>
    </div>
  );
}

const kinds = [
  { kind: 'reply', icon: <MessageSquare aria-hidden /> },
  { kind: 'note', icon: <StickyNote aria-hidden /> },
] as const;

/** Turns the composer to words for the customer, or for the operators alone. */
export function WritingSwitch({
  kind,
  onWrite,
}: {
  readonly kind: WritingKind;
  readonly onWrite: (kind: WritingKind) => void;
}) {
  const { t } = useTranslation('conversation');
  return (
    <div role="group" aria-label={t('notes.kinds')} className="flex shrink-0 gap-0.5">
      {kinds.map((each) => (
        <button
          key={each.kind}
          type="button"
          aria-pressed={each.kind === kind}
          onClick={() => onWrite(each.kind)}
          className={cn(
            'flex h-6 items-center gap-1.5 rounded-sm px-2 text-meta font-medium text-ink-quiet transition-colors select-none hover:bg-hover hover:text-ink pointer-coarse:h-8 [&_svg]:size-3.5',
            each.kind === 'note'
              ? 'aria-pressed:bg-raised aria-pressed:text-note'
              : 'aria-pressed:bg-selected aria-pressed:text-ink',
          )}
        >
          {each.icon}
          {t(`notes.${each.kind}`)}
        </button>
      ))}
    </div>
  );
}
