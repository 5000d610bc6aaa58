import { useTranslation } from 'react-i18next';
import { say, sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { newClientId } from '#renderer/rpc/outbox.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import type { Words } from '#renderer/rpc/use-messages.ts';
import { useRef } from 'react';
import type { Chat, Operator } from '#shared/domain/entities.ts';

interface Assign {
  /** resolves to whether it was done; what did not work is said */
  readonly assign: (to: Operator, note: string) => Promise<boolean>;
  readonly isPending: boolean;
}

/** Gives a chat to an operator, and offers to take that back. */
export function useAssign(chat: Chat, meId: string | undefined): Assign {
  const { t } = useTranslation('conversation');
  const identity = useRef<Words>(undefined);
  const assigning = useChatAction('chats.assign');
  const takingBack = useChatAction('chats.unassign');
  const takeBack = (): void =>
    takingBack.mutate({ chatId: chat.id }, { onError: (error) => sayTrouble(t('assign.notBack'), error.message) });
  const assign = async (to: Operator, note: string): Promise<boolean> => {
    const isHeld = chat.state === 'active' && chat.operatorId !== meId;
    // A note that is sent again because no answer came is the same note.
    if (identity.current?.text !== note) identity.current = { text: note, clientId: newClientId() };
    try {
      await assigning.mutateAsync({
        chatId: chat.id,
        operatorId: to.id,
        clientId: identity.current.clientId,
        ...(isHeld && { over: true }),
        ...(note !== '' && { note }),
      });
      identity.current = undefined;
    } catch (error) {
      sayTrouble(t('assign.failed'), error instanceof Error ? error.message : undefined);
      return false;
    }
    if (to.id === meId) say(t('assign.takenByYou'));
    else
      sayWithUndo(t('assign.assigned', { operatorName: to.name }), { onUndo: takeBack }, { id: `assigned-${chat.id}` });
    return true;
  };
  return { assign, isPending: assigning.isPending };
}
