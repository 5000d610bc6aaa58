import { useEffect, useRef } from 'react';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useLooking, useVisible } from '#renderer/state/page-state.ts';
import { hasUnseenNews } from '#shared/domain/needs-person.ts';
import { useConversation } from './conversation-context.ts';

/** Milliseconds: what is to be seen is painted first, and the answer renders again. */
const AFTER_PAINT = 50;

/**
 * Reports the chat as viewed while the window is visible, and as seen while the operator is looking. A part without
 * content, so that the answers of its reports render nothing else.
 */
export function Viewing(): null {
  const { chat, meId } = useConversation();
  const { looking } = useConsole();
  const isVisible = useVisible();
  const isLooking = useLooking();
  const { mutate } = useChatAction('chats.markRead');
  const requested = useRef<string>(undefined);
  const chatId = chat.id;
  useEffect(() => {
    if (!isVisible) return;
    looking.show(chatId);
    return () => looking.show(null);
  }, [looking, chatId, isVisible]);
  const news =
    meId !== undefined && hasUnseenNews(chat, meId)
      ? `${chatId} ${chat.state} ${String(chat.unanswered)} ${chat.lastMessage?.id ?? ''}`
      : undefined;
  useEffect(() => {
    // A note may mention them again.
    if (news === undefined) requested.current = undefined;
    if (!isLooking || news === undefined || requested.current === news) return;
    const timer = setTimeout(() => {
      requested.current = news;
      mutate({ chatId }, { onError: () => (requested.current = undefined) });
    }, AFTER_PAINT);
    // A chat that was only passed is not read.
    return () => clearTimeout(timer);
  }, [isLooking, chatId, news, mutate]);
  return null;
}
