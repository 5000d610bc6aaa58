import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { durationWords } from '../conversation-text.ts';
import type { Attachment, Remedy } from './attachment.ts';
import { detailWords } from './attachment-text.ts';
import { useAttachments } from './attachments.ts';

interface ItemStateProps {
  readonly chatId: string;
  readonly attachment: Attachment;
  readonly takes: boolean;
}

/** How far a file is; once it is ready, what it is. */
export function ItemState({ chatId, attachment, takes }: ItemStateProps) {
  const { t } = useTranslation('conversation');
  const { progress, name, size } = attachment;
  switch (progress.at) {
    case 'queued':
      return <p className="text-meta text-ink-quiet">{t('attach.queued')}</p>;
    case 'uploading':
      // A window of the desktop app does not hear how far it is.
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
          {detailWords(attachment, durationWords, takes).map((detail) => (
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
      return <Failed attachment={attachment} problem={progress.problem} remedy={progress.remedy} chatId={chatId} />;
  }
}

/** `part`: from 0 to 1; undefined while it is not known how far it is, and `otherwise` is said. */
function UploadBar({
  name,
  part,
  otherwise,
}: {
  readonly name: string;
  readonly part: number | undefined;
  readonly otherwise: string;
}) {
  const { t } = useTranslation('conversation');
  const percent = part === undefined ? undefined : Math.min(100, Math.round(part * 100));
  return (
    <div className="flex h-4 items-center gap-2">
      <div
        role="progressbar"
        aria-label={t('attach.progressOf', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== undefined && { 'aria-valuenow': percent })}
        className="h-1 flex-1 overflow-hidden rounded-full bg-hairline"
      >
        <div
          className={percent === undefined ? 'breathe h-full w-full bg-accent' : 'h-full bg-accent transition-[width]'}
          style={percent === undefined ? {} : { width: `${String(percent)}%` }}
        />
      </div>
      <p className="tabular w-16 text-meta text-ink-quiet">
        {percent === undefined ? otherwise : t('attach.uploading', { percent })}
      </p>
    </div>
  );
}

function Failed({
  chatId,
  attachment: { id },
  problem,
  remedy,
}: {
  readonly chatId: string;
  readonly attachment: Attachment;
  readonly problem: string;
  readonly remedy: Remedy | undefined;
}) {
  const { t } = useTranslation('conversation');
  const retry = useAttachments((attachments) => attachments.retry);
  const chooseOriginal = useAttachments((attachments) => attachments.chooseOriginal);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p role="alert" className="flex min-w-0 flex-1 basis-40 items-start gap-1.5 text-ui text-urgent">
        <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{problem}</span>
      </p>
      {remedy !== undefined && (
        <Button size="sm" onClick={() => (remedy === 'retry' ? retry(id) : chooseOriginal(chatId, id, true))}>
          {remedy === 'retry' ? t('attach.retry') : t('attach.sendOriginal')}
        </Button>
      )}
    </div>
  );
}
