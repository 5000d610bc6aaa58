import { useCallback, useEffect, useRef } from 'preact/hooks';
import { useSurroundings } from './context.ts';

/** Milliseconds: "is typing" is repeated while one writes, and withdrawn after a rest. */
const AGAIN = 4000;
const REST = 5000;

/** Tells the operators that the visitor is writing. */
export function useTyping(): { readonly go: (hasText: boolean) => void; readonly stop: () => void } {
  const { chat } = useSurroundings();
  const state = useRef<{ said: number; rest?: ReturnType<typeof setTimeout> }>({ said: 0 });
  const stop = useCallback((): void => {
    clearTimeout(state.current.rest);
    if (state.current.said === 0) return;
    state.current.said = 0;
    chat.typing(false);
  }, [chat]);
  const go = (hasText: boolean): void => {
    if (!hasText) return stop();
    clearTimeout(state.current.rest);
    state.current.rest = setTimeout(stop, REST);
    if (Date.now() - state.current.said < AGAIN) return;
    state.current.said = Date.now();
    chat.typing(true);
  };
  useEffect(() => stop, [stop]);
  return { go, stop };
}
