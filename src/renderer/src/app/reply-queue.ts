import type { Chat } from '#shared/domain/entities.ts';
import { needOf } from '#shared/domain/needs-person.ts';

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

export type ReplyMove =
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
