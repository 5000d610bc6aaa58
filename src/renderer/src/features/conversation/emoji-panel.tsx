import type English from 'emojibase-data/en/data.json';
import type EnglishNames from 'emojibase-data/en/messages.json';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EmojiPicker,
  type EmojiPickerListComponents,
  type EmojiData,
  getEmojiDetails,
  useActiveEmoji,
} from 'frimousse';
import { cn } from '#renderer/components/class-names.ts';
import { loadWithRetry } from '#renderer/components/lazy.tsx';
import { firstSign } from '#shared/domain/graphemes.ts';
import { localization } from '#renderer/language/i18n.ts';

/** Newer emoji are missing from the fonts of many customers' devices. */
const NEWEST_VERSION = 15;

const components: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-raised px-3 pt-2 pb-1 text-meta font-medium text-ink-quiet">
      {category.label}
    </div>
  ),
  Row: ({ children, ...props }) => (
    // The picker counts rows and columns from 0, ARIA from 1.
    <div {...props} aria-rowindex={(props['aria-rowindex'] ?? 0) + 1} className="px-2">
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => (
    <button
      {...props}
      {...fromOne(props['aria-colindex'])}
      className={cn('grid size-8 place-items-center rounded-sm text-[20px] leading-none', emoji.isActive && 'bg-hover')}
    >
      {emoji.emoji}
    </button>
  ),
};

function fromOne(column = 0) {
  return { 'aria-colindex': column + 1 };
}

/** Search and pick an emoji, without any network request. */
export function EmojiPanel({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useTranslation('conversation');
  return (
    <EmojiPicker.Root
      columns={9}
      locale={localization.language().code}
      resolveEmojiData={loadEmoji}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="isolate flex h-full flex-col"
    >
      <EmojiSearch onPick={onPick} />
      <EmojiPicker.Viewport className="relative min-h-0 flex-1 outline-hidden">
        <EmojiPicker.Loading className="absolute inset-0 grid place-items-center text-ui text-ink-quiet">
          {t('composer.emojiLoading')}
        </EmojiPicker.Loading>
        <EmojiPicker.Empty>
          <p className="absolute inset-0 grid place-items-center text-ui text-ink-quiet">{t('composer.emojiNone')}</p>
        </EmojiPicker.Empty>
        <EmojiPicker.List className="pb-2 select-none" components={components} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

/**
 * The search field. The picker lists what is typed only when the browser is idle, and Enter would pick what was listed
 * before, or nothing: it waits for an emoji of that name.
 */
function EmojiSearch({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useTranslation('conversation');
  const [search, setSearch] = useState('');
  const [isEntered, setEntered] = useState(false);
  const active = useActiveEmoji()?.emoji;
  const found = active !== undefined && hasName(active, search) ? active : undefined;
  useEffect(() => {
    if (!isEntered) return undefined;
    const end = (): void => setEntered(false);
    if (found !== undefined) {
      // Not while React draws: it would set the field's text itself, which undo does not take out.
      queueMicrotask(() => onPick(found));
      return end();
    }
    // Whoever moves the pointer chooses with it.
    window.addEventListener('pointermove', end);
    return () => window.removeEventListener('pointermove', end);
  }, [isEntered, found, onPick]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return setEntered(false);
    const waits = search.trim() !== '' && found === undefined;
    // The picker acts on keys that nobody has taken.
    if (waits) event.preventDefault();
    setEntered(waits);
  };
  return (
    <EmojiPicker.Search
      autoFocus
      aria-label={t('composer.emojiSearch')}
      placeholder={t('composer.emojiSearch')}
      onChange={({ target }) => {
        setSearch(target.value);
        setEntered(false);
      }}
      onKeyDown={onKeyDown}
      className="m-2 h-(--control) rounded-control border border-edge bg-raised px-2.5 text-ui focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
    />
  );
}

/** Checks whether the picker finds an emoji under what is typed; false while its names are not loaded. */
function hasName(emoji: string, search: string): boolean {
  const named = getEmojiDetails(emoji, { locale: localization.language().code, resolveEmojiData: loadEmoji });
  const typed = search.trim().toLowerCase();
  return named !== undefined && [named.label, ...named.tags].some((name) => name.toLowerCase().includes(typed));
}

const PLACE = '../../../../../node_modules/emojibase-data';
/** Emoji names in each language of the app. */
const emojisOf = import.meta.glob<typeof English>(
  '../../../../../node_modules/emojibase-data/{en,de,es,pt,ru}/data.json',
  {
    import: 'default',
  },
);
const groupsOf = import.meta.glob<typeof EnglishNames>(
  '../../../../../node_modules/emojibase-data/{en,de,es,pt,ru}/messages.json',
  {
    import: 'default',
  },
);

/** The bundled emoji in the picker's format; English for languages without their own. */
export async function loadEmoji(locale: string): Promise<EmojiData> {
  const [stem = ''] = locale.split('-');
  const language = `${PLACE}/${stem}/data.json` in emojisOf ? stem : 'en';
  const [emojis, names] = await loadWithRetry(() =>
    Promise.all([emojisOf[`${PLACE}/${language}/data.json`]?.(), groupsOf[`${PLACE}/${language}/messages.json`]?.()]),
  );
  const tones = names?.skinTones.map(({ key, message }) => [key, capitalize(message)] as const);
  return {
    locale,
    emojis: (emojis ?? []).flatMap(({ emoji, group, label, version, tags }) =>
      group === undefined || version > NEWEST_VERSION
        ? []
        : [{ emoji, category: group, label: capitalize(label), version, tags: tags ?? [] }],
    ),
    categories: (names?.groups ?? [])
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({ index: order, label: capitalize(message) })),
    skinTones: Object.fromEntries(tones ?? []) as EmojiData['skinTones'],
  };
}

function capitalize(text: string): string {
  const first = firstSign(text);
  return first.toUpperCase() + text.slice(first.length);
}
