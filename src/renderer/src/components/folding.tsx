import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { SearchInput } from '#renderer/components/field.tsx';

interface FoldingListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** an item's line, which expands to its fields */
  readonly renderLine: (item: Item) => ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A list in which one item at a time is expanded. */
export function FoldingList<Item extends { readonly id: string }>({
  label,
  items,
  renderLine,
  children,
}: FoldingListProps<Item>) {
  const [openId, setOpenId] = useState<string>();
  const id = useId();
  return (
    <Rows label={label} rows={items} keyOf={(item) => item.id}>
      {(item) => {
        const isOpen = item.id === openId;
        return (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpenId(isOpen ? undefined : item.id)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              {renderLine(item)}
              <ChevronRight
                aria-hidden
                className={cn('size-4 shrink-0 text-ink-quiet transition-transform', isOpen && 'unfolded')}
              />
            </button>
            {isOpen && (
              <div id={id} className="flex flex-col gap-4 border-t px-4 py-4">
                {children(item)}
              </div>
            )}
          </>
        );
      }}
    </Rows>
  );
}

const SEARCHED_FROM = 9;

interface SearchedListProps<Item> extends FoldingListProps<Item> {
  readonly searchLabel: string;
  readonly nothingFits: string;
  readonly find: (query: string) => readonly Item[];
}

/** The same, with a search field once it is long. */
export function SearchedList<Item extends { readonly id: string }>({
  searchLabel,
  nothingFits,
  find,
  ...list
}: SearchedListProps<Item>) {
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? list.items : find(query);
  return (
    <div className="flex flex-col gap-3">
      {list.items.length >= SEARCHED_FROM && <SearchInput label={searchLabel} value={query} onValueChange={setQuery} />}
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {found.length === 0 && nothingFits}
      </p>
      {found.length > 0 && <FoldingList {...list} items={found} />}
    </div>
  );
}

interface MoreProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Rarely needed settings, collapsed. */
export function More({ label, className, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-ms-1.5 flex min-h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-start text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink"
      >
        <ChevronRight aria-hidden className={cn('size-4 shrink-0 transition-transform', isOpen && 'unfolded')} />
        {label}
      </button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-5 pt-2">
          {children}
        </div>
      )}
    </div>
  );
}

/** Settings for developers of the website or bot, collapsed. */
export function ForDevelopers({ children }: Pick<MoreProps, 'children'>) {
  const { t } = useTranslation('settings');
  return (
    <More label={t('forDevelopers')} className="border-t pt-3">
      {children}
    </More>
  );
}
