import type { Chat } from '#shared/domain/entities.ts';
import { needOf } from '#shared/domain/needs-person.ts';
import { useEffect, useState } from 'react';
import { useChat, useChats, useIsGone } from '#renderer/rpc/use-chats.ts';
import { useMe } from '#renderer/rpc/use-directory.ts';
import { useHashSearch } from './address.tsx';

/** Whether a chat still needs this operator: its customer waits for them, or their reply was not delivered. */
export function needsAnswer(chat: Chat, operatorId: string): boolean {
  const isOwn = chat.state === 'active' && chat.operatorId === operatorId;
  return needOf(chat, operatorId) !== undefined || (isOwn && chat.hasFailed);
}

/** The waiting chat after this one, cyclically; `step` -1: before it. Undefined if nobody else waits. */
export function nextWaiting(
  waiting: readonly Chat[],
  chatId: string | undefined,
  step: 1 | -1 = 1,
): string | undefined {
  const at = waiting.findIndex(({ id }) => id === chatId);
  // From a chat that is not waiting, both directions start at the longest waiting.
  const next = at < 0 ? waiting[0] : waiting[(at + step + waiting.length) % waiting.length];
  return next?.id === chatId ? undefined : next?.id;
}

export interface ReplyState {
  /** the chat named in the address */
  readonly named: string | undefined;
  /** undefined until known, null if it does not exist */
  readonly chat: Chat | null | undefined;
  /** already shown: it stays until closed, so that nobody writes to the wrong customer by surprise */
  readonly isShown: boolean;
  readonly operatorId: string | undefined;
  /** undefined until known */
  readonly waiting: readonly Chat[] | undefined;
}

type ReplyMove =
  | { readonly do: 'wait' }
  | { readonly do: 'show'; readonly chat: Chat }
  | { readonly do: 'go'; readonly chatId: string }
  | { readonly do: 'rest' };

/** What the reply window does: show its chat, go to the longest waiting one, or idle. */
export function replyMove({ named, chat, isShown, operatorId, waiting }: ReplyState): ReplyMove {
  if (operatorId === undefined) return { do: 'wait' };
  if (named !== undefined) {
    if (chat === undefined) return { do: 'wait' };
    if (chat !== null && (needsAnswer(chat, operatorId) || (isShown && chat.state !== 'closed')))
      return { do: 'show', chat };
  }
  if (waiting === undefined) return { do: 'wait' };
  const next = nextWaiting(
    waiting.filter(({ id }) => id !== named),
    named,
  );
  return next === undefined ? { do: 'rest' } : { do: 'go', chatId: next };
}

export interface ReplyChat {
  /** undefined while it is being determined, and if nobody waits */
  readonly chat: Chat | undefined;
  readonly nobodyWaits: boolean;
  readonly hasFailed: boolean;
  /** number of other waiting chats */
  readonly others: number;
  /** its chat is finished */
  readonly isAnswered: boolean;
  readonly go: (step: 1 | -1) => void;
  readonly tryAgain: () => void;
}

/** The chat of the reply window. Its address always names it, so that reopening the window can name another. */
export function useReplyChat(): ReplyChat {
  const search = useHashSearch().get('chat') ?? '';
  const named = /^\d+$/.test(search) ? search : undefined;
  const me = useMe();
  const queue = useChats('needsMe');
  const chat = useChat(named);
  const [shown, setShown] = useState<string>();
  const isMissing = useIsGone(named);
  const move = replyMove({
    named,
    chat: isMissing ? null : chat.data,
    isShown: shown !== undefined && shown === named,
    operatorId: me.data?.id,
    waiting: queue.data,
  });

  const goesTo = move.do === 'go' ? move.chatId : move.do === 'rest' && named !== undefined ? null : undefined;
  const showing = move.do === 'show' ? move.chat.id : undefined;
  useEffect(() => {
    setShown(showing);
  }, [showing]);
  useEffect(() => {
    if (goesTo !== undefined) showReply(goesTo);
  }, [goesTo]);

  const current = move.do === 'show' ? move.chat : undefined;
  const isAnswered = current !== undefined && me.data !== undefined && !needsAnswer(current, me.data.id);
  return {
    chat: current,
    nobodyWaits: move.do === 'rest',
    hasFailed: me.isError || queue.isError || (chat.isError && !isMissing),
    others: queue.data?.filter(({ id }) => id !== named).length ?? 0,
    isAnswered,
    go: (step) => {
      const next = nextWaiting(queue.data ?? [], named, step);
      if (next !== undefined) showReply(next);
      else if (isAnswered) showReply(null);
    },
    tryAgain: () => {
      void me.refetch();
      void chat.refetch();
      void queue.refetch();
    },
  };
}

function showReply(chatId: string | null): void {
  window.location.replace(chatId === null ? '#/reply' : `#/reply?chat=${chatId}`);
}
