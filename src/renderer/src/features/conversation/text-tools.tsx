import { MessageSquareQuote, SmilePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { insertText } from '#renderer/components/keys.ts';
import { lazy } from '#renderer/components/lazy.tsx';
import { Popover } from '#renderer/components/popover.tsx';
import type { SavedReply } from '#shared/contract/replies.ts';
import { useConversation } from './conversation-context.ts';
import { useFilled } from './saved/use-slash.tsx';

export const SavedPanel = lazy(async () => (await import('./saved/saved-panel.tsx')).SavedPanel);

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

const EmojiPanel = lazy(async () => (await import('./emoji-panel.tsx')).EmojiPanel);

/** The emoji picker, loaded on first use. Inserts the emoji at the caret. */
export function EmojiButton() {
  const { t } = useTranslation('conversation');
  const { field } = useConversation();
  return (
    <Popover
      label={t('composer.emoji')}
      trigger={<IconButton label={t('composer.emoji')} icon={<SmilePlus />} />}
      side="top"
      align="start"
      finalFocus={false}
      className="h-80 w-[316px]"
    >
      {(close) => (
        <EmojiPanel
          onPick={(emoji) => {
            close();
            if (field.current !== null) insertText(field.current, emoji);
          }}
        />
      )}
    </Popover>
  );
}
