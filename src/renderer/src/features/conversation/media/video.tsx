import { useTranslation } from 'react-i18next';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { formatDuration } from '../conversation-text.ts';
import { SaveButton } from './file-actions.tsx';
import { titleOf } from './media-card.tsx';
import { useConversationMedia } from './conversation-media.tsx';
import { MediaFrame, Still, usePreview } from './picture.tsx';

type Ready = Extract<MediaState, { state: 'ready' }>;

interface VideoProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

/** A video: its preview, and a player once play is pressed. */
export function Video({ message, state }: VideoProps) {
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

interface RunningProps {
  readonly file: Ready;
  readonly name: string;
  readonly poster: string | undefined;
}

function Player({ file, name, poster }: RunningProps) {
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
