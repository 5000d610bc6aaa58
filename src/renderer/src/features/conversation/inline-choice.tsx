import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { ChoiceList, useChoice } from '#renderer/components/choice-list.tsx';

/** A sign in a text that asks for a list, and the query after it. */
export interface Asked {
  /** position of the sign */
  readonly start: number;
  /** end of the query: the caret */
  readonly end: number;
  readonly query: string;
}

interface InlineChoiceOptions<Item extends { readonly id: string }> {
  readonly text: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** what is asked for at the caret */
  readonly at: (text: string, caret: number) => Asked | undefined;
  readonly find: (query: string) => readonly Item[];
  /** replaces what was asked */
  readonly onPick: (item: Item, field: HTMLTextAreaElement, asked: Asked) => void;
  /** name of the list */
  readonly label: string;
  /** announced with the list */
  readonly status: (count: number) => string;
  readonly children: (item: Item, isChosen: boolean) => ReactNode;
}

/** A list to choose from above a text field, opened by a sign written there. */
export function useInlineChoice<Item extends { readonly id: string }>(options: InlineChoiceOptions<Item>) {
  const { text, field, at, find, onPick, label, status, children } = options;
  const [written, setAsked] = useState<Asked>();
  // A sent text asks for nothing.
  const asked =
    written !== undefined && text.slice(written.start + 1, written.end) === written.query ? written : undefined;
  // The sign at which Escape closed the list: it stays closed there.
  const closedAt = useRef<number>(undefined);
  const found = asked === undefined ? [] : find(asked.query);

  const look = (): void => {
    const element = field.current;
    const isAtCaret =
      element !== null && element === document.activeElement && element.selectionStart === element.selectionEnd;
    const next = isAtCaret ? at(element.value, element.selectionStart) : undefined;
    if (next?.start !== closedAt.current) closedAt.current = undefined;
    setAsked(closedAt.current === undefined ? next : undefined);
  };
  const pick = (item: Item): void => {
    if (asked === undefined || field.current === null) return;
    setAsked(undefined);
    onPick(item, field.current, asked);
  };
  const close = (): void => {
    closedAt.current = asked?.start;
    setAsked(undefined);
  };
  const choice = useChoice(found, asked?.query ?? '');
  const isOpen = found.length > 0;
  return {
    /** shown above the field, or nothing */
    list: (
      <>
        {isOpen && (
          <div
            data-takes-escape=""
            className="absolute inset-x-4 bottom-full z-30 mb-1 flex rounded-card border bg-raised shadow-float"
          >
            <ChoiceList
              label={label}
              items={found}
              choice={choice}
              onPick={pick}
              className="max-h-[min(264px,40vh)] flex-1"
            >
              {children}
            </ChoiceList>
          </div>
        )}
        <p role="status" className="sr-only">
          {isOpen && status(found.length)}
        </p>
      </>
    ),
    /** for the field: wires it to the list */
    aria: isOpen ? choice.aria : {},
    /** the text or the caret changed, or focus was lost */
    look,
    /** returns whether the list handled the key */
    onKeyDown: (event: KeyboardEvent): boolean => choice.onKeyDown(event, { onPick: pick, onEscape: close }),
  };
}
