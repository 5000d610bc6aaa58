import { useTranslation } from 'react-i18next';
import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { X, Plus } from 'lucide-react';
import { MAX_TAG_LENGTH, MAX_TAGS } from '#shared/domain/tags.ts';
import { avatarHue } from './avatar.tsx';
import { ChoiceList, useChoice } from './choice-list.tsx';
import { cn } from './class-names.ts';

interface TagChipProps {
  readonly name: string;
  /** left out: read-only */
  readonly onRemove?: () => void;
  readonly className?: string;
}

/** A tag, coloured by its name; the text carries the meaning. */
export function TagChip({ name, onRemove, className }: TagChipProps) {
  const { t } = useTranslation();
  return (
    <span
      style={{ '--hue': avatarHue(name.toLowerCase()) } as CSSProperties}
      title={name}
      className={cn(
        'tag inline-flex h-5 min-w-0 items-center rounded-sm px-1.5 text-meta font-medium',
        onRemove !== undefined && 'pointer-coarse:h-7',
        className,
      )}
    >
      <bdi className="truncate">{name}</bdi>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={t('tags.remove', { tag: name })}
          onClick={onRemove}
          className="-me-1 ms-0.5 grid size-4 pointer-coarse:size-6 shrink-0 place-items-center rounded-[4px] hover:bg-ground/40"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

interface TagFieldProps {
  readonly tags: readonly string[];
  /** existing tags to choose from */
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** what has these tags, such as the chat or the contact: shown above them */
  readonly label: string;
}

const MAX_SUGGESTIONS = 8;

const normalize = (name: string): string => name.trim().toLowerCase();

interface Offer {
  /** accessible name */
  readonly id: string;
  readonly isNew: boolean;
}

/** Suggestions: tags that start with the text, then those that contain it, and last a new tag. */
function suggestTags(typed: string, tags: readonly string[], known: readonly string[]): readonly Offer[] {
  const wanted = normalize(typed);
  const taken = tags.map(normalize);
  const free = known.filter((name) => !taken.includes(normalize(name)) && normalize(name).includes(wanted));
  const rank = (name: string): number => Number(!normalize(name).startsWith(wanted));
  const sorted = free.toSorted((a, b) => rank(a) - rank(b));
  const offers = sorted.slice(0, MAX_SUGGESTIONS).map((name) => ({ id: name, isNew: false }));
  const isNew = wanted !== '' && !taken.includes(wanted) && !known.some((name) => normalize(name) === wanted);
  return isNew ? [...offers, { id: typed.trim().replaceAll(/\s+/gu, ' '), isNew }] : offers;
}

/** Tags as chips, and a field to add one: Enter accepts the suggestion, Backspace when empty removes the last tag. */
export function TagField({ tags, known, onChange, label }: TagFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const offers = suggestTags(typed, tags, known);
  const choice = useChoice(offers, typed);
  const isFull = tags.length >= MAX_TAGS;
  const isShown = isOpen && !isFull && offers.length > 0;
  const type = (text: string): void => {
    setTyped(text);
    setOpen(true);
  };
  const add = (name: string): void => {
    onChange([...tags, name]);
    type('');
  };
  const nothing = (): void => undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { item } = choice;
    const isTyped = typed.trim() !== '';
    const move = (by: number) => () => (isShown ? choice.step(by) : setOpen(true));
    const actions: Partial<Record<string, (() => void) | undefined>> = {
      ArrowDown: move(1),
      ArrowUp: move(-1),
      Enter: item && (isShown || isTyped) ? () => add(item.id) : nothing,
      ',': isTyped ? () => add(typed.trim()) : nothing,
      Backspace: typed === '' && tags.length > 0 ? () => onChange(tags.slice(0, -1)) : undefined,
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
      <p className="text-meta text-ink-quiet">{label}</p>
      <div className="flex flex-wrap items-center gap-1 rounded-control border border-edge bg-raised p-1 transition-colors focus-within:border-accent hover:border-ink-quiet">
        {tags.length > 0 && (
          <ul aria-label={label} className="contents">
            {tags.map((name) => (
              <li key={name} className="flex max-w-full min-w-0">
                <TagChip name={name} onRemove={() => onChange(tags.filter((tag) => tag !== name))} className="h-6" />
              </li>
            ))}
          </ul>
        )}
        <input
          aria-label={t('tags.add')}
          {...(isShown ? choice.combobox : { role: 'combobox', type: 'text', 'aria-expanded': false })}
          placeholder={isFull ? undefined : t('tags.add')}
          value={typed}
          maxLength={MAX_TAG_LENGTH}
          disabled={isFull}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className="h-6 pointer-coarse:h-11 min-w-24 flex-1 bg-transparent px-1.5 text-ui text-ink outline-none focus-visible:outline-none"
        />
      </div>
      {isFull && <p className="text-meta text-ink-quiet">{t('tags.most', { count: MAX_TAGS })}</p>}
      {isShown && (
        <ChoiceList
          label={t('tags.suggestions')}
          items={offers}
          choice={choice}
          onPick={({ id }) => add(id)}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-56 rounded-control border bg-raised shadow-float"
        >
          {({ id, isNew }) => (
            <span className="flex h-6 pointer-coarse:h-8 items-center gap-2">
              {isNew ? (
                <>
                  <Plus aria-hidden className="size-4 shrink-0 text-ink-quiet" />
                  <bdi className="truncate">{t('tags.create', { tag: id })}</bdi>
                </>
              ) : (
                <TagChip name={id} />
              )}
            </span>
          )}
        </ChoiceList>
      )}
    </div>
  );
}
