import { useEffect, useMemo } from 'react';

/** Milliseconds between two words that somebody types. */
const EVERY = 1000;

/** Tells that somebody types: now and then while they do, and once when they stop, or leave for another `say`. */
export function useTypingSignal(say: (typing: boolean) => Promise<unknown>) {
  const signal = useMemo(() => createTypingSignal(say), [say]);
  useEffect(() => signal.stopped, [signal]);
  return signal;
}

function createTypingSignal(tell: (typing: boolean) => Promise<unknown>) {
  let saidAt: number | undefined;
  // Nobody is told when this fails: the message itself matters, not the sign that it is coming.
  const say = (typing: boolean): void => void tell(typing).catch(() => undefined);
  return {
    typed: () => {
      const now = performance.now();
      if (saidAt !== undefined && now - saidAt < EVERY) return;
      saidAt = now;
      say(true);
    },
    stopped: () => {
      if (saidAt === undefined) return;
      saidAt = undefined;
      say(false);
    },
  };
}
