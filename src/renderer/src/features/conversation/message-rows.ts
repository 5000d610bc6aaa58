import { isSameDay } from 'date-fns';
import { asSent, partKey, type PendingPart } from '#renderer/rpc/use-messages.ts';
import type { Message } from '#shared/domain/message.ts';

/** Milliseconds of silence after which the next message says its time again. */
const GROUP_LASTS = 10 * 60_000;

/** Milliseconds between two photos of one gallery, at most. */
const ALBUM_PAUSE = 60_000;

interface Place {
  readonly key: string;
  readonly chatId: string;
  readonly at: number;
  /** the first of its chat: which one it is, is said above it */
  readonly startsChat: boolean;
  /** the first of its day: the day is said above it */
  readonly startsDay: boolean;
  /** the first of some by the same person: name and time are said above it */
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
}

export type MessageRow = Place &
  (
    | { readonly kind: 'message'; readonly message: Message }
    | { readonly kind: 'album'; readonly messages: readonly Message[] }
    | { readonly kind: 'pending'; readonly pending: PendingPart }
  );

/** The rows of a conversation, oldest first; photos right after one another are one row. `hasEarlier`: more will come before, so of the first one it is not known whether a chat, a day or a group starts there. */
export function messageRows(
  messages: readonly Message[],
  pending: readonly PendingPart[],
  hasEarlier: boolean,
  meId: string | undefined,
): readonly MessageRow[] {
  const bare = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      // Others have no such identity: two rows of one name would stand on each other.
      key: (isOfOperators(message) ? partKey(message) : undefined) ?? message.id,
      chatId: message.chatId,
      at: message.at,
      by: authorOf(message),
      message,
    })),
    ...pending.map((part) => ({
      kind: 'pending' as const,
      key: partKey(asSent(part)) ?? '',
      chatId: part.chatId,
      at: part.at,
      by: `${part.isNote ? 'note' : 'operator'} ${meId ?? ''}`,
      pending: part,
    })),
  ];
  const startsGroup = bare.map((row, index) => {
    const before = bare[index - 1];
    if (before === undefined) return !hasEarlier;
    return (
      before.chatId !== row.chatId ||
      before.by !== row.by ||
      row.at - before.at >= GROUP_LASTS ||
      !isSameDay(before.at, row.at)
    );
  });
  const keys = new Set<string>();
  const rows = bare.map(({ by: _by, ...row }, index): MessageRow => {
    const before = bare[index - 1];
    // Broken data may repeat an id, and React confuses rows that share a key.
    const key = typeof row.key !== 'string' || keys.has(row.key) ? `row ${String(index)}` : row.key;
    keys.add(key);
    return {
      ...row,
      key,
      startsChat: before === undefined ? !hasEarlier : before.chatId !== row.chatId,
      // Nobody can say on which day a time is that is none.
      startsDay: Number.isFinite(row.at) && (before === undefined ? !hasEarlier : !isSameDay(before.at, row.at)),
      startsGroup: startsGroup[index] ?? true,
      endsGroup: startsGroup[index + 1] ?? true,
    };
  });
  return withAlbums(rows);
}

/** The messages of a row that the engine has. */
export function messagesOf(row: MessageRow): readonly Message[] {
  switch (row.kind) {
    case 'message':
      return [row.message];
    case 'album':
      return row.messages;
    case 'pending':
      return [];
  }
}

function withAlbums(rows: readonly MessageRow[]): readonly MessageRow[] {
  const folded: MessageRow[] = [];
  for (const row of rows) {
    const before = folded.at(-1);
    const joined = before === undefined ? undefined : joinedAlbum(before, row);
    if (joined === undefined) folded.push(row);
    else folded[folded.length - 1] = joined;
  }
  return folded;
}

/** Both as one gallery, where the second is a photo that came at once after a photo of the same person. */
function joinedAlbum(before: MessageRow, row: MessageRow): MessageRow | undefined {
  if (row.kind !== 'message' || row.startsGroup || row.startsDay || row.message.text !== undefined) return undefined;
  const messages = messagesOf(before);
  const last = messages.at(-1);
  if (last === undefined || row.at - last.at >= ALBUM_PAUSE || ![last, row.message].every(isPlainPhoto))
    return undefined;
  const { key, chatId, at, startsChat, startsDay, startsGroup } = before;
  return {
    kind: 'album',
    key,
    chatId,
    at,
    startsChat,
    startsDay,
    startsGroup,
    endsGroup: row.endsGroup,
    messages: [...messages, row.message],
  };
}

/** One that did not arrive stands by itself, with why. */
function isPlainPhoto({ type, heldBack, delivery }: Message): boolean {
  return type === 'photo' && heldBack === undefined && delivery?.state !== 'failed' && delivery?.error === undefined;
}

function isOfOperators({ from }: Message): boolean {
  return from === 'operator' || from === 'note';
}

function authorOf(message: Message): string {
  // Each system line stands by itself.
  if (message.from === 'system') return message.automatic === undefined ? `system ${message.id}` : 'automatic';
  switch (message.from) {
    case 'operator':
    case 'note':
      return `${message.from} ${message.operatorId ?? ''}`;
    case 'bot':
      return `bot ${message.botId ?? ''}`;
    case 'customer':
      return 'customer';
  }
}
