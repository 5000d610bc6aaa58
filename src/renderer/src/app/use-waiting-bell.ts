import { useEffect, useState } from 'react';
import { useRoute } from 'wouter';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { useLooking, useMediaQuery } from '#renderer/components/page-state.ts';
import { useChat, useCounts } from '#renderer/rpc/use-chats.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useHours, useMe } from '#renderer/rpc/use-directory.ts';
import { isCalling, repeatDelay } from '#shared/domain/needs-person.ts';
import { numberWords } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';

/** Milliseconds for which each of the two titles stands. */
const TURN = 1500;

/** Milliseconds before the first ring: a moment, in which it is noted that somebody looks at the chat. */
const FIRST_RING = 1200;

/** The desktop app has notifications of its own: they would say it twice. */
export function useIsBrowser(): boolean {
  return useDesktop() === undefined;
}

/** Rings when a chat needs somebody, and again until somebody opens it. Of several windows of one browser, one rings. */
export function useWaitingBell(): void {
  const isBrowser = useIsBrowser();
  const unseen = useCounts().data?.needsMe.unseen ?? 0;
  const isLookedAt = useIsLookedAt();
  const calling = unseen - (isLookedAt ? 1 : 0);
  const isOn = useBell((bell) => bell.isOn);
  const isExpected = useIsExpected();
  const isRinger = useIsRinger();
  const rings = isBrowser && isOn && isRinger && isExpected && calling > 0;
  useEffect(() => {
    if (!rings) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (times: number): void => {
      timer = setTimeout(
        () => {
          ringBell(useBell.getState().volume);
          wait(times + 1);
        },
        times === 0 ? FIRST_RING : repeatDelay(times),
      );
    };
    wait(0);
    return () => clearTimeout(timer);
    // A further chat rings anew.
  }, [rings, calling]);
}

/** Whether the operator is looking at a chat that calls them: it is about to be noted. */
function useIsLookedAt(): boolean {
  const [, place] = useRoute('/chat/:chatId');
  const looking = useLooking();
  const chat = useChat(place?.chatId).data;
  const me = useMe().data;
  return looking && chat !== undefined && me !== undefined && isCalling(chat, me.id);
}

/** Who is away outside working hours is left in peace. */
function useIsExpected(): boolean {
  const me = useMe().data;
  const hours = useHours().data;
  if (me?.presence !== 'away' || hours === undefined) return true;
  return hours.channels.length === 0 ? hours.installation.open : hours.channels.some(({ open }) => open);
}

/** Whether this window is the one that rings. Where browsers cannot agree, each is. */
function useIsRinger(): boolean {
  const [isRinger, setIsRinger] = useState(false);
  useEffect(() => {
    if (!('locks' in navigator)) {
      setIsRinger(true);
      return;
    }
    const gone = new AbortController();
    const held = new Promise<void>((resolve) => gone.signal.addEventListener('abort', () => resolve()));
    const hold = (): Promise<void> => {
      setIsRinger(true);
      return held;
    };
    navigator.locks.request('counterbell.bell', { signal: gone.signal }, hold).catch(() => undefined);
    return () => gone.abort();
  }, []);
  return isRinger;
}

/** How many chats need somebody, in the window's title; while nobody looks at the window, it changes until somebody does. */
export function useWindowTitle(waiting: number): void {
  const looking = useLooking();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isBrowser = useIsBrowser();
  const calls = isBrowser && !looking && !isStill && waiting > 0;
  useEffect(() => {
    document.title = titleOf(waiting);
    if (!calls) return;
    let isCall = false;
    const timer = setInterval(() => {
      isCall = !isCall;
      document.title = isCall ? i18n.t('app:titleCall', { count: waiting }) : titleOf(waiting);
    }, TURN);
    return () => clearInterval(timer);
  }, [waiting, calls]);
}

function titleOf(waiting: number): string {
  return waiting === 0 ? 'Counterbell' : `(${numberWords(waiting)}) Counterbell`;
}
