import { getWords } from './media-file.ts';
import { useTranslation } from 'react-i18next';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMedia } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { durationWords } from '../conversation-text.ts';
import { FetchRing, GetButton, SaveButton } from './file-actions.tsx';
import { titleOf } from './media-card.tsx';
import { useConversationMedia } from './conversation-media.tsx';
import { boxStyle, RefusedPicture, useBox, useWasShown } from './picture.tsx';

type Ready = Extract<MediaState, { state: 'ready' }>;

interface VideoProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

/** A video in a place of its own shape: its preview, and the player once somebody presses play. */
export function Video({ message, state }: VideoProps) {
  const { t } = useTranslation('conversation');
  const box = useBox(message, state);
  const wasShown = useWasShown(state);
  const thumb = useMedia(message.id, 'thumb', message.thumb !== undefined).data;
  const [isStarted, setStarted] = useState(false);
  const name = titleOf(message, 'video');
  if (state?.state === 'refused')
    return <RefusedPicture message={message} state={state} box={wasShown ? box : undefined} />;
  const poster = thumb?.state === 'ready' && thumb.form === 'image' ? thumb.url : undefined;
  return (
    <div
      className="relative overflow-hidden rounded-[10px] bg-sunken"
      style={boxStyle({ ...box, width: Math.max(box.width, 200) })}
    >
      {state?.state === 'ready' && isStarted ? (
        <Running file={state} name={name} poster={poster} />
      ) : (
        <>
          {poster !== undefined && (
            <img
              src={poster}
              alt=""
              draggable={false}
              decoding="async"
              className="absolute inset-0 size-full object-cover"
            />
          )}
          {poster === undefined && state?.state === 'ready' && (
            <video
              src={`${state.url}#t=0.1`}
              aria-hidden
              tabIndex={-1}
              muted
              playsInline
              preload="metadata"
              className="absolute inset-0 size-full object-cover"
            />
          )}
          {state?.state === 'ready' && (
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
              {durationWords(message.duration)}
            </span>
          )}
          {state?.state === 'fetching' && (
            <FetchRing
              state={state}
              className="absolute inset-0 m-auto h-fit w-fit rounded-control bg-raised/85 px-3 py-2"
            />
          )}
          {state?.state === 'waiting' && (
            <GetButton
              messageId={message.id}
              label={getWords('video', state.size ?? message.fileSize)}
              className="absolute inset-0 m-auto w-fit"
            />
          )}
        </>
      )}
    </div>
  );
}

function Running({
  file,
  name,
  poster,
}: {
  readonly file: Ready;
  readonly name: string;
  readonly poster: string | undefined;
}) {
  const { t } = useTranslation('conversation');
  const { player } = useConversationMedia();
  const video = useRef<HTMLVideoElement>(null);
  const [cannotPlay, setCannotPlay] = useState(false);
  useEffect(() => video.current?.focus(), []);
  // One thing is heard at a time.
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
