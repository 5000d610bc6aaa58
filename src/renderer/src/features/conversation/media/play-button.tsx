import { getWords } from './media-text.ts';
import { useTranslation } from 'react-i18next';
import { Download, Pause, Play } from 'lucide-react';
import { Spinner } from '#renderer/components/progress.tsx';
import { useFetchMedia } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import type { Track } from './use-track.ts';

interface PlayButtonProps {
  readonly message: Message;
  readonly kind: 'voice' | 'audio';
  readonly name: string;
  readonly state: MediaState | undefined;
  readonly track: Pick<Track, 'isPlaying' | 'toggle'>;
}

const look =
  'grid size-10 shrink-0 place-items-center rounded-full bg-accent text-accent-ink transition-colors hover:bg-accent-strong aria-disabled:bg-hover aria-disabled:text-ink-quiet [&_svg]:size-5';

/** Plays and pauses; where the file is not here yet, gets it. */
export function PlayButton({ message, kind, name, state, track }: PlayButtonProps) {
  const { t } = useTranslation('conversation');
  const fetchMedia = useFetchMedia();
  if (state?.state === 'waiting' && !fetchMedia.isPending) {
    const label = getWords(kind, state.size ?? message.fileSize);
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => fetchMedia.mutate({ id: message.id, part: 'file' })}
        className={look}
      >
        <Download aria-hidden />
      </button>
    );
  }
  if (state?.state !== 'ready') {
    return (
      <button type="button" aria-disabled aria-label={t('media.getting')} title={t('media.getting')} className={look}>
        <Spinner className="size-5" />
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-label={track.isPlaying ? t('media.pause', { name }) : t('media.play', { name })}
      onClick={track.toggle}
      className={look}
    >
      {track.isPlaying ? (
        <Pause aria-hidden className="fill-current" />
      ) : (
        <Play aria-hidden className="ms-0.5 fill-current" />
      )}
    </button>
  );
}
