import { useTranslation } from 'react-i18next';
import { MessageSquareQuote } from 'lucide-react';
import { IconButton } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { Popover } from '#renderer/components/popover.tsx';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { insertText } from '#renderer/components/insert-text.ts';
import { useConversation } from '../conversation-context.ts';
import { useFilled } from './saved-list.tsx';

export const SavedPanel = lazy(async () => (await import('./saved-panel.tsx')).SavedPanel);

/** Opens the saved replies; the chosen one is inserted at the caret. */
export function SavedButton() {
  const { t } = useTranslation('conversation');
  const { field } = useConversation();
  const filled = useFilled();
  return (
    <Popover
      label={t('savedReplies.title')}
      trigger={<IconButton label={t('savedReplies.title')} shortcut="/" icon={<MessageSquareQuote />} />}
      part={SavedPanel}
      side="top"
      align="start"
      finalFocus={field}
      className="w-[360px] overflow-hidden"
    >
      {(close) => (
        <SavedPanel
          filled={filled}
          onPick={(reply: SavedReply) => {
            close();
            if (field.current !== null) insertText(field.current, filled(reply.text));
          }}
        />
      )}
    </Popover>
  );
}
