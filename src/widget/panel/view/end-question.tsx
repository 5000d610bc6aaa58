import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSurroundings } from './context.ts';

interface EndQuestionProps {
  readonly onEnd: () => void;
  readonly onDone: () => void;
}

/** Asks once before the chat is ended. */
export function EndQuestion({ onEnd, onDone }: EndQuestionProps) {
  const { texts } = useSurroundings();
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <div class="question" role="group" aria-label={texts.endQuestion}>
      <p>{texts.endQuestion}</p>
      <button
        ref={first}
        type="button"
        class="main"
        onClick={() => {
          onEnd();
          onDone();
        }}
      >
        {texts.end}
      </button>
      <button type="button" class="plain" onClick={onDone}>
        {texts.keep}
      </button>
    </div>
  );
}
