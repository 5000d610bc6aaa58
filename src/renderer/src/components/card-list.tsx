import type { ReactNode, Ref } from 'react';

interface CardListProps<Item> {
  readonly label?: string | undefined;
  readonly items: readonly Item[];
  /** receives focus when the focused row is removed */
  readonly ref?: Ref<HTMLUListElement>;
  readonly children: (item: Item) => ReactNode;
}

/** A card with one row per item. */
export function CardList<Item extends { readonly id: string }>({ label, items, ref, children }: CardListProps<Item>) {
  return (
    <ul
      ref={ref}
      tabIndex={ref === undefined ? undefined : -1}
      aria-label={label}
      className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
    >
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
}
