import { useEffect, useRef, type KeyboardEvent, useId, useState, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import { useChannel, useMe, useSavedReplies } from '#renderer/rpc/use-directory.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { indexReplies } from '#shared/domain/find-replies.ts';
import { filledPlaceholders } from '#shared/domain/placeholders.ts';
import { useConversation } from '../conversation-context.ts';

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

interface Choice {
  readonly listId: string;
  readonly activeIndex: number;
  readonly activate: (index: number) => void;
  /** id of the option that Enter would take */
  readonly activeId: string | undefined;
  /** whether the key was for the list */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

interface ChoiceOptions {
  readonly found: readonly SavedReply[];
  /** what was searched: with each change the first is the one to take */
  readonly query: string;
  readonly onPick: (reply: SavedReply) => void;
  readonly onEscape?: () => void;
}

/** One of a list that is chosen with the arrows and taken with Enter or Tab, while the focus stays in the field that searches it. */
export function useChoice({ found, query, onPick, onEscape }: ChoiceOptions): Choice {
  const listId = useId();
  const [active, setActive] = useState({ query, index: 0 });
  const activeIndex = active.query === query ? Math.min(active.index, Math.max(0, found.length - 1)) : 0;
  const reply = found[activeIndex];
  const activate = (index: number): void => setActive({ query, index });

  const act = ({ key }: KeyboardEvent): (() => void) | undefined => {
    switch (key) {
      case 'ArrowDown':
        return () => activate((activeIndex + 1) % found.length);
      case 'ArrowUp':
        return () => activate((activeIndex + found.length - 1) % found.length);
      case 'Enter':
      case 'Tab':
        return reply && (() => onPick(reply));
      case 'Escape':
        return onEscape;
      default:
        return undefined;
    }
  };
  return {
    listId,
    activeIndex,
    activate,
    activeId: reply && optionId(listId, reply),
    onKeyDown: (event) => {
      if (
        found.length === 0 ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.nativeEvent.isComposing
      )
        return false;
      const action = act(event);
      if (action === undefined) return false;
      event.preventDefault();
      action();
      return true;
    },
  };
}

function optionId(listId: string, { id }: SavedReply): string {
  return `${listId}-${id}`;
}

/** The saved replies ready to be searched; empty until they are loaded. */
export function useSavedIndex() {
  const { data } = useSavedReplies();
  return useMemo(() => indexReplies(data ?? []), [data]);
}

/** Fills the placeholders of a reply with what is known in a chat. */
export function useFilled(): (text: string) => string {
  const { chat } = useConversation();
  const operator = useMe().data?.name;
  const channel = useChannel(chat.channelId)?.name;
  return (text) => filledPlaceholders(text, { customer: chat.customer.name, operator, channel });
}
