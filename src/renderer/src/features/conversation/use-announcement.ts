import { kindView } from './kinds/kinds.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/domain/message.ts';
import { type DeliveryNames, eventText, kindLabel, reasonText } from './conversation-text.ts';

/** Screen reader announcements: new messages and notes by others, calls for a person, and undelivered replies. */
export function useAnnouncement(
  chatId: string,
  loaded: readonly Message[] | undefined,
  meId: string | undefined,
  names: DeliveryNames,
): string {
  const [announcement, setAnnouncement] = useState('');
  const known = useRef<{ readonly last: string | undefined; readonly failed: ReadonlySet<string> } | undefined>(
    undefined,
  );
  useEffect(() => {
    const messages = loaded?.filter((message) => message.chatId === chatId);
    if (messages === undefined) return;
    const failed = new Set(messages.filter(({ delivery }) => delivery?.state === 'failed').map(({ id }) => id));
    const before = known.current;
    known.current = { last: messages.at(-1)?.id, failed };
    if (before === undefined) return;
    const lines = [
      ...addedSince(messages, before.last)
        .filter(
          (message) =>
            message.heldBack === undefined && (message.operatorId === undefined || message.operatorId !== meId),
        )
        .flatMap((message) => linesOf(message, names.customer)),
      ...messages
        .filter(({ id }) => failed.has(id) && !before.failed.has(id))
        .map(
          ({ delivery }) =>
            `${i18n.t('conversation:notDeliveredStop')} ${delivery?.error === undefined ? '' : reasonText(delivery.error, names)}`,
        ),
    ];
    if (lines.length > 0) setAnnouncement(lines.join('\n'));
  }, [chatId, loaded, meId, names]);
  return announcement;
}

function addedSince(messages: readonly Message[], last: string | undefined): readonly Message[] {
  const from = last === undefined ? -1 : messages.findLastIndex(({ id }) => id === last);
  return from < 0 && last !== undefined ? [] : messages.slice(from + 1);
}

/** A malformed message is not announced; an error is shown in its place. */
function linesOf(message: Message, customer: string): readonly string[] {
  try {
    return lineOf(message, customer);
  } catch {
    return [];
  }
}

function lineOf(message: Message, customer: string): readonly string[] {
  const { from, event, authorName, text, title } = message;
  if (from === 'system')
    return event?.kind === 'asked_for_person' || event?.kind === 'handed_over' ? [eventText(event, undefined)] : [];
  const what =
    message.type === 'text'
      ? (text ?? title)
      : [kindLabel(message.type), text ?? kindView(message.type).nameOf(message)].filter(Boolean).join(', ');
  const writer = authorName ?? i18n.t(from === 'bot' ? 'conversation:theBot' : 'conversation:anotherOperator');
  const author =
    from === 'customer' ? customer : from === 'note' ? i18n.t('conversation:notes.by', { author: writer }) : writer;
  return [i18n.t('conversation:announcement', { author, what: what ?? '' })];
}
