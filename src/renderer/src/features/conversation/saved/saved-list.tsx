import { useTranslation } from 'react-i18next';
import { useEffect, useRef } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { type Choice, optionId } from './use-choice.ts';

interface SavedListProps {
  readonly found: readonly SavedReply[];
  readonly choice: Choice;
  /** the words as they would be inserted */
  readonly filled: (text: string) => string;
  readonly onPick: (reply: SavedReply) => void;
  readonly className?: string;
}

/** The saved replies that fit: shortcut, and the beginning of the words. The focus stays in the field. */
export function SavedList({ found, choice, filled, onPick, className }: SavedListProps) {
  const { t } = useTranslation('conversation');
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [choice.activeId]);
  return (
    <div
      id={choice.listId}
      role="listbox"
      aria-label={t('savedReplies.title')}
      className={cn('min-h-0 overflow-y-auto overscroll-contain p-1', className)}
    >
      {found.map((reply, index) => {
        const isActive = index === choice.activeIndex;
        return (
          <div
            key={reply.id}
            ref={isActive ? active : undefined}
            id={optionId(choice.listId, reply)}
            role="option"
            aria-selected={isActive}
            onPointerMove={() => !isActive && choice.activate(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
            className={cn('flex flex-col rounded-sm px-2 py-1.5 text-ui select-none', isActive && 'bg-selected')}
          >
            <bdi className="truncate font-medium">/{reply.shortcut}</bdi>
            <bdi className={cn('truncate', isActive ? 'text-ink' : 'text-ink-quiet')}>
              {filled(reply.text).slice(0, 200).replaceAll(/\s+/gu, ' ')}
            </bdi>
          </div>
        );
      })}
    </div>
  );
}
