import { useTranslation } from 'react-i18next';
import { say, sayWithUndo, trouble } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/ask.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { botForChat, useBots } from '#renderer/rpc/use-directory.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Chat } from '#shared/domain/entities.ts';

export interface ChatActions {
  readonly canTake: boolean;
  readonly canClose: boolean;
  readonly canReopen: boolean;
  /** the bot that would get the chat back; undefined where none can */
  readonly backTo: Bot | undefined;
  readonly canAskForRating: boolean;
  /** another operator has the chat */
  readonly isHeld: boolean;
  readonly take: () => void;
  readonly takeOver: () => void;
  readonly close: () => void;
  readonly reopen: () => void;
  readonly returnToBot: () => void;
  readonly askForRating: () => void;
  readonly isTaking: boolean;
  readonly isReturning: boolean;
}

/** What can be done to a chat by this operator; what did not work is said in a toast. */
export function useChatActions(chat: Chat | undefined, meId: string | undefined): ChatActions {
  const { t } = useTranslation('conversation');
  const taking = useChatAction('chats.take');
  const closing = useChatAction('chats.close');
  const reopening = useChatAction('chats.reopen');
  const returning = useChatAction('chats.returnToBot');
  const asking = useAct('chats.requestRating');
  const bots = useBots().data ?? [];
  const isHeld = chat?.state === 'active' && chat.operatorId !== meId;
  const canTake = chat?.state === 'waiting' || chat?.state === 'bot';
  const isOurs = chat?.state === 'waiting' || (chat?.state === 'active' && !isHeld);
  const backTo = isOurs ? botForChat(bots, chat) : undefined;
  const canAskForRating = chat !== undefined && chat.state !== 'closed' && !isHeld;
  const canClose = chat !== undefined && chat.state !== 'closed';
  const canReopen = chat?.state === 'closed';

  const take = (over: boolean): void => {
    if (chat === undefined) return;
    taking.mutate({ chatId: chat.id, ...(over && { over }) }, { onError: trouble(t('takeFailed')) });
  };
  const reopen = (chatId: string): void => {
    reopening.mutate({ chatId }, { onSuccess: () => say(t('reopened')), onError: trouble(t('reopenFailed')) });
  };
  const close = (): void => {
    if (!canClose || closing.isPending) return;
    closing.mutate(
      { chatId: chat.id },
      {
        onSuccess: () =>
          void sayWithUndo(t('closedUndo'), { onUndo: () => reopen(chat.id) }, { id: `closed-${chat.id}` }),
        onError: trouble(t('closeFailed')),
      },
    );
  };
  const returnToBot = (): void => {
    if (chat === undefined || backTo === undefined || returning.isPending) return;
    returning.mutate({ chatId: chat.id }, { onError: trouble(t('backToBotFailed')) });
  };
  const askForRating = (): void => {
    if (!canAskForRating || asking.isPending) return;
    asking.mutate(
      { chatId: chat.id },
      {
        onSuccess: () => say(t('ratingAsked')),
        onError: trouble(t('askForRatingFailed')),
      },
    );
  };
  return {
    canTake,
    canClose,
    canReopen,
    backTo,
    canAskForRating,
    isHeld,
    take: () => {
      if (canTake) take(false);
    },
    takeOver: () => take(true),
    close,
    reopen: () => {
      if (canReopen && !reopening.isPending) reopen(chat.id);
    },
    returnToBot,
    askForRating,
    isReturning: returning.isPending,
    isTaking: taking.isPending,
  };
}
