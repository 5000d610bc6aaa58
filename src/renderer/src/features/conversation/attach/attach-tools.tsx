import { useTranslation } from 'react-i18next';
import { Mic } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { useChannel } from '#renderer/rpc/use-directory.ts';
import { useReplyMedia } from '#renderer/rpc/use-messages.ts';
import { sendIdentified } from './send-attachments.ts';
import type { MediaReply } from '#shared/contract/media.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { AttachButton } from './attach-button.tsx';
import type { NewFile } from './attachments.ts';
import { leavesHere } from './composer-top.tsx';
import { StickerButton } from './sticker-button.tsx';
import type { Recorder } from './use-recorder.ts';

export const LocationDialog = lazy(async () => (await import('./location-dialog.tsx')).LocationDialog);

interface AttachToolsProps {
  readonly chat: Chat;
  readonly customerName: string;
  readonly isSmall: boolean;
  readonly recorder: Recorder;
  readonly onAttach: (files: readonly NewFile[]) => void;
}

/** The composer's tools for what is not text: files, a place, a sticker, one's voice. */
export function AttachTools({ chat, customerName, isSmall, recorder, onAttach }: AttachToolsProps) {
  const { t } = useTranslation('conversation');
  const [isPlacing, setPlacing] = useState(false);
  // Stays once it was opened, so that it closes as it opened.
  const [wasPlacing, setPlaced] = useState(false);
  const place = (): void => {
    setPlaced(true);
    setPlacing(true);
  };
  const channel = useChannel(chat.channelId);
  const replyMedia = useReplyMedia();
  useCommands({ recordVoice: recorder.state.is === 'resting' ? recorder.start : undefined });
  const sendAtOnce = (part: MediaReply, notSent: string): void => {
    sendIdentified(`${chat.id} at once`, chat.id, [part], replyMedia).catch((error: unknown) =>
      sayTrouble(notSent, error instanceof Error ? error.message : undefined),
    );
  };
  return (
    <>
      <AttachButton onFiles={(files) => onAttach(files.map((file) => ({ file })))} onLocation={place} />
      <IconButton
        label={t('attach.record')}
        icon={<Mic />}
        disabled={recorder.state.is !== 'resting'}
        onClick={recorder.start}
      />
      <StickerButton
        leavesHere={leavesHere(channel)}
        isSmall={isSmall}
        onPick={(stickerId) => sendAtOnce({ type: 'sticker_of_ours', stickerId }, t('attach.stickerNotSent'))}
      />
      <Suspense>
        {wasPlacing && (
          <LocationDialog
            open={isPlacing}
            onOpenChange={setPlacing}
            customerName={customerName}
            onSend={({ latitude, longitude, title }) =>
              sendAtOnce(
                { type: 'location', latitude, longitude, ...(title !== '' && { title }) },
                t('attach.locationNotSent'),
              )
            }
          />
        )}
      </Suspense>
    </>
  );
}
