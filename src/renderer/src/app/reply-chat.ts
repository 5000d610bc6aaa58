import type { Chat } from '#shared/domain/entities.ts';
import { needOf } from '#shared/domain/needs-person.ts';
import { useEffect, useState } from 'react';
import { useChat, useChats, useIsGone } from '#renderer/rpc/use-chats.ts';
import { useMe } from '#renderer/rpc/use-directory.ts';
import { useHashSearch } from './address.tsx';

/** Whether a chat still asks something of this operator: its customer waits for them, or a reply of theirs did not arrive. */
export function needsAnswer(chat: Chat, operatorId: string): boolean {
  const isOwn = chat.state === 'active' && chat.operatorId === operatorId;
  return needOf(chat, operatorId) !== undefined || (isOwn && chat.hasFailed);
}

/** The waiting chat after this one, the first after the last; `step` -1: before it. Undefined where nobody else waits. */
export function nextWaiting(
  waiting: readonly Chat[],
  chatId: string | undefined,
  step: 1 | -1 = 1,
): string | undefined {
  const at = waiting.findIndex(({ id }) => id === chatId);
  // From a chat that does not wait, either way begins at the longest waiting.
  const next = at < 0 ? waiting[0] : waiting[(at + step + waiting.length) % waiting.length];
  return next?.id === chatId ? undefined : next?.id;
}

export interface ReplyStand {
  /** the chat in the address, where it names one */
  readonly named: string | undefined;
  /** undefined while it is not known, null where there is none of that number */
  readonly chat: Chat | null | undefined;
  /** it was shown already: it stays until it is closed, so that nobody writes to somebody else by surprise */
  readonly isShown: boolean;
  readonly operatorId: string | undefined;
  /** undefined while not known */
  readonly waiting: readonly Chat[] | undefined;
}

type ReplyMove =
  | { readonly do: 'wait' }
  | { readonly do: 'show'; readonly chat: Chat }
  | { readonly do: 'go'; readonly chatId: string }
  | { readonly do: 'rest' };

/** What the reply window does: shows the chat it was opened for, else goes to the longest waiting one, else rests. */
export function replyMove({ named, chat, isShown, operatorId, waiting }: ReplyStand): ReplyMove {
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
