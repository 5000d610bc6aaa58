import { type RefObject, useEffect } from 'react';
import { useSearchView } from './search-view.ts';

/** Arrows go from the field through the results and back; the field has the focus first. */
export function useResultKeys(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current;
    if (element === null) return;
    if (useSearchView.getState().opened === undefined) {
      fieldOf(element)?.focus();
      fieldOf(element)?.select();
    }
    const onClick = ({ target }: MouseEvent): void => {
      const result = target instanceof Element ? target.closest<HTMLElement>('[data-result]') : null;
      if (result !== null) useSearchView.getState().leave(element.scrollTop, result.dataset['result']);
    };
    const onKeyDown = (event: KeyboardEvent): void => moveFocus(element, event);
    element.addEventListener('click', onClick, { capture: true });
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('click', onClick, { capture: true });
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [screen]);
}

function moveFocus(element: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const field = fieldOf(element);
  const results = [...element.querySelectorAll<HTMLElement>('[data-result]')];
  const at = results.findIndex((result) => result === event.target);
  if (at < 0 && event.target !== field) return;
  const next = at + step < 0 ? field : results[at + step];
  if (next == null) return;
  event.preventDefault();
  next.focus();
}

function fieldOf(element: HTMLElement): HTMLInputElement | null {
  return element.querySelector<HTMLInputElement>('input[type="search"]');
}
