import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { useStickers } from '#renderer/rpc/use-directory.ts';
import { ReachNotice } from './composer-top.tsx';
import type { StickerButtonProps } from './attach-tools.tsx';

/** The stickers to choose from, whether customers can get one, and where there are more. */
export function StickerPanel({ leavesHere, isSmall, onPick }: StickerButtonProps) {
  const { t } = useTranslation('conversation');
  return (
    <>
      {leavesHere && <ReachNotice isSmall={isSmall} />}
      <Stickers onPick={onPick} />
      {!isSmall && (
        <p className="border-t px-3 py-2 text-ui">
          <Link href="/settings/media">{t('attach.manageStickers')}</Link>
        </p>
      )}
    </>
  );
}

function Stickers({ onPick }: { readonly onPick: (stickerId: string) => void }) {
  const { t } = useTranslation('conversation');
  const { data: stickers, isError, refetch } = useStickers();
  if (isError) {
    return (
      <div className="flex flex-col items-start gap-2 p-4 text-ui">
        <p>{t('attach.stickersNotLoaded')}</p>
        <Button onClick={() => void refetch()}>{t('attach.retry')}</Button>
      </div>
    );
  }
  if (stickers === undefined) return <div className="h-24" />;
  if (stickers.length === 0) {
    return (
      <div className="p-4 text-ui">
        <p className="font-medium">{t('attach.noStickers')}</p>
        <p className="text-ink-quiet">{t('attach.noStickersMore')}</p>
      </div>
    );
  }
  return (
    <ul className="grid min-h-0 grid-cols-4 gap-1 overflow-y-auto p-2">
      {stickers.map(({ id, url, emoji, width, height }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-label={
              emoji === undefined
                ? t('attach.sticker.noEmoji', { number: index + 1 })
                : t('attach.sticker.text', { emoji })
            }
            onClick={() => onPick(id)}
            className="grid aspect-square w-full place-items-center rounded-control p-1.5 transition-colors hover:bg-hover"
          >
            <img
              src={url}
              width={width}
              height={height}
              alt=""
              draggable={false}
              loading="lazy"
              className="size-full object-contain"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
