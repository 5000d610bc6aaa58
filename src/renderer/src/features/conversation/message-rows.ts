import { isSameDay } from 'date-fns/isSameDay';
import { withAuthor, partKey, type PendingPart } from '#renderer/rpc/use-messages.ts';
import type { Message } from '#shared/domain/message.ts';
import { changedSubjects } from './mail/subjects.ts';

/** Milliseconds of silence after which the next message shows its time again. */
const GROUP_TIMEOUT = 10 * 60_000;

/** Maximum milliseconds between two photos of a gallery. */
const ALBUM_PAUSE = 60_000;

export interface MessageRow {
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
  /** those that the engine has: one, several photos as a gallery, or none */
  readonly messages: readonly Message[];
  /** of its mail, which is about something else than the mail before */
  readonly subject: string | undefined;
  /** instead of a message */
  readonly pending: PendingPart | undefined;
}

/** Rows, oldest first; consecutive photos share one. `hasEarlier`: the first row starts no chat, day or group. */
export function messageRows(
  messages: readonly Message[],
  pending: readonly PendingPart[],
  hasEarlier: boolean,
  meId: string | undefined,
): readonly MessageRow[] {
  const subjects = changedSubjects(messages);
  const bare = [
    ...messages.map((message) => ({
      // Other ids would produce rows with the same key, drawn over each other.
      key: (message.from === 'operator' || message.from === 'note' ? partKey(message) : undefined) ?? message.id,
      chatId: message.chatId,
      at: message.at,
      by: authorOf(message),
      messages: [message],
      subject: subjects.get(message.id),
      pending: undefined,
    })),
    ...pending.map((part) => ({
      key: partKey(withAuthor(part)) ?? '',
      chatId: part.chatId,
      at: part.at,
      by: `${part.isNote ? 'note' : 'operator'} ${meId ?? ''}`,
      messages: [],
      subject: undefined,
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

/**
 * `messageRows` of one list after the other. A row that is as it was is the same object, so that of a long list only
 * what has changed is rendered.
 */
export function createMessageRows(): typeof messageRows {
  let known: ReadonlyMap<string, MessageRow> = new Map();
  return (...list) => {
    const rows = messageRows(...list).map((row) => {
      const before = known.get(row.key);
      return before !== undefined && isSameRow(before, row) ? before : row;
    });
    known = new Map(rows.map((row) => [row.key, row]));
    return rows;
  };
}

function isSameRow(before: MessageRow, row: MessageRow): boolean {
  const fields = Object.keys(row) as (keyof MessageRow)[];
  return fields.every((field) =>
    field === 'messages'
      ? before.messages.length === row.messages.length &&
        before.messages.every((message, index) => message === row.messages[index])
      : before[field] === row[field],
  );
}

function withAlbums(rows: readonly MessageRow[]): readonly MessageRow[] {
  const folded: MessageRow[] = [];
  for (const row of rows) {
    const before = folded.at(-1);
    if (before === undefined || !continuesAlbum(before, row)) folded.push(row);
    else
      folded[folded.length - 1] = {
        ...before,
        endsGroup: row.endsGroup,
        messages: [...before.messages, ...row.messages],
      };
  }
  return folded;
}

/** True if the second is a photo by the same author soon after those of the first. */
function continuesAlbum(before: MessageRow, { startsGroup, startsDay, messages: [photo] }: MessageRow): boolean {
  const last = before.messages.at(-1);
  if (startsGroup || startsDay || photo === undefined || photo.text !== undefined || last === undefined) return false;
  return photo.at - last.at < ALBUM_PAUSE && isPlainPhoto(last) && isPlainPhoto(photo);
}

/** An undelivered photo stays separate, to show why. */
function isPlainPhoto({ type, heldBack, delivery }: Message): boolean {
  return type === 'photo' && heldBack === undefined && delivery?.state !== 'failed' && delivery?.error === undefined;
}

function authorOf({ from, automatic, id, operatorId, botId }: Message): string {
  // System lines are never grouped.
  if (from === 'system') return automatic === undefined ? `system ${id}` : 'automatic';
  return `${from} ${(from === 'bot' ? botId : operatorId) ?? ''}`;
}
