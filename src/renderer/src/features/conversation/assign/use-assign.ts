import { say, sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { assignWords as words } from './assign-words.ts';

interface Assign {
  /** resolves to whether it was done; what did not work is said */
  readonly assign: (to: Operator, note: string) => Promise<boolean>;
  readonly isPending: boolean;
}

/** Gives a chat to an operator, and offers to take that back. */
export function useAssign(chat: Chat, meId: string | undefined): Assign {
  const { replyIds } = useConsole();
  const assigning = useChatAction('chats.assign');
  const takingBack = useChatAction('chats.unassign');
  const takeBack = (): void =>
    takingBack.mutate({ chatId: chat.id }, { onError: (error) => sayTrouble(words.notBack, error.message) });
  const assign = async (to: Operator, note: string): Promise<boolean> => {
    const isHeld = chat.state === 'active' && chat.operatorId !== meId;
    try {
      // Named, so that a note that is sent again because no answer came is the same note.
      await replyIds.named(`${chat.id} assign`, note, (clientId) =>
        assigning.mutateAsync({
          chatId: chat.id,
          operatorId: to.id,
          clientId,
          ...(isHeld && { over: true }),
          ...(note !== '' && { note }),
        }),
      );
    } catch (error) {
      sayTrouble(words.failed, error instanceof Error ? error.message : undefined);
      return false;
    }
    if (to.id === meId) say(words.takenByYou);
    else sayWithUndo(words.assigned(to.name), { onUndo: takeBack }, { id: `assigned-${chat.id}` });
    return true;
  };
  return { assign, isPending: assigning.isPending };
}
