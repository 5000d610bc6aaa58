import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/domain/entities.ts';
import type { DeliveryNames } from './delivery-mark.tsx';
import { announcementWords, reasonWords, words } from './words.ts';

/** What the screen reader is told: new messages of others, and replies that did not arrive. */
export function useAnnouncement(messages: readonly Message[] | undefined, meId: string | undefined, names: DeliveryNames): string {
  const [announcement, setAnnouncement] = useState('');
  const known = useRef<{ readonly last: string | undefined; readonly failed: ReadonlySet<string> } | undefined>(undefined);
  useEffect(() => {
    if (messages === undefined) return;
    const failed = new Set(messages.filter(({ delivery }) => delivery?.state === 'failed').map(({ id }) => id));
    const before = known.current;
    known.current = { last: messages.at(-1)?.id, failed };
    if (before === undefined) return;
    const lines = [
      ...addedSince(messages, before.last)
        .filter((message) => message.from !== 'system' && message.operatorId !== meId)
        .map((message) => announcementWords(message, message.from === 'customer' ? names.customer : (message.authorName ?? words.anotherOperator))),
      ...messages
        .filter(({ id }) => failed.has(id) && !before.failed.has(id))
        .map(({ delivery }) => `${words.notDeliveredStop} ${delivery?.error === undefined ? '' : reasonWords(delivery.error, names)}`),
    ];
    if (lines.length > 0) setAnnouncement(lines.join('\n'));
  }, [messages, meId, names]);
  return announcement;
}

function addedSince(messages: readonly Message[], last: string | undefined): readonly Message[] {
  const from = last === undefined ? -1 : messages.findLastIndex(({ id }) => id === last);
  return from < 0 && last !== undefined ? [] : messages.slice(from + 1);
}
