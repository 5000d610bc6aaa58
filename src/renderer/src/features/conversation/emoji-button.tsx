import { Popover } from '@base-ui/react/popover';
import { later } from '#renderer/components/later.tsx';
import { SmilePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { composerWords as words } from './words.ts';

const EmojiPanel = later(async () => (await import('./emoji-panel.tsx')).EmojiPanel);

/** Opens the emoji; their names and pictures are loaded the first time. */
export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger render={<IconButton label={words.emoji} icon={<SmilePlus />} />} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} className="z-40">
          <Popover.Popup
            aria-label={words.emoji}
            finalFocus={false}
            className="h-80 w-[316px] rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<p className="p-4 text-ui text-ink-quiet">{words.emojiLoading}</p>}>
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
