import { getWords } from './media-text.ts';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { useMedia, useMediaGone } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { FetchRing, GetButton } from './fetch-notes.tsx';
import { MediaCard, titleOf } from './media-card.tsx';
import { useConversationMedia } from './media-context.tsx';
import { fillsBox, pictureBox, type Size, sizeOf } from './picture-box.ts';

interface PictureProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

/** A photo in a place of its own shape: its preview at first, then itself; a press shows it large. */
export function Picture({ message, state }: PictureProps) {
  const { t } = useTranslation('conversation');
  const { view } = useConversationMedia();
  const box = useBox(message, state);
  const wasShown = useWasShown(state);
  const name = titleOf(message, 'photo');
  if (state?.state === 'refused')
    return <RefusedPicture message={message} state={state} box={wasShown ? box : undefined} />;
  return (
    <div className="relative overflow-hidden rounded-[10px] bg-sunken" style={boxStyle(box)}>
      <button
        type="button"
        aria-label={t('media.viewLarger', { name })}
        onClick={() => view(message.id)}
        className="absolute inset-0 block size-full cursor-zoom-in rounded-[10px] focus-visible:outline-offset-[-3px]"
      >
        <Layers message={message} state={state} box={box} />
      </button>
      {state?.state === 'fetching' && (
        <FetchRing
          state={state}
          className="pointer-events-none absolute inset-0 m-auto h-fit w-fit rounded-control bg-raised/85 px-3 py-2"
        />
      )}
      {state?.state === 'waiting' && (
        <GetButton
          messageId={message.id}
          label={getWords('photo', state.size ?? message.fileSize)}
          className="absolute inset-0 m-auto w-fit"
        />
      )}
    </div>
  );
}

/** The preview, and over it the picture itself; neither is anything before it is loaded. */
export function Layers({
  message,
  state,
  box,
  isTile = false,
}: PictureProps & { readonly box: Size; /** fills its box, whatever is cut off */ readonly isTile?: boolean }) {
  const gone = useMediaGone();
  const thumb = useMedia(message.id, 'thumb', message.thumb !== undefined).data;
  const [loaded, setLoaded] = useState<string>();
  const url = state?.state === 'ready' && state.form === 'image' ? state.url : undefined;
  const isThere = url !== undefined && loaded === url;
  return (
    <>
      {thumb?.state === 'ready' && thumb.form === 'image' && !isThere && (
        <img
          src={thumb.url}
          alt=""
          draggable={false}
          decoding="async"
          onError={() => gone(message.id, 'thumb')}
          className={cn(
            'absolute inset-0 size-full',
            isTile || fillsBox(sizeOf(state?.state === 'ready' ? state : message), box)
              ? 'object-cover'
              : 'object-contain',
          )}
        />
      )}
      {url !== undefined && state?.state === 'ready' && (
        <img
          src={url}
          alt=""
          draggable={false}
          decoding="async"
          onLoad={() => setLoaded(url)}
          onError={() => gone(message.id, 'file')}
          className={cn(
            'absolute inset-0 size-full transition-opacity',
            isTile || fillsBox(sizeOf(state), box) ? 'object-cover' : 'object-scale-down',
            !isThere && 'opacity-0',
          )}
        />
      )}
    </>
  );
}

/** In the place it had, where it was already on its way there; else a card. */
export function RefusedPicture({ message, state, box }: PictureProps & { readonly box: Size | undefined }) {
  const card = <MediaCard message={message} kind={message.type === 'video' ? 'video' : 'photo'} state={state} />;
  if (box === undefined) return <div className="w-96 max-w-full px-2 py-1">{card}</div>;
  return (
    <div
      className="grid items-center rounded-[10px] bg-sunken p-3"
      style={{ ...boxStyle(box), minWidth: 'min(280px, 100%)', minHeight: 'fit-content' }}
    >
      {card}
    </div>
  );
}

/** As wide as there is room for, and as high as that leaves its shape. */
export function boxStyle({ width, height }: Size): React.CSSProperties {
  return { width, maxWidth: '100%', aspectRatio: `${String(width)} / ${String(height)}` };
}

/** The place of a picture or video; once there it stays as it is, whatever is learned of the picture. */
export function useBox(message: Message, state: MediaState | undefined): Size {
  const [box] = useState(() => pictureBox(sizeOf(message) ?? (state?.state === 'ready' ? sizeOf(state) : undefined)));
  return box;
}

/** Whether it had its place before it was refused. */
export function useWasShown(state: MediaState | undefined): boolean {
  const [wasShown, setWasShown] = useState(false);
  if (!wasShown && state !== undefined && state.state !== 'refused') setWasShown(true);
  return wasShown;
}
