import { formatBytes } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { CircleAlert, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ProgressBar } from '#renderer/components/progress.tsx';
import { formatDuration } from '../conversation-text.ts';
import { mediaIcons } from '../media/media-card.tsx';
import type { Attachment, Progress } from './attachment.ts';
import { useAttachments } from './attachments.ts';

/** A file's progress, or its details once it is ready. */
export function ItemState({ attachment, takes }: { readonly attachment: Attachment; readonly takes: boolean }) {
  const { t } = useTranslation('conversation');
  const { progress, name, size } = attachment;
  switch (progress.at) {
    case 'queued':
      return <p className="text-meta text-ink-quiet">{t('attach.queued')}</p>;
    case 'uploading':
      // The desktop app's window gets no upload progress.
      return (
        <UploadBar
          name={name}
          part={progress.sent === 0 ? undefined : progress.sent / Math.max(size, 1)}
          otherwise={t('attach.uploadingNow')}
        />
      );
    case 'processing':
      return <UploadBar name={name} part={undefined} otherwise={t('attach.processing')} />;
    case 'ready':
      return (
        <p className="tabular flex flex-wrap gap-x-2 text-meta text-ink-quiet">
          {detailTexts(attachment, takes).map((detail) => (
            <span
              key={detail}
              className={
                detail === t('attach.asLink') || detail === t('attach.original') ? 'text-attention' : undefined
              }
            >
              {detail}
            </span>
          ))}
        </p>
      );
    case 'failed':
      return <Failed id={attachment.id} {...progress} />;
  }
}

interface UploadBarProps {
  readonly name: string;
  /** from 0 to 1; undefined if unknown: `otherwise` is shown */
  readonly part: number | undefined;
  readonly otherwise: string;
}

function UploadBar({ name, part, otherwise }: UploadBarProps) {
  const { t } = useTranslation('conversation');
  const known = part === undefined ? undefined : Math.min(1, part);
  return (
    <div className="flex h-4 items-center gap-2">
      <ProgressBar label={t('attach.progressOf', { name })} part={known} className="h-1 flex-1 bg-hairline" />
      <p className="tabular w-16 text-meta text-ink-quiet">
        {known === undefined ? otherwise : t('attach.uploading', { percent: Math.round(known * 100) })}
      </p>
    </div>
  );
}

function Failed({ id, problem, remedy }: Extract<Progress, { at: 'failed' }> & { readonly id: string }) {
  const { t } = useTranslation(['conversation', 'common']);
  const { retry } = useAttachments.getState();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p role="alert" className="flex min-w-0 flex-1 basis-40 items-start gap-1.5 text-ui text-urgent">
        <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{problem}</span>
      </p>
      {remedy !== undefined && (
        <Button size="sm" onClick={() => retry(id, remedy === 'retry' ? undefined : true)}>
          {remedy === 'retry' ? t('common:tryAgain') : t('attach.sendOriginal')}
        </Button>
      )}
    </div>
  );
}

const frame =
  'grid size-11 shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-ink-quiet [&_svg]:size-5';

/** An attachment's preview; audio can be played. */
export function ItemPicture({ attachment: { name, nature, preview, progress } }: { readonly attachment: Attachment }) {
  if (progress.at === 'ready' && (nature === 'voice' || nature === 'audio'))
    return <Sound name={name} url={progress.url} />;
  return (
    <span aria-hidden className={frame}>
      {preview === undefined ? (
        mediaIcons[nature]
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

/** An attachment's details in a line: "Photo", "1600 × 1200", "1.4 MB". */
function detailTexts(
  { sentAs, nature, size, width, height, duration, isOriginal }: Attachment,
  takes: boolean,
): readonly string[] {
  return [
    i18n.t(`conversation:kinds.${nature}`),
    duration === undefined ? undefined : formatDuration(duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    formatBytes(size),
    sentAs !== nature ? i18n.t('conversation:attach.asFile') : undefined,
    isOriginal === true ? i18n.t('conversation:attach.original') : undefined,
    takes ? undefined : i18n.t('conversation:attach.asLink'),
  ].filter((detail) => detail !== undefined);
}
