import { useTranslation } from 'react-i18next';
import { TranscriptDialog } from '#renderer/components/transcript-dialog.tsx';

/** Saves what was said in a chat as a file. */
export function ChatTranscript({ chatId, onClose }: { readonly chatId: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <TranscriptDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('transcripts.titleOfChat')}
      lead={t('transcripts.leadOfChat')}
      chats={{ chat: chatId }}
    />
  );
}
