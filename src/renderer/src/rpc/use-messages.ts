import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Message } from '#shared/domain/message.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { useConsole } from './console-context.tsx';
import { toHistory, type MessagePages, type MessageCursor, withChangedMessage } from './apply-events.ts';
import { isWaiting, type OutboxState } from './outbox.ts';
import type { Unsent } from './written.ts';

const PAGE = 50;

/**
 * The messages of a chat, oldest first, from the newest or around a given one. `fetchNextPage` loads earlier ones, on
 * into the customer's earlier chats, `fetchPreviousPage` later ones.
 */
export function useMessages(chatId: string, around?: string) {
  const { call } = useConsole();
  const firstCursor: MessageCursor = around === undefined ? undefined : { around };
  return useInfiniteQuery({
    queryKey: ['messages.list', { chatId, around }],
    queryFn: ({ pageParam }) => call('messages.list', { chatId, limit: PAGE, history: true, ...pageParam }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ hasEarlier, messages: [first] }) =>
      hasEarlier && first !== undefined ? { before: first.id } : undefined,
    getPreviousPageParam: ({ hasLater, messages }): MessageCursor => {
      const last = messages.at(-1);
      return hasLater === true && last !== undefined ? { after: last.id } : undefined;
    },
    // Comparing thousands of loaded messages for each new one would drop frames.
    structuralSharing: false,
    select: toHistory,
  });
}

/** Part of a reply or note on its way to the engine, shown until its message arrives. */
export interface PendingPart extends Pick<Unsent, 'clientId' | 'chatId' | 'isNote' | 'at'> {
  readonly part: number;
  readonly text: string;
  readonly isLast: boolean;
  /** unsent text it is part of, if that waits for the connection and can be taken back */
  readonly waiting: Unsent | undefined;
}

/** Replies and notes of a chat that the engine has not confirmed yet, except those already among the messages. */
export function usePendingParts(chatId: string, messages: readonly Message[]): readonly PendingPart[] {
  const { unsent, taken, isAway } = useStore(useConsole().outbox.state);
  return useMemo(() => {
    const parts = pendingParts({ unsent, taken, isAway }, chatId);
    if (parts.length === 0) return parts;
    const known = new Set(messages.map(partKey));
    return parts.filter((part) => !known.has(partKey(withAuthor(part))));
  }, [unsent, taken, isAway, chatId, messages]);
}

/** One part per message, as the engine will cut them. */
export function pendingParts(outbox: OutboxState, chatId: string): readonly PendingPart[] {
  const parts = (unsent: Unsent, waiting: Unsent | undefined): readonly PendingPart[] => {
    const texts = unsent.isNote ? [unsent.text.trim()] : cutText(unsent.text.toWellFormed());
    const { clientId, isNote, at } = unsent;
    const isLast = (part: number): boolean => part === texts.length - 1;
    return texts.map((text, part) => ({ clientId, chatId, isNote, at, part, text, waiting, isLast: isLast(part) }));
  };
  const isHere = (unsent: Unsent): boolean => unsent.chatId === chatId;
  return [
    ...outbox.taken.filter(isHere).flatMap((unsent) => parts(unsent, undefined)),
    ...outbox.unsent.filter(isHere).flatMap((unsent) => parts(unsent, isWaiting(outbox, unsent) ? unsent : undefined)),
  ];
}

export function useWaitingCount(): number {
  return useStore(
    useConsole().outbox.state,
    (outbox) => outbox.unsent.filter((unsent) => isWaiting(outbox, unsent)).length,
  );
}

/** The latest text of a chat that waits for the connection. */
export function useWaitingText(chatId: string): string | undefined {
  return useStore(
    useConsole().outbox.state,
    (outbox) => outbox.unsent.findLast((unsent) => unsent.chatId === chatId && isWaiting(outbox, unsent))?.text,
  );
}

/** A pending part with its author's name, as its message will have it. */
export function withAuthor(part: PendingPart): PendingPart & { readonly from: 'note' | 'operator' } {
  return { ...part, from: part.isNote ? 'note' : 'operator' };
}

/** Sends a reply with media, one message per part. Rejects if the engine refused it, its answer was lost, or text waits. */
export function useReplyMedia(): (chatId: string, clientId: string, parts: readonly MediaReply[]) => Promise<void> {
  const { call, outbox } = useConsole();
  return useCallback(
    async (chatId, clientId, parts) => {
      await outbox.sendAfter(chatId, () => call('chats.replyMedia', { chatId, clientId, parts: [...parts] }));
    },
    [call, outbox],
  );
}

function useUpdateMessage(): (message: Message) => void {
  const { queryClient } = useConsole();
  return (message) => {
    queryClient.setQueriesData<MessagePages>(
      { queryKey: ['messages.list', { chatId: message.chatId }] },
      (pages) => pages && withChangedMessage(pages, message),
    );
  };
}

/** Edits one of the operator's own notes. */
export function useEditNote() {
  const { call } = useConsole();
  const show = useUpdateMessage();
  return useMutation({
    mutationFn: ({ note, text }: { readonly note: Message; readonly text: string }) =>
      call('chats.editNote', { messageId: note.id, text }),
    onMutate: ({ note, text }) => show({ ...note, text, editedAt: Date.now() } as Message),
    onSuccess: (note) => show(note),
    onError: (_error, { note }) => show(note),
  });
}

export function useResend() {
  const { call } = useConsole();
  const show = useUpdateMessage();
  return useMutation({
    mutationFn: (message: Message) => call('messages.resend', { messageId: message.id }),
    onMutate: (message) => show({ ...message, delivery: { state: 'sending', attempts: 0 } }),
    onError: (_error, message) => show(message),
  });
}

/** The key shared by a message and its pending part; undefined if no operator sent it. */
export function partKey({
  from,
  clientId,
  part,
}: {
  readonly from: string;
  readonly clientId?: string | undefined;
  readonly part?: number | undefined;
}): string | undefined {
  return clientId === undefined ? undefined : `${from} ${clientId} ${String(part)}`;
}
