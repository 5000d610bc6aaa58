import { useEffect, useRef, useState } from 'react';
import { i18n } from '#renderer/language/i18n.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversation } from './conversation-context.ts';
import { authorOf, eventText, failureText, kindLabel } from './conversation-text.ts';
import { kindView } from './kinds/kinds.tsx';

/** Screen reader announcements: new messages and notes by others, calls for a person, and undelivered replies. */
export function Announcement() {
  const { chat, newest: loaded, meId, names } = useConversation();
  const chatId = chat.id;
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
        .flatMap((message) => linesOf(message, meId, names.customer)),
      ...messages
        .filter(({ id }) => failed.has(id) && !before.failed.has(id))
        .map(
          ({ delivery }) =>
            `${i18n.t('conversation:notDeliveredStop')} ${delivery === undefined ? '' : failureText(delivery, names)}`,
        ),
    ];
    if (lines.length > 0) setAnnouncement(lines.join('\n'));
  }, [chatId, loaded, meId, names]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

function addedSince(messages: readonly Message[], last: string | undefined): readonly Message[] {
  const from = last === undefined ? -1 : messages.findLastIndex(({ id }) => id === last);
  return from < 0 && last !== undefined ? [] : messages.slice(from + 1);
}

/** A malformed message is not announced; an error is shown in its place. */
function linesOf(message: Message, meId: string | undefined, customer: string): readonly string[] {
  try {
    const { from, event, type, text } = message;
    if (from === 'system')
      return event?.kind === 'asked_for_person' || event?.kind === 'handed_over' ? [eventText(event, undefined)] : [];
    const what =
      type === 'text'
        ? (text ?? message.title ?? '')
        : [kindLabel(type), text ?? kindView(type).nameOf(message)].filter(Boolean).join(', ');
    const writer = authorOf(message, meId, customer);
    const author = from === 'note' ? i18n.t('conversation:notes.by', { author: writer }) : writer;
    return [i18n.t('conversation:announcement', { author, what })];
  } catch {
    return [];
  }
}
