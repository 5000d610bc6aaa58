import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** True while the window covers everything else: then the keyboard stays in it. */
export function useFullScreen(isPage: boolean): boolean {
  const query = '(max-width: 480px)';
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = (): void => setNarrow(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return isPage || isNarrow;
}

/** After the last control comes the first, and the other way round. */
export function keepFocusInside(event: KeyboardEvent, element: HTMLElement | null): void {
  const controls = element?.querySelectorAll<HTMLElement>(
    'button:not(:disabled), a[href], input, textarea, audio, video, [tabindex="0"]',
  );
  const found = [...(controls ?? [])].filter((control) => control.tabIndex >= 0 && control.checkVisibility());
  const [first, last] = [found[0], found.at(-1)];
  const wanted = event.shiftKey ? first : last;
  if (event.target !== wanted && event.target !== element) return;
  if (event.target === element && !event.shiftKey) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** Takes files that are dropped on an element; tells whether some are held over it. */
export function useDrop(
  element: RefObject<HTMLElement | null>,
  onFiles: ((files: readonly File[]) => void) | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null || onFiles === undefined) return undefined;
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (!target.contains(relatedTarget as Node | null)) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const stop = new AbortController();
    target.addEventListener('dragover', over, stop);
    target.addEventListener('dragleave', leave, stop);
    target.addEventListener('drop', drop, stop);
    return () => stop.abort();
  });
  return isOver;
}
