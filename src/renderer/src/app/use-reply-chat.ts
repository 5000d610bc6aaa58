import { useEffect, useState } from 'react';
import { useChat, useChats, useIsGone } from '#renderer/rpc/use-chats.ts';
import { useMe } from '#renderer/rpc/use-operators.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { useHashSearch } from './hash-path.tsx';
import { needsAnswer, nextWaiting, replyMove } from './reply-queue.ts';

export interface ReplyChat {
  /** undefined while it is being found, and where nobody waits */
  readonly chat: Chat | undefined;
  readonly nobodyWaits: boolean;
  readonly hasFailed: boolean;
  /** how many others wait */
  readonly others: number;
  /** what it asked for is done */
  readonly isAnswered: boolean;
  readonly go: (step: 1 | -1) => void;
  readonly tryAgain: () => void;
}

/** Which chat the reply window shows. Its address always names it, so that whoever opens it anew can name another. */
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
