import { useTranslation } from 'react-i18next';
import { Popover } from '@base-ui/react/popover';
import { lazy } from '#renderer/components/lazy.tsx';
import { Tag as TagIcon } from 'lucide-react';
import { Suspense } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { TagChip } from '#renderer/components/tag-chip.tsx';
import { useInboxView } from './inbox-view.ts';

const TagChoices = lazy(async () => (await import('./tag-choices.tsx')).TagChoices);

/** Narrows the lists of the inbox to chats that have all of the chosen tags. */
export function TagFilterButton() {
  const { t } = useTranslation();
  const count = useInboxView(({ tags }) => tags.length);
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <IconButton
            size="sm"
            label={count === 0 ? t('tags.filter') : t('tags.filteredBy', { count })}
            icon={<TagIcon />}
            className={count === 0 ? '' : 'bg-selected text-accent'}
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} className="z-40">
          <Popover.Popup
            aria-label={t('tags.filter')}
            className="flex max-h-96 w-64 max-w-[calc(100vw-32px)] flex-col gap-2 rounded-card border bg-raised p-3 shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<div className="h-16" />}>
              <TagChoices />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The chosen tags, each to take away. */
export function ChosenTags() {
  const { t } = useTranslation();
  const { tags, setTags } = useInboxView();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t('tags.filteredBy', { count: tags.length })} className="flex flex-wrap items-center gap-1 px-2">
      {tags.map((name) => (
        <li key={name} className="flex max-w-full min-w-0">
          <TagChip name={name} onRemove={() => setTags(tags.filter((each) => each !== name))} className="h-6" />
        </li>
      ))}
    </ul>
  );
}
