import { useTranslation } from 'react-i18next';
import { Popover } from '@base-ui/react/popover';
import { lazy } from '#renderer/components/lazy.tsx';
import { SmilePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';

const EmojiPanel = lazy(async () => (await import('./emoji-panel.tsx')).EmojiPanel);

/** Opens the emoji; their names and pictures are loaded the first time. */
export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger render={<IconButton label={t('composer.emoji')} icon={<SmilePlus />} />} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} className="z-40">
          <Popover.Popup
            aria-label={t('composer.emoji')}
            finalFocus={false}
            className="h-80 w-[316px] rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<p className="p-4 text-ui text-ink-quiet">{t('composer.emojiLoading')}</p>}>
              <EmojiPanel
                onPick={(emoji) => {
                  setOpen(false);
                  onPick(emoji);
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
