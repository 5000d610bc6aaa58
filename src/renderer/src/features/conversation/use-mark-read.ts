import { useEffect, useRef } from 'react';
import { useLooking } from '#renderer/components/use-looking.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import type { Chat } from '#shared/domain/entities.ts';

/** Marks a chat as read while somebody really looks at it: open, visible, and the window in front. */
export function useMarkRead(chat: Chat | undefined): void {
  const looking = useLooking();
  const { mutate } = useChatAction('chats.markRead');
  const asked = useRef<string | undefined>(undefined);
  const state =
    chat === undefined || chat.unread === 0
      ? undefined
      : `${chat.id} ${String(chat.unread)} ${chat.lastMessage?.id ?? ''}`;
  useEffect(() => {
    if (!looking || chat === undefined || state === undefined || asked.current === state) return;
    asked.current = state;
    mutate({ chatId: chat.id }, { onError: () => (asked.current = undefined) });
  }, [looking, chat, state, mutate]);
}
