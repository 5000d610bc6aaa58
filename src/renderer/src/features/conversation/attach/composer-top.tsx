import { Suspense } from 'react';
import { later } from '#renderer/components/later.tsx';
import { useChannel } from '#renderer/rpc/use-channels.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Attachment } from './attachment.ts';
import type { NewFile } from './attachments.ts';
import { DropOverlay } from './drop-overlay.tsx';
import { useFileDrops } from './use-file-drops.ts';

export const ReachNotice = later(async () => (await import('./reach-notice.tsx')).ReachNotice);
export const Tray = later(async () => (await import('./tray.tsx')).Tray);

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
