import { useTranslation } from 'react-i18next';
import { notify, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { botForChat, useBots, useChannel } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';

/** This operator's actions on a chat; failures are shown in a toast. */
export function useChatActions(chat: Chat, meId: string | undefined) {
  const { t } = useTranslation('conversation');
  const taking = useChatAction('chats.take');
  const closing = useChatAction('chats.close');
  const reopening = useChatAction('chats.reopen');
  const returning = useChatAction('chats.returnToBot');
  const asking = useRouteMutation('chats.requestRating');
  const bots = useBots().data ?? [];
  const chatId = chat.id;
  const isHeld = chat.state === 'active' && chat.operatorId !== meId;
  const canTake = chat.state === 'waiting' || chat.state === 'bot';
  const isOurs = chat.state === 'waiting' || (chat.state === 'active' && !isHeld);
  const canClose = chat.state !== 'closed';
  // Chats of a removed channel stay closed.
  const canReopen = useChannel(chat.channelId) !== undefined && chat.state === 'closed';
  const canAskForRating = canClose && !isHeld;
  const canSnooze = isOurs || chat.snoozed !== undefined || (chat.state === 'bot' && chat.askedForPerson);
  /** the bot that would get the chat back; undefined if there is none */
  const backTo = isOurs ? botForChat(bots, chat) : undefined;

  const take = (over: boolean): void =>
    taking.mutate({ chatId, ...(over && { over }) }, { onError: errorNotifier(t('takeFailed')) });
  // With promises: the next chat may be open when the answer arrives.
  const reopen = (): void =>
    void reopening.mutateAsync({ chatId }).then(() => notify(t('reopened')), errorNotifier(t('reopenFailed')));
  return {
    canTake,
    canClose,
    canReopen,
    backTo,
    canAskForRating,
    canSnooze,
    /** another operator has the chat */
    isHeld,
    isReturning: returning.isPending,
    isTaking: taking.isPending,
    isReopening: reopening.isPending,
    take: () => {
      if (canTake) take(false);
    },
    takeOver: () => take(true),
    /** `then` runs once it is closed */
    close: (then?: () => void) => {
      if (!canClose || closing.isPending) return;
      void closing.mutateAsync({ chatId }).then(
        () => {
          notify(t('closedUndo'), { id: `closed-${chatId}`, action: undoAction(reopen) });
          then?.();
        },
        errorNotifier(t('closeFailed')),
      );
    },
    reopen: () => {
      if (canReopen && !reopening.isPending) reopen();
    },
    returnToBot: () => {
      if (backTo !== undefined && !returning.isPending)
        returning.mutate({ chatId }, { onError: errorNotifier(t('backToBotFailed')) });
    },
    askForRating: () => {
      if (!canAskForRating || asking.isPending) return;
      asking.mutate(
        { chatId },
        { onSuccess: () => notify(t('ratingAsked')), onError: errorNotifier(t('askForRatingFailed')) },
      );
    },
  };
}
