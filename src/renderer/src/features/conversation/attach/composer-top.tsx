import { Suspense } from 'react';
import { lazy } from '#renderer/components/lazy.tsx';
import { useChannel } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Attachment } from './attachment.ts';
import type { NewFile } from './attachments.ts';
import { useFileDrops } from './use-file-drops.ts';
import { useTranslation } from 'react-i18next';
import { ImageUp } from 'lucide-react';

export const ReachNotice = lazy(async () => (await import('./reach-notice.tsx')).ReachNotice);
export const Tray = lazy(async () => (await import('./tray.tsx')).Tray);

interface ComposerTopProps {
  readonly chat: Chat;
  readonly customerName: string;
  readonly attached: readonly Attachment[];
  readonly isRecording: boolean;
  readonly isSmall: boolean;
  readonly onAttach: (files: readonly NewFile[]) => void;
  readonly onRemove: (id: string) => void;
  readonly onSend: (thenClose: boolean) => void;
}

/** What stands above the words of a reply: files that go with it, and whether customers can get them. Takes drops and pastes. */
export function ComposerTop({
  chat,
  customerName,
  attached,
  isRecording,
  isSmall,
  onAttach,
  onRemove,
  onSend,
}: ComposerTopProps) {
  const isOver = useFileDrops(onAttach);
  const channel = useChannel(chat.channelId);
  const hasFiles = attached.length > 0;
  return (
    <>
      {isOver && <DropOverlay customerName={customerName} />}
      <Suspense>
        {(hasFiles || isRecording) && leavesHere(channel) && <ReachNotice isSmall={isSmall} />}
        {hasFiles && (
          <Tray chatId={chat.id} list={attached} takes={channel?.takes} onRemove={onRemove} onSend={onSend} />
        )}
      </Suspense>
    </>
  );
}

/** The test customer is on this computer, and fetches whatever is sent. */
export function leavesHere(channel: { readonly endpoint: string | null } | undefined): boolean {
  return channel !== undefined && channel.endpoint !== null;
}

/** Over the conversation while files are held over the window. */
function DropOverlay({ customerName }: { readonly customerName: string }) {
  const { t } = useTranslation('conversation');
  return (
    <div className="pointer-events-none absolute inset-0 z-20 bg-ground/85 p-4">
      <div className="grid h-full place-content-center justify-items-center gap-1 rounded-card border-2 border-dashed border-accent bg-accent-tint/60 p-4 text-center">
        <ImageUp aria-hidden className="mb-1 size-8 text-accent" />
        <p className="text-heading font-semibold">{t('attach.dropTitle', { name: customerName })}</p>
        <p className="text-ui">{t('attach.dropMore')}</p>
      </div>
    </div>
  );
}
