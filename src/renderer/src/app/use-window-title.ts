import { i18n } from '#renderer/language/i18n.ts';
import { numberWords } from '#renderer/components/amounts.ts';
import { useEffect } from 'react';
import { useLooking } from '#renderer/components/use-looking.ts';
import { useMediaQuery } from '#renderer/components/use-media-query.ts';
import { useIsBrowser } from './use-waiting-bell.ts';

/** Milliseconds for which each of the two titles stands. */
const TURN = 1500;

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
