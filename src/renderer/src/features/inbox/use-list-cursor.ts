import { useState } from 'react';
import type { Chat } from '#shared/domain/entities.ts';

export interface ListCursor {
  /** where the keyboard stands; -1 where nowhere */
  readonly index: number;
  readonly moveTo: (index: number) => void;
}

/** Which row the keyboard is on: it stays with its chat while the list around it changes. */
export function useListCursor(chats: readonly Chat[], openChatId: string | undefined): ListCursor {
  const [chatId, setChatId] = useState(openChatId);
  const [opened, setOpened] = useState(openChatId);
  if (opened !== openChatId) {
    setOpened(openChatId);
    if (openChatId !== undefined) setChatId(openChatId);
  }
  return {
    index: chats.findIndex(({ id }) => id === chatId),
    moveTo: (index) => setChatId(chats[Math.min(Math.max(index, 0), chats.length - 1)]?.id),
  };
}
