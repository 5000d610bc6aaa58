import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { KeptTexts } from '../../storage.ts';
import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';

/** UTF-16 units: what the engine takes in one message. */
const LONGEST = 20_000;

/** Milliseconds: "is typing" is repeated while one writes, and withdrawn after a rest. */
const TYPING_AGAIN = 4000;
const TYPING_REST = 5000;

interface ComposerProps {
  readonly drafts: KeptTexts;
  readonly isTouch: boolean;
  readonly isOpen: boolean;
  /** whether it was accepted: otherwise the text stays */
  readonly onSend: (text: string) => boolean;
  /** fields above the text */
  readonly fields?: ComponentChildren;
}

/** Where the visitor writes: Enter sends, Shift and Enter begins a line. */
export function Composer({ drafts, isTouch, isOpen, onSend, fields }: ComposerProps) {
  const { host, texts } = useSurroundings();
  const key = `counterbell:${host.publicId}:draft`;
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => drafts.get(key) ?? '');
  const typing = useTyping();

  // Hidden it has no height to be measured.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  }, [text, isOpen]);

  const write = (next: string): void => {
    setText(next);
    if (next === '') drafts.remove(key);
    else drafts.set(key, next);
  };
  const send = (): void => {
    const said = text.trim();
    if (said === '' || !onSend(said)) return;
    write('');
    typing.stop();
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.altKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      class="composer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {fields}
      <div class="box">
        <textarea
          ref={box}
          class="text"
          rows={1}
          dir="auto"
          maxLength={LONGEST}
          value={text}
          aria-label={texts.field}
          placeholder={texts.placeholder}
          enterkeyhint="send"
          autocomplete="off"
          data-first={isTouch ? undefined : ''}
          onInput={({ currentTarget }) => {
            write(currentTarget.value);
            typing.go(currentTarget.value !== '');
          }}
          onBlur={typing.stop}
          onKeyDown={onKeyDown}
        />
        <div class="tools">
          <span class="space" />
          <button type="submit" class="send" aria-label={texts.send} title={texts.send} disabled={text.trim() === ''}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </form>
  );
}

/** Tells the operators that the visitor is writing. */
function useTyping() {
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
    state.current.rest = setTimeout(stop, TYPING_REST);
    if (Date.now() - state.current.said < TYPING_AGAIN) return;
    state.current.said = Date.now();
    chat.typing(true);
  };
  useEffect(() => stop, [stop]);
  return { go, stop };
}
