import { i18n } from '#renderer/language/i18n.ts';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';

/** How long it is said, in seconds: it asks for something. */
const SHOWN_FOR = 20;

/** Says that a colleague gave this operator a chat, wherever they are in the console. */
export function useAssignedNotice(): void {
  const { assigned } = useConsole();
  const [place, navigate] = useLocation();
  useEffect(
    () =>
      assigned.subscribe(({ latest }) => {
        const event = latest?.message.event;
        if (latest === undefined || event?.kind !== 'assigned') return;
        const text = i18n.t('app:assigned.given', {
          operatorName: event.operatorName,
          customerName: latest.chat.customer.name ?? i18n.t('inbox:visitor'),
        });
        const id = `given-${latest.chat.id}`;
        if (place === `/chat/${latest.chat.id}`) say(text, { id });
        else
          sayWithUndo(
            text,
            { label: i18n.t('app:assigned.open'), onUndo: () => navigate(`/chat/${latest.chat.id}`) },
            { id, seconds: SHOWN_FOR },
          );
      }),
    [assigned, navigate, place],
  );
}
