import { Popover } from '@base-ui/react/popover';
import { Sticker as StickerIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { useStickers } from '#renderer/rpc/use-stickers.ts';
import { attachWords as words } from './attach-words.ts';
import { ReachNotice } from './reach-notice.tsx';

interface StickerButtonProps {
  readonly onPick: (stickerId: string) => void;
  /** what is sent from here goes out over the listener, and somebody outside has to reach it */
  readonly leavesHere: boolean;
  /** in a small window: leads nowhere else */
  readonly isSmall: boolean;
}

/** Opens the stickers; one that is pressed is sent. */
export function StickerButton({ onPick, leavesHere, isSmall }: StickerButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger render={<IconButton label={words.stickers} icon={<StickerIcon />} />} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} className="z-40">
          <Popover.Popup
            aria-label={words.stickers}
            finalFocus={false}
            className="flex max-h-80 w-[316px] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-card border bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {leavesHere && <ReachNotice isSmall={isSmall} />}
            <Stickers
              onPick={(stickerId) => {
                setOpen(false);
                onPick(stickerId);
              }}
            />
            {!isSmall && (
              <p className="border-t px-3 py-2 text-ui">
                <Link href="/settings/media">{words.manageStickers}</Link>
              </p>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Stickers({ onPick }: { readonly onPick: (stickerId: string) => void }) {
  const { data: stickers, isError, refetch } = useStickers();
  if (isError) {
    return (
      <div className="flex flex-col items-start gap-2 p-4 text-ui">
        <p>{words.stickersNotLoaded}</p>
        <Button onClick={() => void refetch()}>{words.retry}</Button>
      </div>
    );
  }
  if (stickers === undefined) return <div className="h-24" />;
  if (stickers.length === 0) {
    return (
      <div className="p-4 text-ui">
        <p className="font-medium">{words.noStickers}</p>
        <p className="text-ink-quiet">{words.noStickersMore}</p>
      </div>
    );
  }
  return (
    <ul className="grid min-h-0 grid-cols-4 gap-1 overflow-y-auto p-2">
      {stickers.map(({ id, url, emoji, width, height }, index) => (
        <li key={id}>
          <button type="button" aria-label={words.sticker(emoji, index + 1)} onClick={() => onPick(id)} className="grid aspect-square w-full place-items-center rounded-control p-1.5 transition-colors hover:bg-hover">
            <img src={url} width={width} height={height} alt="" draggable={false} loading="lazy" className="size-full object-contain" />
          </button>
        </li>
      ))}
    </ul>
  );
}
