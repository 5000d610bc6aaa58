import { useEffect, useMemo } from 'react';

/** Milliseconds between two typing signals. */
const SIGNAL_INTERVAL = 1000;

/** Signals typing: repeatedly while it lasts, and once when it stops or `say` changes. */
export function useTypingSignal(sendTyping: (typing: boolean) => Promise<unknown>) {
  const signal = useMemo(() => createTypingSignal(sendTyping), [sendTyping]);
  useEffect(() => signal.stopped, [signal]);
  return signal;
}

function createTypingSignal(tell: (typing: boolean) => Promise<unknown>) {
  let saidAt: number | undefined;
  // Failures are ignored: the message matters, not the sign that it is coming.
  const sendTyping = (typing: boolean): void => void tell(typing).catch(() => undefined);
  return {
    typed: () => {
      const now = performance.now();
      if (saidAt !== undefined && now - saidAt < SIGNAL_INTERVAL) return;
      saidAt = now;
      sendTyping(true);
    },
    stopped: () => {
      if (saidAt === undefined) return;
      saidAt = undefined;
      sendTyping(false);
    },
  };
}
