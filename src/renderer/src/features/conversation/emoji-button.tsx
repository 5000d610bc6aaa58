import { SmilePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { insertText } from '#renderer/components/insert-text.ts';
import { lazy } from '#renderer/components/lazy.tsx';
import { Popover } from '#renderer/components/popover.tsx';
import { useConversation } from './conversation-context.ts';

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
