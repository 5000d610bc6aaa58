import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Message } from '#shared/domain/entities.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { useConsole } from './console-context.tsx';
import { allMessages, withChangedMessage } from './message-pages.ts';
import type { PendingReply } from './outbox.ts';
import { keys, type MessagePages, type MessagePlace } from './query-keys.ts';

const PAGE = 50;

/**
 * The messages of a chat, oldest first, from the newest or from those around one of them. `fetchNextPage` loads earlier
 * ones, `fetchPreviousPage` later ones.
 */
export function useMessages(chatId: string, around?: string) {
  const { call } = useConsole();
  const firstPlace: MessagePlace = around === undefined ? undefined : { around };
  return useInfiniteQuery({
    queryKey: around === undefined ? keys.messages(chatId) : keys.messagesAround(chatId, around),
    queryFn: ({ pageParam }) => call('messages.list', { chatId, limit: PAGE, ...pageParam }),
    initialPageParam: firstPlace,
    getNextPageParam: ({ hasEarlier, messages: [first] }) =>
      hasEarlier && first !== undefined ? { before: first.id } : undefined,
    getPreviousPageParam: ({ hasLater, messages }) => pageAfter(hasLater, messages.at(-1)),
    // Comparing thousands of loaded messages with each new one would cost frames.
    structuralSharing: false,
    select: allMessages,
  });
}

function pageAfter(hasLater: boolean | undefined, last: Message | undefined): MessagePlace {
  return hasLater === true && last !== undefined ? { after: last.id } : undefined;
}

/** Replies of a chat that the engine has not confirmed yet, without those already among the messages. */
export function usePendingReplies(chatId: string, messages: readonly Message[]): readonly PendingReply[] {
  const pending = useStore(useConsole().outbox, (outbox) => outbox.pending);
  return useMemo(() => {
    const mine = pending.filter((part) => part.chatId === chatId);
    if (mine.length === 0) return mine;
    const known = new Set(messages.map(({ id }) => id));
    return mine.filter(({ messageId }) => messageId === undefined || !known.has(messageId));
  }, [pending, chatId, messages]);
}

/** Sends a reply, shown at once as pending. Rejects where the engine did not take it; nothing is then left behind. */
export function useReply() {
  const { call, outbox, replyTurns, replyIds } = useConsole();
  return useCallback(
    async (chatId: string, text: string): Promise<void> => {
      const box = outbox.getState();
      const replyId = box.add(chatId, cutText(text));
      try {
        const { messages } = await replyTurns(chatId, () =>
          replyIds.named(chatId, text, (clientId) => call('chats.reply', { chatId, text, clientId })),
        );
        // Shown as pending until their event puts them in their place among the others.
        for (const message of messages) box.became(message);
      } catch (error) {
        box.remove(replyId);
        throw error;
      }
    },
    [call, outbox, replyTurns, replyIds],
  );
}

/** Adds a note for the operators, shown at once as pending. Rejects where the engine did not take it; nothing is then left behind. */
export function useNote() {
  const { call, outbox, replyTurns, replyIds } = useConsole();
  return useCallback(
    async (chatId: string, text: string): Promise<void> => {
      const box = outbox.getState();
      const noteId = box.addNote(chatId, text);
      const kind = `${chatId} notes`;
      try {
        box.became(
          await replyTurns(kind, () =>
            replyIds.named(kind, text, (clientId) => call('chats.note', { chatId, text, clientId })),
          ),
        );
      } catch (error) {
        box.remove(noteId);
        throw error;
      }
    },
    [call, outbox, replyTurns, replyIds],
  );
}

/** Sends a failed reply again. */
export function useResend() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (message: Message) => call('messages.resend', { messageId: message.id }),
    onMutate: (message) => {
      const sending: Message = { ...message, delivery: { state: 'sending', attempts: 0 } };
      queryClient.setQueryData<MessagePages>(
        keys.messages(message.chatId),
        (pages) => pages && withChangedMessage(pages, sending),
      );
    },
    onError: (_error, message) => {
      queryClient.setQueryData<MessagePages>(
        keys.messages(message.chatId),
        (pages) => pages && withChangedMessage(pages, message),
      );
    },
  });
}
