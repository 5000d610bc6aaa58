import { say, sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { words } from './words.ts';

export interface ChatActions {
  readonly canTake: boolean;
  readonly canClose: boolean;
  /** another operator has the chat */
  readonly isHeld: boolean;
  readonly take: () => void;
  readonly takeOver: () => void;
  readonly close: () => void;
  readonly isTaking: boolean;
}

/** What can be done to a chat by this operator; what did not work is said in a toast. */
export function useChatActions(chat: Chat | undefined, meId: string | undefined): ChatActions {
  const taking = useChatAction('chats.take');
  const closing = useChatAction('chats.close');
  const reopening = useChatAction('chats.reopen');
  const isHeld = chat?.state === 'active' && chat.operatorId !== meId;
  const canTake = chat?.state === 'waiting';
  const canClose = chat !== undefined && chat.state !== 'closed';

  const take = (over: boolean): void => {
    if (chat === undefined) return;
    taking.mutate({ chatId: chat.id, ...(over && { over }) }, { onError: (error) => sayTrouble(words.takeFailed, error.message) });
  };
  const reopen = (chatId: string): void => {
    reopening.mutate({ chatId }, { onSuccess: () => say(words.reopened), onError: (error) => sayTrouble(words.reopenFailed, error.message) });
  };
  const close = (): void => {
    if (!canClose || closing.isPending) return;
    closing.mutate(
      { chatId: chat.id },
      {
        onSuccess: () => void sayWithUndo(words.closedUndo, { onUndo: () => reopen(chat.id) }, { id: `closed-${chat.id}` }),
        onError: (error) => sayTrouble(words.closeFailed, error.message),
      },
    );
  };
  return {
    canTake,
    canClose,
    isHeld,
    take: () => {
      if (canTake) take(false);
    },
    takeOver: () => take(true),
    close,
    isTaking: taking.isPending,
  };
}
