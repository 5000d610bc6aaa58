import { useTranslation } from 'react-i18next';
import { Popover } from '@base-ui/react/popover';
import { MessageSquareQuote } from 'lucide-react';
import { type RefObject, Suspense, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { insertText } from '#renderer/components/insert-text.ts';
import { useFilled } from './saved-list.tsx';

export const SavedPanel = lazy(async () => (await import('./saved-panel.tsx')).SavedPanel);

interface SavedButtonProps {
  readonly chat: Chat;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** in a small window: leads nowhere else */
  readonly isSmall: boolean;
}

/** Opens the saved replies; the one that is taken goes where the caret is. */
export function SavedButton({ chat, field, isSmall }: SavedButtonProps) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  const filled = useFilled(chat);
  const pick = (reply: SavedReply): void => {
    setOpen(false);
    if (field.current !== null) insertText(field.current, filled(reply.text));
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => (next ? SavedPanel.whenThere(() => setOpen(true)) : setOpen(false))}
    >
      <Popover.Trigger
        render={<IconButton label={t('savedReplies.title')} shortcut="/" icon={<MessageSquareQuote />} />}
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} className="z-40">
          <Popover.Popup
            aria-label={t('savedReplies.title')}
            finalFocus={field}
            className="flex max-h-80 w-[360px] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<div className="h-24" />}>
              <SavedPanel filled={filled} isSmall={isSmall} onPick={pick} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
