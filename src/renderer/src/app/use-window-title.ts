import { useEffect } from 'react';
import { useLooking } from '#renderer/components/use-looking.ts';
import { useMediaQuery } from '#renderer/components/use-media-query.ts';
import { useIsBrowser } from './use-waiting-bell.ts';
import { words } from './words.ts';

/** Milliseconds for which each of the two titles stands. */
const TURN = 1500;

/** How many chats need somebody, in the window's title; while nobody looks at the window, it changes until somebody does. */
export function useWindowTitle(waiting: number): void {
  const looking = useLooking();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isBrowser = useIsBrowser();
  const calls = isBrowser && !looking && !isStill && waiting > 0;
  useEffect(() => {
    document.title = words.title(waiting);
    if (!calls) return;
    let isCall = false;
    const timer = setInterval(() => {
      isCall = !isCall;
      document.title = isCall ? words.titleCall(waiting) : words.title(waiting);
    }, TURN);
    return () => clearInterval(timer);
  }, [waiting, calls]);
}
