import { visibleName } from '#shared/domain/visible-text.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Download, Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createPersisted } from '#renderer/state/page-state.ts';
import { formatBytes } from '#renderer/components/amounts.ts';
import { cn } from '#renderer/components/class-names.ts';
import { Spinner } from '#renderer/components/progress.tsx';
import { useFetchMedia } from '#renderer/rpc/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { formatDuration, kindLabel } from '../conversation-text.ts';
import { BARS, measureLoudness, useConversationMedia } from './conversation-media.ts';
import { fetchLabel, type MediaProps, SaveButton } from './media-file.tsx';

/** Audio with its title and performer. */
export function Audio({ message, state }: MediaProps) {
  const file = state?.state === 'ready' ? state : undefined;
  const [measured, setMeasured] = useState<number>();
  const track = useTrack(message, file, 1, measured);
  const title = visibleName(message.title) ?? visibleName(message.fileName) ?? kindLabel('audio');
  const size = file?.size ?? message.fileSize;
  const more = [
    visibleName(message.performer),
    message.title === undefined ? undefined : visibleName(message.fileName),
    size === undefined ? undefined : formatBytes(size),
  ].filter((detail) => detail !== undefined);
  return (
    <div className="flex w-96 max-w-full flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <PlayButton message={message} kind="audio" name={title} state={state} track={track} />
        <div className="min-w-0 flex-1">
          <bdi className="block truncate text-ui font-medium" title={title}>
            {title}
          </bdi>
          <p className="tabular flex min-w-0 gap-x-2 text-meta text-ink-quiet">
            {more.map((detail) => (
              <bdi key={detail} className="min-w-0 truncate last:shrink-0">
                {detail}
              </bdi>
            ))}
          </p>
        </div>
        {file !== undefined && <SaveButton file={file} isQuiet />}
      </div>
      <div className="flex items-center gap-2">
        <span className="tabular w-10 shrink-0 text-center text-meta text-ink-quiet">
          {formatDuration(track.position)}
        </span>
        <PositionSlider name={title} track={track} className="flex-1">
          <div aria-hidden className="flex h-4 items-center">
            <div className="h-1 w-full overflow-hidden rounded-full bg-edge/50">
              <div className="h-full rounded-full bg-accent" style={{ width: `${String(track.share * 100)}%` }} />
            </div>
          </div>
        </PositionSlider>
        <span className="tabular shrink-0 text-meta text-ink-quiet">
          {track.length !== undefined && formatDuration(track.length)}
        </span>
      </div>
      <CannotPlay track={track} />
      {message.duration === undefined && file !== undefined && (
        // The header shows the duration.
        <audio
          src={file.url}
          preload="metadata"
          onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && setMeasured(duration)}
        />
      )}
    </div>
  );
}

/** Shown if the file cannot be played here, but can be saved. */
function CannotPlay({ track, children }: { readonly track: Track; readonly children?: ReactNode }) {
  const { t } = useTranslation('conversation');
  if (!track.failed) return null;
  return (
    <p role="alert" className="flex items-center gap-2 text-meta text-ink-quiet">
      {t('media.cannotPlay')} {children}
    </p>
  );
}

const SPEEDS = [1, 1.5, 2] as const;

/** Playback speed of voice messages; kept on this device. */
const useVoiceSpeed = createPersisted<{ readonly speed: number }>('voice', { speed: SPEEDS[0] });

/** Maximum bytes of a recording that is decoded whole: an hour of a typical voice message. */
const MAX_BYTES = 8_000_000;

/** Samples per second: enough to distinguish words, and little memory while decoding. */
const RATE = 8000;

const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0);

/** A voice message: play, a waveform to seek in, and the speed. */
export function Voice({ message, state }: MediaProps) {
  const { t } = useTranslation('conversation');
  const { player } = useConversationMedia();
  const { speed } = useVoiceSpeed();
  const next = SPEEDS.find((faster) => faster > speed) ?? SPEEDS[0];
  const file = state?.state === 'ready' ? state : undefined;
  const loudness = useLoudness(file?.url, file?.size ?? 0);
  const track = useTrack(message, file, speed, loudness?.duration);
  const name = kindLabel('voice').toLowerCase();
  const isBegun = track.isPlaying || track.position > 0;
  return (
    <div className="flex w-80 max-w-full flex-col gap-1">
      <div className="flex items-center gap-3">
        <PlayButton message={message} kind="voice" name={name} state={state} track={track} />
        <div className="min-w-0 flex-1">
          <PositionSlider name={name} track={track}>
            <Waveform bars={loudness?.bars ?? FLAT} share={track.share} />
          </PositionSlider>
          <p className="tabular mt-0.5 text-meta text-ink-quiet">
            {formatDuration(isBegun || track.length === undefined ? track.position : track.length)}
          </p>
        </div>
        <button
          type="button"
          aria-label={t('media.speedLabel', { speed })}
          onClick={() => {
            useVoiceSpeed.setState({ speed: next });
            player.setSpeed(next);
          }}
          className="tabular h-7 min-w-10 shrink-0 rounded-full bg-raised px-2 text-meta font-medium transition-colors hover:bg-hover"
        >
          {t('media.speed', { speed })}
        </button>
      </div>
      <CannotPlay track={track}>{file !== undefined && <SaveButton file={file} />}</CannotPlay>
    </div>
  );
}

/** Bars by loudness; the played part is in the accent colour. */
function Waveform({ bars, share }: { readonly bars: readonly number[]; readonly share: number }) {
  return (
    <div aria-hidden className="flex h-8 items-center gap-px">
      {bars.map((loud, bar) => (
        <span
          key={bar}
          style={{ height: `${String(Math.round(10 + loud * 90))}%` }}
          className={cn('min-w-0 flex-1 rounded-full', (bar + 0.5) / bars.length <= share ? 'bg-accent' : 'bg-edge/70')}
        />
      ))}
    </div>
  );
}

/** The waveform of a recording at a path of the page's origin; undefined until known, or if it cannot be decoded. */
function useLoudness(url: string | undefined, size: number) {
  const isWanted = url !== undefined && size <= MAX_BYTES;
  return useQuery({
    queryKey: ['loudness', url],
    queryFn: isWanted ? ({ signal }) => decode(url, signal) : skipToken,
    gcTime: 60 * 60_000,
    retry: false,
  }).data;
}

/** Its loudness, and its measured length in seconds. */
async function decode(url: string, signal: AbortSignal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await response.arrayBuffer());
  return { bars: measureLoudness(decoded.getChannelData(0)), duration: decoded.duration };
}

interface PlayButtonProps extends MediaProps {
  readonly kind: 'voice' | 'audio';
  readonly name: string;
  readonly track: Track;
}

/** Plays and pauses; downloads the file first if needed. */
function PlayButton({ message, kind, name, state, track }: PlayButtonProps) {
  const { t } = useTranslation('conversation');
  const fetchMedia = useFetchMedia();
  const isWaiting = state?.state === 'waiting' && !fetchMedia.isPending;
  const isReady = state?.state === 'ready';
  const isBusy = !isWaiting && !isReady;
  const { label, icon } = isWaiting
    ? { label: fetchLabel(kind, state.size ?? message.fileSize), icon: <Download aria-hidden /> }
    : isBusy
      ? { label: t('media.getting'), icon: <Spinner className="size-5" /> }
      : track.isPlaying
        ? { label: t('media.pause', { name }), icon: <Pause aria-hidden className="fill-current" /> }
        : { label: t('media.play', { name }), icon: <Play aria-hidden className="ms-0.5 fill-current" /> };
  const fetch = (): void => fetchMedia.mutate({ id: message.id, part: 'file' });
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      title={isReady ? undefined : label}
      onClick={isWaiting ? fetch : isBusy ? undefined : track.toggle}
      className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-accent-ink transition-colors hover:bg-accent-strong aria-disabled:bg-hover aria-disabled:text-ink-quiet [&_svg]:size-5"
    >
      {icon}
    </button>
  );
}

interface PositionSliderProps {
  readonly name: string;
  readonly track: Track;
  /** the visible track; the slider lies invisibly over it */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A seek bar: shown, dragged, and moved by arrow keys. */
function PositionSlider({ name, track, children, className }: PositionSliderProps) {
  const { t } = useTranslation('conversation');
  const { position, length = 0, canSeek } = track;
  return (
    <div
      className={cn(
        'relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      {children}
      <input
        type="range"
        aria-label={t('media.position', { name })}
        aria-valuetext={t('media.positionOf', { at: formatDuration(position), length: formatDuration(length) })}
        min={0}
        max={canSeek ? length : 1}
        step={!canSeek || length > 20 ? 1 : 0.5}
        value={Math.min(position, length)}
        disabled={!canSeek}
        onChange={({ target }) => track.seek(target.valueAsNumber)}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  );
}

type Track = ReturnType<typeof useTrack>;

/** A message's audio in the chat's player. `measured`: its length in seconds from decoding. */
function useTrack(message: Message, file: { readonly url: string } | undefined, speed: number, measured?: number) {
  const { player } = useConversationMedia();
  // Undefined if the player holds another or none.
  const playing = useStore(player.state, (state) => (state.messageId === message.id ? state : undefined));
  const position = playing?.position ?? 0;
  // The file's own duration, or else the sender's.
  const length = playing?.duration ?? measured ?? message.duration;
  const toggle = (): void => {
    if (file !== undefined) player.toggle(message.id, file.url, speed);
  };
  return {
    isPlaying: playing?.isPlaying === true,
    position,
    length,
    /** fraction played, from 0 to 1 */
    share: length === undefined ? 0 : Math.min(1, position / length),
    canSeek: file !== undefined && length !== undefined,
    failed: playing?.failed === true,
    toggle,
    seek: (seconds: number): void => {
      if (playing === undefined) toggle();
      player.seek(seconds);
    },
  };
}
