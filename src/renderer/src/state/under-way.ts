/** Checks for work in this window that would be lost with its page. One per window. */
const works = new Set<() => boolean>();

/** Counts work as under way while `isRunning`; returns how to end that. */
export function countAsUnderWay(isRunning: () => boolean): () => void {
  works.add(isRunning);
  return () => void works.delete(isRunning);
}

const OPEN_DIALOG = '[role="dialog"]:not([data-closed]), [role="alertdialog"]:not([data-closed])';

/** True while something is under way: work that was counted, or an open dialog. */
export function isUnderWay(page: Pick<Document, 'querySelector'>): boolean {
  return works.values().some((isWorkRunning) => isWorkRunning()) || page.querySelector(OPEN_DIALOG) !== null;
}

/** Composers store what is written into them with every key. */
const STORED = '[data-composer]';

/** Counts fields that were written into as under way while they are on the screen. Returns how to stop. */
export function countWrittenFields(page: Document): () => void {
  const written = new Set<HTMLElement>();
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLElement && !target.matches(STORED)) written.add(target);
  };
  page.addEventListener('input', note, { capture: true });
  const stop = countAsUnderWay(() => {
    for (const field of written)
      if (!field.isConnected || ('value' in field && field.value === '')) written.delete(field);
    return written.size > 0;
  });
  return () => {
    page.removeEventListener('input', note, { capture: true });
    stop();
  };
}
