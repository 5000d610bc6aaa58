import { useEffect, useRef } from 'react';
import { useVisible, useLooking } from '#renderer/components/page-state.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useMe } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { isNews } from '#shared/domain/needs-person.ts';

/** Tells colleagues that this window shows a chat, while it is visible, and notes that its operator has looked at it, while they really do. */
export function useLookingAt(chat: Chat): void {
  const { looking } = useConsole();
  const isVisible = useVisible();
  const isLooking = useLooking();
  const { mutate } = useChatAction('chats.markRead');
  const meId = useMe().data?.id;
  const asked = useRef<string>(undefined);
  const chatId = chat.id;
  useEffect(() => {
    if (!isVisible) return;
    looking.show(chatId);
    return () => looking.show(null);
  }, [looking, chatId, isVisible]);
  const news =
    meId !== undefined && isNews(chat, meId)
      ? `${chatId} ${chat.state} ${String(chat.unanswered)} ${chat.lastMessage?.id ?? ''}`
      : undefined;
  useEffect(() => {
    if (!isLooking || news === undefined || asked.current === news) return;
    asked.current = news;
    mutate({ chatId }, { onError: () => (asked.current = undefined) });
  }, [isLooking, chatId, news, mutate]);
}
