import { Download, File, ImageOff, Play } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#renderer/components/amounts.ts';
import { cn } from '#renderer/components/class-names.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { useMedia, useMediaGone } from '#renderer/rpc/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversationMedia } from './conversation-media.ts';
import {
  FileProgress,
  fillsBox,
  galleryRows,
  imageOf,
  MAX_SHOWN,
  type MediaProps,
  pictureBox,
  type Ready,
  refusalText,
  type Size,
  sizeOf,
  SaveButton,
} from './media-file.tsx';
import { titleOf } from './media-card.tsx';
import { formatDuration } from '../conversation-text.ts';

interface MediaFrameProps extends MediaProps {
  /** pixels */
  readonly leastWidth?: number;
  readonly children: (box: Size) => ReactNode;
}

/** The box of a picture or video, with its download progress on top. Its size never changes once shown. */
function MediaFrame({ message, state, leastWidth = 0, children }: MediaFrameProps) {
  const [{ width, height }] = useState(() => pictureBox(sizeOf(message) ?? sizeOf(state)));
  const box = { width: Math.max(width, leastWidth), height };
  return (
    <div
      aria-busy={state === undefined || state.state === 'fetching'}
      className="relative overflow-hidden rounded-[10px] bg-sunken"
      style={{ width: box.width, maxWidth: '100%', aspectRatio: `${String(box.width)} / ${String(height)}` }}
    >
      {children(box)}
      <FileProgress message={message} state={state} />
    </div>
  );
}

/** A photo: its preview first, then the photo; a click opens the viewer. */
export function Picture({ message, state }: MediaProps) {
  const { t } = useTranslation('conversation');
  const { view } = useConversationMedia();
  return (
    <MediaFrame message={message} state={state}>
      {(box) => (
        <button
          type="button"
          aria-label={t('media.viewLarger', { name: titleOf(message, 'photo') })}
          onClick={() => view(message.id)}
          className="absolute inset-0 block size-full cursor-zoom-in rounded-[10px] focus-visible:outline-offset-[-3px]"
        >
          <Layers message={message} state={state} box={box} />
        </button>
      )}
    </MediaFrame>
  );
}

/** The preview with the picture on top, each shown once loaded. Without `box`, fills its place, cropped as needed. */
function Layers({ message, state, box }: MediaProps & { readonly box?: Size }) {
  const goneLabel = useMediaGone();
  const thumb = usePreview(message);
  const [loaded, setLoaded] = useState<string>();
  const url = imageOf(state);
  const isThere = url !== undefined && loaded === url;
  const fits = (size: Size | undefined): boolean => box === undefined || fillsBox(size, box);
  return (
    <>
      {thumb !== undefined && !isThere && (
        <Still
          src={thumb}
          onError={() => goneLabel(message.id, 'thumb')}
          className={fits(sizeOf(url === undefined ? message : state)) ? 'object-cover' : 'object-contain'}
        />
      )}
      {url !== undefined && (
        <Still
          src={url}
          onLoad={() => setLoaded(url)}
          onError={() => goneLabel(message.id, 'file')}
          className={cn(
            'transition-opacity',
            fits(sizeOf(state)) ? 'object-cover' : 'object-scale-down',
            !isThere && 'opacity-0',
          )}
        />
      )}
    </>
  );
}

/** A picture that fills its place; decorative, as it is described beside it. */
export function Still({ className, ...rest }: ComponentProps<'img'>) {
  return (
    <img alt="" draggable={false} decoding="async" {...rest} className={cn('absolute inset-0 size-full', className)} />
  );
}

/** Address of a message's preview, once it is downloaded. */
export function usePreview({ id, thumb }: Message): string | undefined {
  return imageOf(useMedia(id, 'thumb', thumb !== undefined).data);
}

/** Consecutive photos as a gallery; a click opens the viewer, which leads to the others. */
export function Album({ messages }: { readonly messages: readonly Message[] }) {
  const { t } = useTranslation('conversation');
  const rows = galleryRows(messages.length);
  const inTwos = rows.filter((row) => row === 2).length * 2;
  const hidden = Math.max(0, messages.length - MAX_SHOWN);
  return (
    <ul aria-label={t('media.photos', { count: messages.length })} className="grid w-96 max-w-full grid-cols-6 gap-1">
      {messages.slice(0, MAX_SHOWN).map((message, index) => (
        <li key={message.id} className={index < inTwos ? 'col-span-3 aspect-3/2' : 'col-span-2 aspect-square'}>
          <FaultBoundary part="message" of={[message]}>
            <Tile message={message} hidden={index === MAX_SHOWN - 1 ? hidden : 0} />
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
  const label = t('media.viewLarger', { name }) + (hidden > 0 ? `, ${t('media.moreOf', { count: hidden })}` : '');
  const problem = state?.state === 'refused' ? refusalText(state) : undefined;
  return (
    <button
      type="button"
      aria-label={problem === undefined ? label : `${label}. ${problem}`}
      title={problem}
      onClick={() => view(message.id)}
      className="relative grid size-full cursor-zoom-in place-items-center overflow-hidden rounded-[10px] bg-sunken text-ink-quiet focus-visible:outline-offset-[-3px]"
    >
      <Layers message={message} state={state} />
      {state?.state === 'refused' && <ImageOff aria-hidden className="size-6" />}
      {state?.state === 'ready' && state.form !== 'image' && <File aria-hidden className="size-6" />}
      {state?.state === 'waiting' && <Download aria-hidden className="relative size-6" />}
      {state?.state === 'fetching' && <Spinner className="relative size-6" />}
      {hidden > 0 && (
        <span className="tabular absolute inset-0 grid place-items-center bg-stage/60 text-title font-semibold text-stage-ink">
          {`+${formatNumber(hidden)}`}
        </span>
      )}
    </button>
  );
}

/** A video: its preview, and a player once play is pressed. */
export function Video({ message, state }: MediaProps) {
  const { t } = useTranslation('conversation');
  const poster = usePreview(message);
  const [isStarted, setStarted] = useState(false);
  const name = titleOf(message, 'video');
  const file = state?.state === 'ready' ? state : undefined;
  return (
    <MediaFrame message={message} state={state} leastWidth={200}>
      {() =>
        file !== undefined && isStarted ? (
          <Player file={file} name={name} poster={poster} />
        ) : (
          <>
            {poster !== undefined && <Still src={poster} className="object-cover" />}
            {poster === undefined && file !== undefined && (
              <video
                src={`${file.url}#t=0.1`}
                aria-hidden
                tabIndex={-1}
                muted
                playsInline
                preload="metadata"
                className="absolute inset-0 size-full object-cover"
              />
            )}
            {file !== undefined && (
              <button
                type="button"
                aria-label={t('media.play', { name })}
                onClick={() => setStarted(true)}
                className="group absolute inset-0 grid size-full place-items-center rounded-[10px] focus-visible:outline-offset-[-3px]"
              >
                <span className="grid size-14 place-items-center rounded-full bg-stage/70 text-stage-ink transition-colors group-hover:bg-stage">
                  <Play aria-hidden className="ms-0.5 size-6 fill-current" />
                </span>
              </button>
            )}
            {message.duration !== undefined && (
              <span className="tabular pointer-events-none absolute end-2 bottom-2 rounded-sm bg-stage/80 px-1.5 py-0.5 text-meta text-stage-ink">
                {formatDuration(message.duration)}
              </span>
            )}
          </>
        )
      }
    </MediaFrame>
  );
}

interface PlayerProps {
  readonly file: Ready;
  readonly name: string;
  readonly poster: string | undefined;
}

function Player({ file, name, poster }: PlayerProps) {
  const { t } = useTranslation('conversation');
  const { player } = useConversationMedia();
  const video = useRef<HTMLVideoElement>(null);
  const [cannotPlay, setCannotPlay] = useState(false);
  useEffect(() => video.current?.focus(), []);
  // Only one thing plays at a time.
  useEffect(() => player.state.subscribe(({ isPlaying }) => isPlaying && video.current?.pause()), [player]);
  if (cannotPlay) {
    return (
      <div
        role="alert"
        className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-3 text-center text-ui"
      >
        {t('media.cannotPlay')}
        <SaveButton file={file} />
      </div>
    );
  }
  return (
    <video
      ref={video}
      src={file.url}
      poster={poster}
      aria-label={t('media.video', { name })}
      controls
      autoPlay
      playsInline
      onPlay={() => player.pause()}
      onError={() => setCannotPlay(true)}
      className="absolute inset-0 size-full bg-stage object-contain"
    />
  );
}
