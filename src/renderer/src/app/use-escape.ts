import { useEffect, useRef } from 'react';
import { isPressed } from '#renderer/components/command-table.ts';
import { isCovered } from '#renderer/components/keys.ts';

/** What Escape does in this window, also while one writes; what is open above (emoji, a menu) takes it first. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPressed(event, 'closeReplyWindow') || event.isComposing) return;
      if (!isCovered(document) && document.querySelector('[data-takes-escape]') === null) latest.current();
    };
    // On the way down: afterwards, what it closed is gone already.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
