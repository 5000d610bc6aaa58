import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Loaded } from '#renderer/components/lists.tsx';
import { useStickers } from '#renderer/rpc/use-directory.ts';
import { useConversation } from '../conversation-context.ts';
import { ReachNotice } from './composer-top.tsx';

/** The sticker picker, whether customers can fetch stickers, and a link to manage them. */
export function StickerPanel({ onPick }: { readonly onPick: (stickerId: string) => void }) {
  const { t } = useTranslation('conversation');
  const { isSmall } = useConversation();
  return (
    <>
      <ReachNotice />
      <Loaded query={useStickers()} loading={<div className="h-24" />} failed={t('attach.stickersNotLoaded')}>
        {(stickers) => <Stickers stickers={stickers} onPick={onPick} />}
      </Loaded>
      {!isSmall && (
        <p className="border-t px-3 py-2 text-ui">
          <Link href="/settings/media">{t('attach.manageStickers')}</Link>
        </p>
      )}
    </>
  );
}

interface StickersProps {
  readonly stickers: NonNullable<ReturnType<typeof useStickers>['data']>;
  readonly onPick: (stickerId: string) => void;
}

function Stickers({ stickers, onPick }: StickersProps) {
  const { t } = useTranslation('conversation');
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
