import { useTranslation } from 'react-i18next';
import { Popover } from '@base-ui/react/popover';
import { Tag } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '#renderer/components/button.tsx';
import { TagChip, TagField } from '#renderer/components/tags.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { useChange } from '#renderer/rpc/ask.ts';
import { useTags } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { LONGEST_TAG, MOST_TAGS } from '#shared/domain/tags.ts';

/** The tags of a chat, as many as there is room for: what does not fit would be a second line, which is hidden. */
export function HeaderTags({ tags = [] }: Pick<Chat, 'tags'>) {
  if (tags.length === 0) return null;
  return (
    <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-1 overflow-hidden">
      {tags.map((name) => (
        <TagChip key={name} name={name} className="max-w-36 shrink-0" />
      ))}
    </span>
  );
}

/** Opens the tags of a chat to change them. */
export function TagsButton({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const known = useTags().data;
  const setting = useChange('chats.setTags', 'chats.get', {
    asked: ({ chatId }) => ({ chatId }),
    guess: (now, { tags }) => ({ ...now, tags }),
    after: ({ tags }, now) => now && { ...now, tags },
  });
  useCommands({ tags: () => setOpen(true) });
  const change = (tags: readonly string[]): void =>
    setting.mutate(
      { chatId: chat.id, tags: [...tags] },
      { onError: (error) => sayTrouble(t('tags.notSaved'), error.message) },
    );
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger render={<IconButton label={t('tags.ofChat')} icon={<Tag />} />} />
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} className="z-40">
          <Popover.Popup
            aria-label={t('tags.ofChat')}
            className="flex w-80 max-w-[calc(100vw-32px)] flex-col gap-2 rounded-card border bg-raised p-2 shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <TagField
              tags={chat.tags ?? []}
              known={(known ?? []).map(({ name }) => name)}
              onChange={change}
              label={t('tags.ofChat')}
              most={MOST_TAGS}
              longest={LONGEST_TAG}
            />
            <p className="px-1 text-meta">
              <Link href="/settings/tags">{t('tags.manage')}</Link>
            </p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
