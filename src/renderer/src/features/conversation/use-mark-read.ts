import { useEffect, useRef } from 'react';
import { useLooking } from '#renderer/components/page-state.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useMe } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { isNews } from '#shared/domain/needs-person.ts';

/** Notes that the operator has looked at a chat while they really do: open, visible, and the window in front. */
export function useMarkRead(chat: Chat | undefined): void {
  const looking = useLooking();
  const { mutate } = useChatAction('chats.markRead');
  const meId = useMe().data?.id;
  const asked = useRef<string | undefined>(undefined);
  const state =
    chat === undefined || meId === undefined || !isNews(chat, meId)
      ? undefined
      : `${chat.id} ${chat.state} ${String(chat.unanswered)} ${chat.lastMessage?.id ?? ''}`;
  useEffect(() => {
    if (!looking || chat === undefined || state === undefined || asked.current === state) return;
    asked.current = state;
    mutate({ chatId: chat.id }, { onError: () => (asked.current = undefined) });
  }, [looking, chat, state, mutate]);
}
