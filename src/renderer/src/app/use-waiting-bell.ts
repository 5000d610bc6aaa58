import { useEffect, useState } from 'react';
import { useRoute } from 'wouter';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { useLooking } from '#renderer/components/use-looking.ts';
import { unreadForMe } from '#renderer/rpc/unread.ts';
import { useChat, useCounts } from '#renderer/rpc/use-chats.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useHours } from '#renderer/rpc/use-hours.ts';
import { useMe } from '#renderer/rpc/use-operators.ts';
import { ringDelay } from './ring-delay.ts';

/** The desktop app has notifications of its own: they would say it twice. */
export function useIsBrowser(): boolean {
  return useDesktop() === undefined;
}

/** Rings when a chat needs somebody, and again until somebody opens it. Of several windows of one browser, one rings. */
export function useWaitingBell(): void {
  const isBrowser = useIsBrowser();
  const counts = useCounts().data;
  const isLookedAt = useIsUnreadLookedAt();
  const needing = counts === undefined ? 0 : unreadForMe(counts) - (isLookedAt ? 1 : 0);
  const isOn = useBell((bell) => bell.isOn);
  const isExpected = useIsExpected();
  const isRinger = useIsRinger();
  const rings = isBrowser && isOn && isRinger && isExpected && needing > 0;
  useEffect(() => {
    if (!rings) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (times: number): void => {
      timer = setTimeout(() => {
        ringBell(useBell.getState().volume);
        wait(times + 1);
      }, ringDelay(times));
    };
    wait(0);
    return () => clearTimeout(timer);
    // A further chat rings anew.
  }, [rings, needing]);
}

/** Whether somebody is looking at a chat whose latest words are not marked as read yet. */
function useIsUnreadLookedAt(): boolean {
  const [, place] = useRoute('/chat/:chatId');
  const looking = useLooking();
  const chat = useChat(place?.chatId).data;
  return looking && chat !== undefined && chat.unread > 0;
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
