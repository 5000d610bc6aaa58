import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import type { Attachment } from './attachment.ts';
import { trayWords } from './attachment-text.ts';
import { useAttachments } from './attachments.ts';
import { TrayItem } from './tray-item.tsx';

export interface TrayProps {
  readonly chatId: string;
  readonly list: readonly Attachment[];
  /** types that the channel's app shows; undefined while not known */
  readonly takes: Channel['takes'] | undefined;
  readonly onRemove: (id: string) => void;
  /** Enter in a caption */
  readonly onSend: (thenClose: boolean) => void;
}

/** The files that will be sent, in their order, above the words. */
export function Tray({ chatId, list, takes, onRemove, onSend }: TrayProps) {
  const { t } = useTranslation('conversation');
  const leaving = useAttachments((attachments) => attachments.leaving[chatId]);
  const stay = useAttachments(({ stay: holdBack }) => holdBack);
  const isUploading = list.some(({ id, progress }) => leaving?.includes(id) === true && progress.at !== 'ready');
  return (
    <div className="border-b">
      <p role="status" className="sr-only">
        {trayWords(list)}
      </p>
      <ul
        aria-label={t('attach.tray.text')}
        className="flex max-h-[min(256px,36dvh)] flex-col divide-y divide-hairline overflow-y-auto overscroll-contain"
      >
        {list.map((attachment, index) => (
          <TrayItem
            key={attachment.id}
            chatId={chatId}
            attachment={attachment}
            place={{ index, count: list.length }}
            takes={takes?.includes(attachment.sentAs) ?? true}
            isLeaving={leaving?.includes(attachment.id) === true}
            onRemove={() => onRemove(attachment.id)}
            onSend={onSend}
          />
        ))}
      </ul>
      {isUploading && (
        <div className="flex items-center gap-2 border-t bg-sunken py-1 pe-1.5 ps-3">
          <p role="status" className="flex-1 text-meta text-ink-quiet">
            {t('attach.leaving')}
          </p>
          <Button size="sm" variant="quiet" onClick={() => stay(chatId)}>
            {t('attach.hold')}
          </Button>
        </div>
      )}
    </div>
  );
}
