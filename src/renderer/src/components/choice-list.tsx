import { type AriaAttributes, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cn } from './class-names.ts';

interface Choosable {
  readonly id: string;
}

/**
 * The selected item of a list whose search field keeps the focus. The selection survives changes of the list; a new
 * `query` resets it to `usual`, by default the first item.
 */
export function useChoice<Item extends Choosable>(
  items: readonly Item[],
  query: string,
  initial: Item | undefined = items[0],
) {
  const listId = useId();
  const [chosen, setChosen] = useState<{ readonly query: string; readonly id: string }>();
  const item = items.find(({ id }) => chosen?.query === query && chosen.id === id) ?? initial;
  const choose = ({ id }: Item): void => setChosen({ query, id });
  const index = items.findIndex(({ id }) => id === item?.id);
  const step = (by: number): void => {
    const next = items.at((index + by) % items.length);
    if (next !== undefined) choose(next);
  };
  const aria = {
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-activedescendant': item && `${listId}-${String(index)}`,
  } satisfies AriaAttributes;
  return {
    listId,
    item,
    choose,
    step,
    /** for a textarea: wires it to the list */
    aria,
    /** for a search field */
    combobox: { ...aria, role: 'combobox', type: 'text', 'aria-expanded': items.length > 0 },
    /** arrows select, Enter and Tab accept; returns whether the key was handled */
    onKeyDown: (
      event: KeyboardEvent,
      { onPick, onEscape }: { readonly onPick?: (item: Item) => void; readonly onEscape?: () => void },
    ): boolean => {
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      if (items.length === 0 || altKey || ctrlKey || metaKey || shiftKey) return false;
      const accept = item && onPick && (() => onPick(item));
      const actions: Partial<Record<string, () => void>> = {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        Enter: accept,
        Tab: accept,
        Escape: onEscape,
      };
      const act = actions[event.key];
      if (act === undefined) return false;
      event.preventDefault();
      act();
      return true;
    },
  };
}

interface ChoiceListProps<Item extends Choosable> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly choice: ReturnType<typeof useChoice<Item>>;
  /** clicking accepts and hovering selects; left out: clicking selects */
  readonly onPick?: (item: Item) => void;
  readonly className?: string;
  readonly children: (item: Item, isChosen: boolean) => ReactNode;
}

/** The list to choose from; it never takes focus. */
export function ChoiceList<Item extends Choosable>({
  label,
  items,
  choice,
  onPick,
  className,
  children,
}: ChoiceListProps<Item>) {
  const chosen = useRef<HTMLDivElement>(null);
  const chosenId = choice.item?.id;
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div
      id={choice.listId}
      role="listbox"
      aria-label={label}
      className={cn('min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden', className)}
    >
      {items.map((item, index) => {
        const isChosen = item.id === chosenId;
        return (
          <div
            key={item.id}
            ref={isChosen ? chosen : undefined}
            id={`${choice.listId}-${String(index)}`}
            role="option"
            aria-selected={isChosen}
            onPointerMove={() => onPick !== undefined && !isChosen && choice.choose(item)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => (onPick ?? choice.choose)(item)}
            className={cn('rounded-sm px-2 py-1 text-ui select-none', isChosen ? 'bg-selected' : 'hover:bg-hover')}
          >
            {children(item, isChosen)}
          </div>
        );
      })}
    </div>
  );
}
