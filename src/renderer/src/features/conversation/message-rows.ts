import { isSameDay } from 'date-fns';
import type { PendingReply } from '#renderer/rpc/outbox.ts';
import type { Message } from '#shared/domain/entities.ts';

/** Milliseconds of silence after which the next message says its time again. */
const GROUP_LASTS = 10 * 60_000;

interface Place {
  readonly key: string;
  readonly at: number;
  /** the first of its day: the day is said above it */
  readonly startsDay: boolean;
  /** the first of some by the same person: name and time are said above it */
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
}

export type MessageRow = Place & ({ readonly kind: 'message'; readonly message: Message } | { readonly kind: 'pending'; readonly pending: PendingReply });

/** The rows of a conversation, oldest first. `hasEarlier`: more will come before, so of the first one it is not known whether a day or a group starts there. */
export function messageRows(
  messages: readonly Message[],
  pending: readonly PendingReply[],
  hasEarlier: boolean,
  meId: string | undefined,
): readonly MessageRow[] {
  const bare = [
    ...messages.map((message) => ({ kind: 'message' as const, key: message.id, at: message.at, by: authorOf(message), message })),
    ...pending.map((part) => ({ kind: 'pending' as const, key: part.id, at: part.at, by: `operator ${meId ?? ''}`, pending: part })),
  ];
  const startsGroup = bare.map((row, index) => {
    const before = bare[index - 1];
    if (before === undefined) return !hasEarlier;
    return before.by !== row.by || row.at - before.at >= GROUP_LASTS || !isSameDay(before.at, row.at);
  });
  return bare.map(({ by: _by, ...row }, index) => {
    const before = bare[index - 1];
    return {
      ...row,
      startsDay: before === undefined ? !hasEarlier : !isSameDay(before.at, row.at),
      startsGroup: startsGroup[index] ?? true,
      endsGroup: startsGroup[index + 1] ?? true,
    };
  });
}

function authorOf(message: Message): string {
  // Each system line stands by itself.
  if (message.from === 'system') return `system ${message.id}`;
  switch (message.from) {
    case 'operator':
      return `operator ${message.operatorId ?? ''}`;
    case 'bot':
      return `bot ${message.botId ?? ''}`;
    case 'customer':
      return 'customer';
  }
}
