import { useTranslation } from 'react-i18next';
import { Popover } from '@base-ui/react/popover';
import { Sticker as StickerIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';

export const StickerPanel = lazy(async () => (await import('./sticker-panel.tsx')).StickerPanel);

export interface StickerButtonProps {
  readonly onPick: (stickerId: string) => void;
  /** what is sent from here goes out over the listener, and somebody outside has to reach it */
  readonly leavesHere: boolean;
  /** in a small window: leads nowhere else */
  readonly isSmall: boolean;
}

/** Opens the stickers; one that is pressed is sent. */
export function StickerButton({ onPick, leavesHere, isSmall }: StickerButtonProps) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => (next ? StickerPanel.whenThere(() => setOpen(true)) : setOpen(false))}
    >
      <Popover.Trigger render={<IconButton label={t('attach.stickers')} icon={<StickerIcon />} />} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} className="z-40">
          <Popover.Popup
            aria-label={t('attach.stickers')}
            finalFocus={false}
            className="flex max-h-80 w-[316px] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<div className="h-24" />}>
              <StickerPanel
                leavesHere={leavesHere}
                isSmall={isSmall}
                onPick={(stickerId) => {
                  setOpen(false);
                  onPick(stickerId);
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
