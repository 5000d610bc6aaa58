import { useEffect } from 'react';
import { formatNumber } from '#renderer/components/amounts.ts';
import { useLooking, useMediaQuery } from '#renderer/components/page-state.ts';
import { i18n } from '#renderer/language/i18n.ts';

/** Milliseconds that each of the two alternating titles is shown. */
const TITLE_INTERVAL = 1500;

/** The desktop app has its own notifications; the title would repeat them. */
const isBrowser = (): boolean => window.counterbell === undefined;

/** Shows how many customers are waiting in the window's title, which alternates while nobody looks at the window. */
export function useWindowTitle(waiting: number): void {
  const looking = useLooking();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const calls = isBrowser() && !looking && !isStill && waiting > 0;
  useEffect(() => {
    document.title = titleOf(waiting);
    if (!calls) return;
    let isCall = false;
    const timer = setInterval(() => {
      isCall = !isCall;
      document.title = isCall ? i18n.t('app:titleCall', { count: waiting }) : titleOf(waiting);
    }, TITLE_INTERVAL);
    return () => clearInterval(timer);
  }, [waiting, calls]);
}

function titleOf(waiting: number): string {
  return waiting === 0 ? 'Counterbell' : `(${formatNumber(waiting)}) Counterbell`;
}
