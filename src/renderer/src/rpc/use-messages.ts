import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Message } from '#shared/domain/message.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { useConsole } from './console-context.tsx';
import { toHistory, type MessagePages, type MessagePlace, withChangedMessage } from './apply-events.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

const PAGE = 50;

/** What an operator wrote; resending it with the same `clientId` does not duplicate it. */
export interface OutgoingText {
  readonly text: string;
  readonly clientId: string;
}

/**
 * The messages of a chat, oldest first, from the newest or around a given one. `fetchNextPage` loads earlier ones, on
 * into the customer's earlier chats, `fetchPreviousPage` later ones.
 */
export function useMessages(chatId: string, around?: string) {
  const { call } = useConsole();
  const firstPlace: MessagePlace = around === undefined ? undefined : { around };
  return useInfiniteQuery({
    queryKey: ['messages.list', { chatId, around }],
    queryFn: ({ pageParam }) => call('messages.list', { chatId, limit: PAGE, history: true, ...pageParam }),
    initialPageParam: firstPlace,
    getNextPageParam: ({ hasEarlier, messages: [first] }) =>
      hasEarlier && first !== undefined ? { before: first.id } : undefined,
    getPreviousPageParam: ({ hasLater, messages }) => pageAfter(hasLater, messages.at(-1)),
    // Comparing thousands of loaded messages for each new one would drop frames.
    structuralSharing: false,
    select: toHistory,
  });
}

function pageAfter(hasLater: boolean | undefined, last: Message | undefined): MessagePlace {
  return hasLater === true && last !== undefined ? { after: last.id } : undefined;
}

/** Replies of a chat that the engine has not confirmed yet, except those already among the messages. */
export function usePendingParts(chatId: string, messages: readonly Message[]): readonly PendingPart[] {
  const pending = useStore(useConsole().outbox, (outbox) => outbox.pending);
  return useMemo(() => {
    const mine = pending.filter((part) => part.chatId === chatId);
    if (mine.length === 0) return mine;
    const known = new Set(messages.map(partKey));
    return mine.filter((part) => !known.has(partKey(withAuthor(part))));
  }, [pending, chatId, messages]);
}

/** A pending part with its author's name, as its message will have it. */
export function withAuthor(part: PendingPart): PendingPart & { readonly from: 'note' | 'operator' } {
  return { ...part, from: part.isNote ? 'note' : 'operator' };
}

/** Sends a reply, shown at once as pending. Rejects if the engine refused it or its answer was lost. */
export function useReply() {
  const { call, outbox } = useConsole();
  return useCallback(
    async (chatId: string, { text, clientId }: OutgoingText): Promise<void> => {
      const outgoing = { clientId, chatId, isNote: false, texts: cutText(text.toWellFormed()) };
      await outbox.getState().send(outgoing, () => call('chats.reply', { chatId, text, clientId }));
    },
    [call, outbox],
  );
}

/** Adds a note, shown at once as pending. Rejects like a reply. */
export function useNote() {
  const { call, outbox } = useConsole();
  return useCallback(
    async (chatId: string, { text, clientId }: OutgoingText): Promise<void> => {
      const outgoing = { clientId, chatId, isNote: true, texts: [text.trim()] };
      await outbox.getState().send(outgoing, () => call('chats.note', { chatId, text, clientId }));
    },
    [call, outbox],
  );
}

/** Sends a reply with media, one message per part. Rejects if the engine refused it or its answer was lost. */
export function useReplyMedia(): (chatId: string, clientId: string, parts: readonly MediaReply[]) => Promise<void> {
  const { call, outbox } = useConsole();
  return useCallback(
    async (chatId, clientId, parts) => {
      const ask = () => call('chats.replyMedia', { chatId, clientId, parts: [...parts] });
      await outbox.getState().send({ clientId, chatId, isNote: false, texts: [] }, ask);
    },
    [call, outbox],
  );
}

/** Updates a message of a chat in the cache. */
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

/** Resends a failed reply. */
export function useResend() {
  const { call } = useConsole();
  const show = useUpdateMessage();
  return useMutation({
    mutationFn: (message: Message) => call('messages.resend', { messageId: message.id }),
    onMutate: (message) => show({ ...message, delivery: { state: 'sending', attempts: 0 } }),
    onError: (_error, message) => show(message),
  });
}

/** What an operator sends; `clientId` identifies it from the key press on, so that resending does not duplicate it. */
export interface Outgoing {
  readonly clientId: string;
  readonly chatId: string;
  /** a note */
  readonly isNote: boolean;
  /** one per message, as the engine will cut them */
  readonly texts: readonly string[];
}

/** Part of a reply or note on its way to the engine, shown with a clock until its message arrives. */
export interface PendingPart extends Pick<Outgoing, 'clientId' | 'chatId' | 'isNote'> {
  readonly part: number;
  readonly text: string;
  /** milliseconds since the epoch */
  readonly at: number;
  /** confirmed by the engine */
  readonly isTaken: boolean;
}

export interface Outbox {
  readonly pending: readonly PendingPart[];
  /**
   * Shows a reply at once and sends it after earlier ones of the same chat, so that replies never overtake each other.
   * Rejects if the engine refused it; nothing of it is then kept here.
   */
  readonly send: <T>(outgoing: Outgoing, ask: () => Promise<T>) => Promise<T>;
}

/** Milliseconds after which a confirmed part is certainly shown as its message. */
const CONFIRMED_FOR = 60_000;

/** Replies and notes not yet confirmed by the engine. */
export function createOutbox(): StoreApi<Outbox> {
  const last = new Map<string, Promise<unknown>>();
  const runInOrder = async <T>(line: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(line) ?? Promise.resolve()).then(work, work);
    last.set(line, mine);
    try {
      return await mine;
    } finally {
      if (last.get(line) === mine) last.delete(line);
    }
  };
  return createStore<Outbox>((set) => {
    const change = (clientId: string, after: (part: PendingPart) => readonly PendingPart[]): void =>
      set(({ pending }) => ({
        pending: pending.flatMap((part) => (part.clientId === clientId ? after(part) : [part])),
      }));
    return {
      pending: [],
      send: async ({ clientId, chatId, isNote, texts }, ask) => {
        const at = Date.now();
        const parts = texts.map((text, part) => ({ clientId, chatId, isNote, part, text, at, isTaken: false }));
        set(({ pending }) => ({
          pending: [...pending.filter((part) => !part.isTaken || at - part.at < CONFIRMED_FOR), ...parts],
        }));
        try {
          const answer = await runInOrder(`${chatId} ${String(isNote)}`, ask);
          change(clientId, (part) => [{ ...part, isTaken: true }]);
          return answer;
        } catch (error) {
          change(clientId, () => []);
          throw error;
        }
      },
    };
  });
}

/** `crypto.randomUUID` is missing on pages loaded over plain HTTP from another computer. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
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
