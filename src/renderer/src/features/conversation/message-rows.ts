import { isSameDay } from 'date-fns/isSameDay';
import { withAuthor, partKey, type PendingPart } from '#renderer/rpc/use-messages.ts';
import type { Message } from '#shared/domain/message.ts';

/** Milliseconds of silence after which the next message shows its time again. */
const GROUP_TIMEOUT = 10 * 60_000;

/** Maximum milliseconds between two photos of a gallery. */
const ALBUM_PAUSE = 60_000;

interface Place {
  readonly key: string;
  readonly chatId: string;
  readonly at: number;
  /** the first of its chat: a chat heading precedes it */
  readonly startsChat: boolean;
  /** the first of its day: the date precedes it */
  readonly startsDay: boolean;
  /** the first of a group by one author: name and time precede it */
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
}

export type MessageRow = Place &
  (
    | { readonly kind: 'message'; readonly message: Message }
    | { readonly kind: 'album'; readonly messages: readonly Message[] }
    | { readonly kind: 'pending'; readonly pending: PendingPart }
  );

/** Rows, oldest first; consecutive photos share one. `hasEarlier`: the first row starts no chat, day or group. */
export function messageRows(
  messages: readonly Message[],
  pending: readonly PendingPart[],
  hasEarlier: boolean,
  meId: string | undefined,
): readonly MessageRow[] {
  const bare = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      // Other ids would produce rows with the same key, drawn over each other.
      key: (isFromOperator(message) ? partKey(message) : undefined) ?? message.id,
      chatId: message.chatId,
      at: message.at,
      by: authorOf(message),
      message,
    })),
    ...pending.map((part) => ({
      kind: 'pending' as const,
      key: partKey(withAuthor(part)) ?? '',
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
      row.at - before.at >= GROUP_TIMEOUT ||
      !isSameDay(before.at, row.at)
    );
  });
  const keys = new Set<string>();
  const rows = bare.map(({ by: _by, ...row }, index): MessageRow => {
    const before = bare[index - 1];
    // Broken data may repeat an id, and React mixes up rows that share a key.
    const key = typeof row.key !== 'string' || keys.has(row.key) ? `row ${String(index)}` : row.key;
    keys.add(key);
    return {
      ...row,
      key,
      startsChat: before === undefined ? !hasEarlier : before.chatId !== row.chatId,
      // An invalid time has no day.
      startsDay: Number.isFinite(row.at) && (before === undefined ? !hasEarlier : !isSameDay(before.at, row.at)),
      startsGroup: startsGroup[index] ?? true,
      endsGroup: startsGroup[index + 1] ?? true,
    };
  });
  return withAlbums(rows);
}

/** A row's messages that the engine has. */
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
    const joined = before === undefined ? undefined : mergeAlbum(before, row);
    if (joined === undefined) folded.push(row);
    else folded[folded.length - 1] = joined;
  }
  return folded;
}

/** Merges the second into a gallery if it is a photo by the same author soon after. */
function mergeAlbum(before: MessageRow, row: MessageRow): MessageRow | undefined {
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

/** An undelivered photo stays separate, to show why. */
function isPlainPhoto({ type, heldBack, delivery }: Message): boolean {
  return type === 'photo' && heldBack === undefined && delivery?.state !== 'failed' && delivery?.error === undefined;
}

function isFromOperator({ from }: Message): boolean {
  return from === 'operator' || from === 'note';
}

function authorOf(message: Message): string {
  // System lines are never grouped.
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
