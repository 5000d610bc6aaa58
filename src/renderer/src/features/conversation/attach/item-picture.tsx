import { useTranslation } from 'react-i18next';
import { File, Image, Mic, Music, Pause, Play, Video } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import type { Attachment, SentAs } from './attachment.ts';

const icons: Record<SentAs, ReactNode> = {
  photo: <Image />,
  video: <Video />,
  audio: <Music />,
  voice: <Mic />,
  document: <File />,
};

const frame =
  'grid size-11 shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-ink-quiet [&_svg]:size-5';

/** How a file that will be sent looks; what can be heard is played here. */
export function ItemPicture({ attachment: { name, nature, preview, progress } }: { readonly attachment: Attachment }) {
  if (progress.at === 'ready' && (nature === 'voice' || nature === 'audio'))
    return <Sound name={name} url={progress.url} />;
  return (
    <span aria-hidden className={frame}>
      {preview === undefined ? (
        icons[nature]
      ) : (
        <img src={preview.url} alt="" draggable={false} className="size-full object-cover" />
      )}
    </span>
  );
}

function Sound({ name, url }: { readonly name: string; readonly url: string }) {
  const { t } = useTranslation('conversation');
  const player = useRef<HTMLAudioElement>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => () => player.current?.pause(), [url]);
  const toggle = (): void => {
    if (isPlaying) return player.current?.pause();
    if (player.current === undefined) {
      player.current = new Audio(url);
      player.current.addEventListener('pause', () => setPlaying(false));
    }
    setPlaying(true);
    player.current.play().catch(() => setPlaying(false));
  };
  return (
    <button
      type="button"
      aria-label={isPlaying ? t('attach.pause', { name }) : t('attach.listen', { name })}
      onClick={toggle}
      className={cn(frame, 'bg-accent-tint text-accent transition-colors hover:bg-selected')}
    >
      {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
    </button>
  );
}
