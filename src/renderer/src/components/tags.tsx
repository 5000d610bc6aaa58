import { useTranslation } from 'react-i18next';
import { useId, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { X, Plus } from 'lucide-react';
import { avatarHue } from './avatar.tsx';
import { cn } from './class-names.ts';

interface TagChipProps {
  readonly name: string;
  /** left out: it only shows */
  readonly onRemove?: () => void;
  readonly className?: string;
}

/** A tag, in a colour of its own that its name decides; the word says it. */
export function TagChip({ name, onRemove, className }: TagChipProps) {
  const { t } = useTranslation();
  return (
    <span
      style={{ '--hue': avatarHue(name.toLowerCase()) } as CSSProperties}
      title={name}
      className={cn('tag inline-flex h-5 min-w-0 items-center rounded-sm px-1.5 text-meta font-medium', className)}
    >
      <bdi className="truncate">{name}</bdi>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={t('tags.remove', { tag: name })}
          onClick={onRemove}
          className="-me-1 ms-0.5 grid size-4 shrink-0 place-items-center rounded-[4px] hover:bg-ground/40"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

interface TagFieldProps {
  readonly tags: readonly string[];
  /** tags that are in use, to choose from */
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** whose they are */
  readonly label: string;
  readonly most: number;
  /** characters */
  readonly longest: number;
}

const SHOWN = 8;

const folded = (name: string): string => name.trim().toLowerCase();

interface Offer {
  readonly name: string;
  readonly isNew: boolean;
}

/** What fits what is typed: tags that begin so, those that have it, and last a new one. */
function offersFor(typed: string, tags: readonly string[], known: readonly string[]): readonly Offer[] {
  const wanted = folded(typed);
  const taken = tags.map(folded);
  const free = known.filter((name) => !taken.includes(folded(name)) && folded(name).includes(wanted));
  const sorted = [
    ...free.filter((name) => folded(name).startsWith(wanted)),
    ...free.filter((name) => !folded(name).startsWith(wanted)),
  ];
  const offers = sorted.slice(0, SHOWN).map((name) => ({ name, isNew: false }));
  const isNew = wanted !== '' && !taken.includes(wanted) && !known.some((name) => folded(name) === wanted);
  return isNew ? [...offers, { name: typed.trim().replaceAll(/\s+/gu, ' '), isNew }] : offers;
}

/** Tags as chips, and a field that adds: Enter takes what is marked below it, Backspace in the empty field takes the last one away. */
export function TagField({ tags, known, onChange, label, most, longest }: TagFieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const offers = offersFor(typed, tags, known);
  const isFull = tags.length >= most;
  const isShown = isOpen && !isFull && offers.length > 0;
  const activeIndex = Math.min(active, offers.length - 1);
  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };
  const add = (name: string): void => {
    onChange([...tags, name]);
    type('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const offer = offers[activeIndex];
    const move = (step: number) => () => {
      setOpen(true);
      if (isShown) setActive((activeIndex + step + offers.length) % offers.length);
    };
    const last = typed === '' ? tags.at(-1) : undefined;
    const actions: Partial<Record<string, (() => void) | undefined>> = {
      ArrowDown: move(1),
      ArrowUp: move(-1),
      Enter: offer && (isShown || typed.trim() !== '') ? () => add(offer.name) : () => undefined,
      ',': typed.trim() === '' ? () => undefined : () => add(typed.trim()),
      Backspace: last === undefined ? undefined : () => onChange(tags.slice(0, -1)),
      Escape: isShown ? () => setOpen(false) : undefined,
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <div className="relative flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1 rounded-control border border-edge bg-raised p-1 transition-colors focus-within:border-accent hover:border-ink-quiet">
        {tags.length > 0 && (
          <ul aria-label={label} className="contents">
            {tags.map((name) => (
              <li key={name} className="flex max-w-full min-w-0">
                <TagChip name={name} onRemove={() => onChange(tags.filter((each) => each !== name))} className="h-6" />
              </li>
            ))}
          </ul>
        )}
        <input
          type="text"
          role="combobox"
          aria-label={t('tags.add')}
          aria-expanded={isShown}
          aria-autocomplete="list"
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown ? `${listId}-${String(activeIndex)}` : undefined}
          placeholder={isFull ? undefined : t('tags.add')}
          value={typed}
          maxLength={longest}
          disabled={isFull}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 text-ui text-ink outline-none focus-visible:outline-none"
        />
      </div>
      {isFull && <p className="text-meta text-ink-quiet">{t('tags.most', { count: most })}</p>}
      {isShown && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('tags.suggestions')}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-56 overflow-y-auto rounded-control border bg-raised p-1 shadow-float"
        >
          {offers.map((offer, index) => (
            <div
              key={offer.name}
              id={`${listId}-${String(index)}`}
              role="option"
              aria-selected={index === activeIndex}
              onPointerMove={() => index !== activeIndex && setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(offer.name)}
              className={cn(
                'flex h-8 items-center gap-2 rounded-sm px-1.5 text-ui select-none',
                index === activeIndex && 'bg-selected',
              )}
            >
              {offer.isNew ? (
                <>
                  <Plus aria-hidden className="size-4 shrink-0 text-ink-quiet" />
                  <bdi className="truncate">{t('tags.create', { tag: offer.name })}</bdi>
                </>
              ) : (
                <TagChip name={offer.name} />
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
