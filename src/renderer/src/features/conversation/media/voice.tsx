import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { durationWords, kindWords } from '../conversation-text.ts';
import { BARS, loudnessOf } from './loudness.ts';
import { useConversationMedia } from './media-context.tsx';
import { PlayButton } from './play-button.tsx';
import { PositionSlider } from './position-slider.tsx';
import { SaveButton } from './save-button.tsx';
import { useTrack } from './use-track.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const SPEEDS = [1, 1.5, 2] as const;

interface VoiceSpeed {
  readonly speed: number;
  /** to the next of them; gives it */
  readonly next: () => number;
}

/** How fast voice messages are played; kept on this device. */
const useVoiceSpeed = create<VoiceSpeed>()(
  persist(
    (set, get) => ({
      speed: SPEEDS[0],
      next: () => {
        const { speed } = get();
        const next = SPEEDS.find((each) => each > speed) ?? SPEEDS[0];
        set({ speed: next });
        return next;
      },
    }),
    { name: 'counterbell.voice', version: 1 },
  ),
);

/** Bytes of a recording that is still decoded as a whole: an hour of a usual voice message. */
const LARGEST = 8_000_000;

/** Samples a second: enough to see words, and little to keep while it is decoded. */
const RATE = 8000;

interface Loudness {
  readonly bars: readonly number[];
  /** seconds, as they are */
  readonly duration: number;
}

interface VoiceProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0);

/** A voice message: play, its waveform to go anywhere in it, and how fast. */
export function Voice({ message, state }: VoiceProps) {
  const { t } = useTranslation('conversation');
  const { player } = useConversationMedia();
  const { speed, next } = useVoiceSpeed();
  const file = state?.state === 'ready' ? state : undefined;
  const loudness = useLoudness(file?.url, file?.size ?? 0);
  const track = useTrack(message, state, speed, loudness?.duration);
  const name = kindWords('voice').toLowerCase();
  const isBegun = track.isPlaying || track.position > 0;
  return (
    <div className="flex w-80 max-w-full flex-col gap-1">
      <div className="flex items-center gap-3">
        <PlayButton message={message} kind="voice" name={name} state={state} track={track} />
        <div className="min-w-0 flex-1">
          <PositionSlider
            name={name}
            position={track.position}
            length={file === undefined ? undefined : track.length}
            onSeek={track.seek}
          >
            <Waveform
              bars={loudness?.bars ?? FLAT}
              share={track.length === undefined ? 0 : track.position / track.length}
            />
          </PositionSlider>
          <p className="tabular mt-0.5 text-meta text-ink-quiet">
            {durationWords(isBegun || track.length === undefined ? track.position : track.length)}
          </p>
        </div>
        <button
          type="button"
          aria-label={t('media.speedLabel', { speed })}
          onClick={() => player.setSpeed(next())}
          className="tabular h-7 min-w-10 shrink-0 rounded-full bg-raised px-2 text-meta font-medium transition-colors hover:bg-hover"
        >
          {t('media.speed', { speed })}
        </button>
      </div>
      {track.failed && file !== undefined && (
        <p role="alert" className="flex items-center gap-2 text-meta text-ink-quiet">
          {t('media.cannotPlay')} <SaveButton file={file} />
        </p>
      )}
    </div>
  );
}

/** Bars as high as it is loud there; what was heard is in the accent. */
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

/** The waveform of a recording at a path of the page's own origin; undefined until it is known, or where it cannot be. */
function useLoudness(url: string | undefined, size: number): Loudness | undefined {
  const isWanted = url !== undefined && size <= LARGEST;
  return useQuery({
    queryKey: ['loudness', url],
    queryFn: isWanted ? ({ signal }) => decode(url, signal) : skipToken,
    gcTime: 60 * 60_000,
    retry: false,
  }).data;
}

async function decode(url: string, signal: AbortSignal): Promise<Loudness> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await response.arrayBuffer());
  return { bars: loudnessOf(decoded.getChannelData(0)), duration: decoded.duration };
}
