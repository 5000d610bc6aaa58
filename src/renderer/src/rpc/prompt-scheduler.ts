/**
 * When screens hear of answers and events: the first at once, before anything is painted, and what follows while they
 * render together, so that a flood of messages is not rendered one by one. React Query waits for a timer each time.
 */
export function createPromptScheduler(): (notify: () => void) => void {
  /** what came since the last notice; undefined: there was none lately */
  let waiting: (() => void)[] | undefined;
  const flush = (): void => {
    const due = waiting ?? [];
    waiting = undefined;
    if (due.length === 0) return;
    begin();
    for (const notify of due) queueMicrotask(notify);
  };
  const begin = (): void => {
    waiting = [];
    setTimeout(flush);
  };
  return (notify) => {
    if (waiting !== undefined) return void waiting.push(notify);
    begin();
    queueMicrotask(notify);
  };
}
