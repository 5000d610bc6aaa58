import { sizeWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { durationWords, kindWords } from '../conversation-text.ts';
import { PlayButton } from './play-button.tsx';
import { PositionSlider } from './position-slider.tsx';
import { SaveButton } from './save-button.tsx';
import { useTrack } from './use-track.ts';
import { skipToken, useQuery } from '@tanstack/react-query';

interface AudioProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

/** A recording with its title and performer. */
export function Audio({ message, state }: AudioProps) {
  const { t } = useTranslation('conversation');
  const file = state?.state === 'ready' ? state : undefined;
  const measured = useAudioLength(message.duration === undefined ? file?.url : undefined);
  const track = useTrack(message, state, 1, measured);
  const title = message.title ?? message.fileName ?? kindWords('audio');
  const size = file?.size ?? message.fileSize;
  const more = [
    message.performer,
    message.title === undefined ? undefined : message.fileName,
    size === undefined ? undefined : sizeWords(size),
  ].filter((each) => each !== undefined);
  const share = track.length === undefined ? 0 : Math.min(1, track.position / track.length);
  return (
    <div className="flex w-96 max-w-full flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <PlayButton message={message} kind="audio" name={title} state={state} track={track} />
        <div className="min-w-0 flex-1">
          <bdi className="block truncate text-ui font-medium" title={title}>
            {title}
          </bdi>
          <p className="tabular flex min-w-0 gap-x-2 text-meta text-ink-quiet">
            {more.map((each) => (
              <bdi key={each} className="min-w-0 truncate last:shrink-0">
                {each}
              </bdi>
            ))}
          </p>
        </div>
        {file !== undefined && <SaveButton file={file} isQuiet />}
      </div>
      <div className="flex items-center gap-2">
        <span className="tabular w-10 shrink-0 text-center text-meta text-ink-quiet">
          {durationWords(track.position)}
        </span>
        <PositionSlider
          name={title}
          position={track.position}
          length={file === undefined ? undefined : track.length}
          onSeek={track.seek}
          className="flex-1"
        >
          <div aria-hidden className="flex h-4 items-center">
            <div className="h-1 w-full overflow-hidden rounded-full bg-edge/50">
              <div className="h-full rounded-full bg-accent" style={{ width: `${String(share * 100)}%` }} />
            </div>
          </div>
        </PositionSlider>
        <span className="tabular shrink-0 text-meta text-ink-quiet">
          {track.length !== undefined && durationWords(track.length)}
        </span>
      </div>
      {track.failed && (
        <p role="alert" className="text-meta text-ink-quiet">
          {t('media.cannotPlay')}
        </p>
      )}
    </div>
  );
}

/** Seconds of a recording at a path of the page's own origin, read from its head; undefined until known, or where it does not say. */
function useAudioLength(url: string | undefined): number | undefined {
  return (
    useQuery({
      queryKey: ['audio-length', url],
      queryFn: url === undefined ? skipToken : ({ signal }) => lengthOf(url, signal),
      retry: false,
    }).data ?? undefined
  );
}

function lengthOf(url: string, signal: AbortSignal): Promise<number | null> {
  const audio = new globalThis.Audio();
  const known = new Promise<number | null>((resolve) => {
    audio.addEventListener('loadedmetadata', () => resolve(Number.isFinite(audio.duration) ? audio.duration : null), {
      signal,
    });
    audio.addEventListener('error', () => resolve(null), { signal });
    signal.addEventListener('abort', () => resolve(null));
  });
  audio.preload = 'metadata';
  audio.src = url;
  return known.finally(() => audio.removeAttribute('src'));
}
