import { useEffect, useRef } from 'react';

/** At most one notice in this time while the customer types, in milliseconds. */
const REPEAT = 3000;
/** Without a key for so long the customer has stopped, in milliseconds. */
const STOPPED = 5000;

export interface TypingNotice {
  readonly typed: (text: string) => void;
  /** a message says itself that the typing is over */
  readonly sent: () => void;
}

/** Says that the customer types, now and then while they do, and once when they stop, clear the field or leave. */
export function useTypingNotice(onTyping: (typing: boolean) => void): TypingNotice {
  const state = useRef<{ saidAt: number; timer?: ReturnType<typeof setTimeout> }>({ saidAt: 0 });
  const say = useRef(onTyping);
  useEffect(() => {
    say.current = onTyping;
  });

  const forget = () => {
    clearTimeout(state.current.timer);
    state.current = { saidAt: 0 };
  };
  const stop = () => {
    if (state.current.saidAt === 0) return;
    forget();
    say.current(false);
  };
  useEffect(() => stop, []);

  return {
    sent: forget,
    typed: (text) => {
      if (text.trim() === '') return stop();
      const now = performance.now();
      clearTimeout(state.current.timer);
      state.current.timer = setTimeout(stop, STOPPED);
      if (state.current.saidAt !== 0 && now - state.current.saidAt < REPEAT) return;
      state.current.saidAt = now;
      say.current(true);
    },
  };
}
