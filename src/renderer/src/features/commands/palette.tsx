import { useTranslation } from 'react-i18next';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState, type ComponentType } from 'react';
import { createPersisted } from '#renderer/state/page-state.ts';
import { isPressed } from '#renderer/state/commands.tsx';
import { Kbd } from '#renderer/components/keys.tsx';
import { withoutMarks } from '#shared/domain/search-terms.ts';

const MAX_RECENT = 20;

/** Ids of recent commands, latest first; kept on this device. */
const useRecent = createPersisted<{ readonly ids: readonly string[] }>('commands', { ids: [] });

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** a `PaletteList`, created each time the palette opens */
  readonly children: (choose: (command: Command) => void) => ReactNode;
}

/** The command palette. The chosen command runs after the palette has closed and focus is restored, as by its key. */
export function Palette({ open, onOpenChange, children }: PaletteProps) {
  const { t } = useTranslation('app');
  const chosen = useRef<Command>(undefined);
  const choose = (command: Command): void => {
    chosen.current = command;
    useRecent.setState(({ ids }) => ({
      ids: [command.id, ...ids.filter((id) => id !== command.id)].slice(0, MAX_RECENT),
    }));
    onOpenChange(false);
  };
  const onOpenChangeComplete = (isOpen: boolean): void => {
    if (!isOpen) chosen.current?.run();
    chosen.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isPressed(event, 'palette')) return;
    event.preventDefault();
    onOpenChange(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)} onOpenChangeComplete={onOpenChangeComplete}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          onKeyDown={onKeyDown}
          className="fixed top-[min(96px,10dvh)] left-1/2 z-40 flex max-h-[min(520px,80dvh)] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-card border bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{t('commands.palette.title')}</Dialog.Title>
          {children(choose)}
          <Dialog.Close className="sr-only">{t('commands.palette.close')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteListProps {
  readonly commands: readonly Command[];
  readonly onChoose: (command: Command) => void;
}

/** The search field and the matches by group; arrow keys move, Enter runs. */
export function PaletteList({ commands, onChoose }: PaletteListProps) {
  const { t } = useTranslation('app');
  const [typed, setTyped] = useState('');
  // Fixed when the palette opens: nothing moves while it closes.
  const [recent] = useState(() => useRecent.getState().ids);
  const groups = useMemo(() => groupCommands(typed, commands, recent), [typed, commands, recent]);
  // A choice runs; it is not written into the field.
  const change = (value: string, { reason }: { readonly reason: string }): void => {
    if (reason !== 'item-press') setTyped(value);
  };
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      mode="none"
      itemToStringValue={({ label }: Command) => label}
      value={typed}
      onValueChange={change}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        <Autocomplete.Input
          aria-label={t('commands.palette.search')}
          placeholder={t('commands.palette.placeholder')}
          className="h-12 min-w-0 flex-1 bg-transparent text-message outline-none"
        />
      </div>
      <Autocomplete.Status className="sr-only">
        {typed !== '' && count > 0 && t('commands.palette.found', { count })}
      </Autocomplete.Status>
      <Autocomplete.Empty className="empty:hidden px-4 py-6 text-center text-ui text-ink-quiet">
        {t('commands.palette.none')}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={t('commands.palette.list')}
        className="min-h-0 flex-1 scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
      >
        {(group: ShownGroup) => (
          <Autocomplete.Group key={group.name} items={group.items} className="pb-1.5 last:pb-0">
            <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-meta font-medium text-ink-quiet select-none">
              {t(`commands.palette.groups.${group.name}`)}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => <PaletteItem key={command.id} command={command} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function PaletteItem({ command, onChoose }: Pick<PaletteListProps, 'onChoose'> & { readonly command: Command }) {
  const { label, hint, shortcut, icon: Icon } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onChoose(command)}
      className="flex min-h-(--control) items-center gap-2.5 rounded-sm px-2.5 text-ui outline-hidden select-none data-highlighted:bg-selected"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-quiet" />
      <bdi className="max-w-full shrink-0 truncate">{label}</bdi>
      {hint !== undefined && <bdi className="min-w-0 flex-1 truncate text-ink-quiet">{hint}</bdi>}
      {shortcut !== undefined && <Kbd keys={shortcut} className="ms-auto" />}
    </Autocomplete.Item>
  );
}

/** Palette groups, in their order without a query. */
const commandGroups = ['chat', 'chats', 'go', 'you', 'appearance'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A command available now, by name. */
export interface Command {
  /** stable across restarts, to identify recent commands: `take`, `/settings/bots`, `/chat/7` */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** quiet text beside the label; also searched */
  readonly hint?: string | undefined;
  /** additional search words */
  readonly also?: string | undefined;
  /** its shortcut as displayed */
  readonly shortcut?: string | undefined;
  readonly icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: boolean }>;
  readonly run: () => void;
}

/** Score of a word's match; matches beside the label count half. */
const SCORES = { whole: 10, beginning: 8, inside: 4, initials: 3, scattered: 2 } as const;

/**
 * Score of an item against the typed words, in any order; undefined if one of them does not match at all. Ignores case
 * and accents, and accepts missing letters and word beginnings: `ta ch`, `tach`, `tc`.
 */
export function scoreCommand(
  typed: string,
  { label, hint = '', also = '' }: Pick<Command, 'label' | 'hint' | 'also'>,
): number | undefined {
  const labelWords = splitWords(label);
  const otherWords = splitWords(`${hint} ${also}`);
  const fits = splitWords(typed).map((word) =>
    Math.max(
      bestScore(word, labelWords),
      beginsWords(word, labelWords) ? SCORES.initials : 0,
      bestScore(word, otherWords) / 2,
    ),
  );
  if (fits.includes(0)) return undefined;
  return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, fits.length);
}

/** Lower case, without accents, split at everything but letters, digits and symbols. */
function splitWords(text: string): readonly string[] {
  return withoutMarks(text)
    .split(/[^\p{L}\p{N}\p{Sc}\p{So}]+/u)
    .filter(Boolean);
}

function bestScore(sought: string, words: readonly string[]): number {
  return Math.max(0, ...words.map((word) => scoreWord(sought, word)));
}

function scoreWord(sought: string, word: string): number {
  if (word === sought) return SCORES.whole;
  if (word.startsWith(sought)) return SCORES.beginning;
  if (sought.length > 1 && word.includes(sought)) return SCORES.inside;
  return isScattered(sought, word) ? SCORES.scattered : 0;
}

/** Matches a word with at most half of its letters missing, and not the first. */
function isScattered(sought: string, word: string): boolean {
  if (sought.length < 3 || sought.length * 2 < word.length || sought[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === sought[at]) at += 1;
  return at === sought.length;
}

/** Matches a text made of beginnings of these words, in order; words may be skipped. */
function beginsWords(sought: string, words: readonly string[]): boolean {
  if (sought === '') return true;
  return words.some((word, index) => {
    const rest = words.slice(index + 1);
    for (let length = 1; length <= sought.length && word.startsWith(sought.slice(0, length)); length += 1) {
      if (beginsWords(sought.slice(length), rest)) return true;
    }
    return false;
  });
}

interface ShownGroup {
  readonly name: CommandGroup | 'recent';
  readonly items: readonly Command[];
}

/** Limits: recent commands, and chats without and with a query. */
const LIMITS = { recent: 5, chats: 5, foundChats: 12 } as const;

/**
 * The palette's groups. Without a query: recent commands, then everything by group. With one: matches, best first, in
 * groups ordered by their best match; ties go to the most recent.
 */
export function groupCommands(
  typed: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly ShownGroup[] {
  const limited = (name: CommandGroup, items: readonly Command[], mostChats: number) => ({
    name,
    items: name === 'chats' ? items.slice(0, mostChats) : items,
  });
  if (typed.trim() === '') {
    const last = recent.flatMap((id) => commands.filter((command) => command.id === id)).slice(0, LIMITS.recent);
    const others = Object.groupBy(
      commands.filter((command) => !last.includes(command)),
      ({ group }) => group,
    );
    const groups = commandGroups.map((name) => limited(name, others[name] ?? [], LIMITS.chats));
    return [{ name: 'recent' as const, items: last }, ...groups].filter(({ items }) => items.length > 0);
  }
  const ageOf = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const found = commands
    .map((command) => ({ command, fit: scoreCommand(typed, command) ?? -1 }))
    .filter(({ fit }) => fit >= 0)
    .toSorted((a, b) => b.fit - a.fit || ageOf(a.command) - ageOf(b.command))
    .map(({ command }) => command);
  return [...Map.groupBy(found, ({ group }) => group)].map((group) => limited(...group, LIMITS.foundChats));
}
