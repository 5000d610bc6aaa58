import { type KeyboardEvent, useId, useState } from 'react';
import type { SavedReply } from '#shared/contract/saved-replies.ts';

export interface Choice {
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

export function optionId(listId: string, { id }: SavedReply): string {
  return `${listId}-${id}`;
}
