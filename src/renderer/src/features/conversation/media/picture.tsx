import { Download, File, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberWords } from '#renderer/components/amounts.ts';
import { cn } from '#renderer/components/class-names.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { useMedia, useMediaGone } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversationMedia } from './conversation-media.tsx';
import { FetchRing, GetButton } from './file-actions.tsx';
import { MediaCard, titleOf } from './media-card.tsx';
import { getWords, refusalWords } from './media-file.ts';
import { fillsBox, pictureBox, type Size, sizeOf, galleryRows, SHOWN } from './picture-box.ts';

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
function Layers({
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

const TILE = { width: 120, height: 120 };

/** Photos that came one after the other, as one gallery; a press shows one large, and from there the others. */
export function Album({ messages }: { readonly messages: readonly Message[] }) {
  const { t } = useTranslation('conversation');
  const rows = galleryRows(messages.length);
  const inTwos = rows.filter((row) => row === 2).length * 2;
  const hidden = Math.max(0, messages.length - SHOWN);
  return (
    <ul aria-label={t('media.photos', { count: messages.length })} className="grid w-96 max-w-full grid-cols-6 gap-1">
      {messages.slice(0, SHOWN).map((message, index) => (
        <li key={message.id} className={index < inTwos ? 'col-span-3 aspect-3/2' : 'col-span-2 aspect-square'}>
          <FaultBoundary part="message" of={[message]}>
            <Tile message={message} hidden={index === SHOWN - 1 ? hidden : 0} />
          </FaultBoundary>
        </li>
      ))}
    </ul>
  );
}

function Tile({ message, hidden }: { readonly message: Message; readonly hidden: number }) {
  const { t } = useTranslation('conversation');
  const { view } = useConversationMedia();
  const state = useMedia(message.id, 'file').data;
  const name = titleOf(message, 'photo');
  const label =
    hidden > 0
      ? `${t('media.viewLarger', { name })}, ${t('media.moreOf', { count: hidden })}`
      : t('media.viewLarger', { name });
  const problem = state?.state === 'refused' ? refusalWords(state) : undefined;
  return (
    <button
      type="button"
      aria-label={problem === undefined ? label : `${label}. ${problem}`}
      title={problem}
      onClick={() => view(message.id)}
      className="relative grid size-full cursor-zoom-in place-items-center overflow-hidden rounded-[10px] bg-sunken text-ink-quiet focus-visible:outline-offset-[-3px]"
    >
      <Layers message={message} state={state} box={TILE} isTile />
      {state?.state === 'refused' && <ImageOff aria-hidden className="size-6" />}
      {state?.state === 'ready' && state.form !== 'image' && <File aria-hidden className="size-6" />}
      {state?.state === 'waiting' && <Download aria-hidden className="relative size-6" />}
      {state?.state === 'fetching' && <Spinner className="relative size-6" />}
      {hidden > 0 && (
        <span className="tabular absolute inset-0 grid place-items-center bg-stage/60 text-title font-semibold text-stage-ink">
          {`+${numberWords(hidden)}`}
        </span>
      )}
    </button>
  );
}
