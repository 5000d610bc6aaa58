import { TranscriptDialog } from '#renderer/components/transcript-dialog.tsx';
import { transcriptWords } from '#renderer/components/transcript-words.ts';

/** Saves what was said in a chat as a file. */
export function ChatTranscript({ chatId, onClose }: { readonly chatId: string; readonly onClose: () => void }) {
  return (
    <TranscriptDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={transcriptWords.titleOfChat}
      lead={transcriptWords.leadOfChat}
      chats={{ chat: chatId }}
    />
  );
}
