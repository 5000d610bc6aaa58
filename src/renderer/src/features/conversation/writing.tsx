import { MessageSquare, StickyNote } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import { turnWriting, useWritingStore, type WritingKind } from '#renderer/rpc/drafts.ts';

/** What is written in a chat, and how to turn to the other kind: what takes the words then has the focus, or else what is offered instead. */
export function useWriting(
  chatId: string,
  field: RefObject<HTMLElement | null>,
  instead: RefObject<HTMLElement | null>,
): { readonly kind: WritingKind; readonly write: (kind: WritingKind) => void } {
  const kind = useWritingStore(({ kinds: written }): WritingKind => written[chatId] ?? 'reply');
  const hasTurned = useRef(false);
  const focus = (): void => (field.current ?? instead.current)?.focus();
  useEffect(() => {
    if (hasTurned.current) (field.current ?? instead.current)?.focus();
    hasTurned.current = false;
  }, [kind, field, instead]);
  return {
    kind,
    write: (next) => {
      if (next === kind) return focus();
      hasTurned.current = true;
      turnWriting(chatId, next);
    },
  };
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
