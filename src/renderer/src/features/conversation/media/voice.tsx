import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/entities.ts';
import { durationWords, kindWords } from '../words.ts';
import { BARS } from './loudness.ts';
import { MediaCard } from './media-card.tsx';
import { useConversationMedia } from './media-context.tsx';
import { PlayButton } from './play-button.tsx';
import { PositionSlider } from './position-slider.tsx';
import { SaveButton } from './save-button.tsx';
import { useLoudness } from './use-loudness.ts';
import { useTrack } from './use-track.ts';
import { useVoiceSpeed } from './voice-speed.ts';

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
  if (state?.state === 'refused')
    return (
      <div className="w-96 max-w-full">
        <MediaCard message={message} kind="voice" state={state} />
      </div>
    );
  const name = kindWords('voice').toLowerCase();
  const isBegun = track.isPlaying || track.position > 0;
  return (
    <div className="flex w-80 max-w-full flex-col gap-1">
      <div className="flex items-center gap-3">
        <PlayButton
          messageId={message.id}
          kind="voice"
          name={name}
          state={state}
          size={message.file_size}
          isPlaying={track.isPlaying}
          onToggle={track.toggle}
        />
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
          aria-label={t('media.media.speedLabel', { speed })}
          onClick={() => player.setSpeed(next())}
          className="tabular h-7 min-w-10 shrink-0 rounded-full bg-raised px-2 text-meta font-medium transition-colors hover:bg-hover"
        >
          {t('media.media.speed', { speed })}
        </button>
      </div>
      {track.failed && file !== undefined && (
        <p role="alert" className="flex items-center gap-2 text-meta text-ink-quiet">
          {t('media.media.cannotPlay')} <SaveButton file={file} />
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
