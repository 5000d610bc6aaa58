import type { Attention } from '../connection/letter.ts';

/** Milliseconds for which a tab counts that said the visitor looks at it: it says so again while they do. */
const HEARD = 30_000;

/** Whether the visitor looks at the window: in this tab, or in another that says so. */
export function createAttention() {
  let isHere = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  const isThere = (): boolean => isHere || Date.now() - heardAt < HEARD;
  const change = (act: () => void): void => {
    const before = isThere();
    act();
    if (!before && isThere()) for (const begin of listeners) begin();
  };
  return {
    isThere,
    onBegin: (begin) => {
      listeners.add(begin);
      return () => void listeners.delete(begin);
    },
    /** in this tab */
    isHere: () => isHere,
    look: (isLooking: boolean): void => change(() => (isHere = isLooking)),
    /** another tab says so */
    heard: (): void => change(() => (heardAt = Date.now())),
  } satisfies Attention & Readonly<Record<string, unknown>>;
}
