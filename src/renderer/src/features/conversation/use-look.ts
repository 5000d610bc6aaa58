import { useEffect } from 'react';
import { useVisible } from '#renderer/components/page-state.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';

/** Tells colleagues that this window shows a chat, as long as it is visible. */
export function useLook(chatId: string): void {
  const { looking } = useConsole();
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    looking.show(chatId);
    return () => looking.show(null);
  }, [looking, chatId, isVisible]);
}
