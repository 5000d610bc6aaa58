import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fileSize } from '#shared/domain/file-size.ts';
import { insertText, isPasteOfFiles } from '#shared/domain/typing.ts';
import { openStorage } from '../../storage.ts';
import { fill, tooLong } from '../formats.ts';
import { record, type Recording } from '../recorder.ts';
import { useSurroundings } from './context.ts';
import { Icon, takeFocus, Tool, usePopup } from './tool.tsx';

/** UTF-16 units: what the engine takes in one message. */
const LONGEST = 20_000;
/** Milliseconds: "is typing" is repeated while one writes, and withdrawn after a rest. */
const AGAIN = 4000;
const REST = 5000;

interface ComposerProps {
  readonly isOpen: boolean;
  /** returns true if it was accepted: otherwise text and files stay */
  readonly onSend: (text: string, files: readonly File[]) => boolean;
  /** pasted or dropped: they are shown, and go out when the visitor sends */
  readonly held: readonly File[];
  readonly onHold: (files: readonly File[]) => void;
  /** fields above the text */
  readonly fields: ComponentChildren;
}

/** Text field of the visitor: Enter sends, Shift and Enter begins a line. */
export function Composer({ isOpen, onSend, held, onHold, fields }: ComposerProps) {
  const { chat, status, texts, locale } = useSurroundings();
  const [drafts] = useState(() => openStorage(() => sessionStorage));
  const key = `${chat.key}:draft`;
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => drafts.get(key) ?? '');
  const [recording, setRecording] = useState<Recording>();
  const [isSilent, setSilent] = useState(false);
  const typing = useTyping();
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const canRecord = status.voice && typeof MediaRecorder === 'function' && 'mediaDevices' in navigator;

  // Hidden it has no height to be measured.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  }, [text, isOpen, recording]);

  const isTooLong = text.trim().length > LONGEST;
  const canSend = (text.trim() !== '' || held.length > 0) && !isTooLong;
  const write = (next: string): void => {
    setText(next);
    drafts.set(key, next || undefined);
  };
  const send = (): void => {
    if (!canSend || !onSend(text.trim(), held)) return;
    write('');
    onHold([]);
    typing.stop();
    box.current?.focus();
  };
  const attach = (files: readonly File[]): void => {
    onSend('', files);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const { clipboardData: data } = event;
    const files = [...(data?.files ?? [])];
    const [words = '', html = ''] = [data?.getData('text/plain'), data?.getData('text/html')];
    if (!status.files || !isPasteOfFiles(files, words, html)) return;
    event.preventDefault();
    onHold([...held, ...files]);
  };
  const insert = (emoji: string): void => {
    const element = box.current;
    if (element !== null) insertText(element, emoji, element.selectionStart, element.selectionEnd);
  };
  const startRecording = (): void => {
    setSilent(false);
    void record().then(setRecording, () => setSilent(true));
  };
  const stopRecording = (): void => {
    setRecording(undefined);
    requestAnimationFrame(() => box.current?.focus());
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
      {isSilent && (
        <p class="problem" role="alert">
          {texts.noMicrophone}
        </p>
      )}
      {isTooLong && (
        <p class="problem" role="alert">
          {fill(texts.tooLong, tooLong(text.trim(), LONGEST, locale))}
        </p>
      )}
      {held.length > 0 && (
        <div class="held">
          {held.map((file, index) => (
            <div key={index} class="file">
              <Picture file={file} />
              <span>
                <b dir="auto">{file.name}</b>
                <small>{fileSize(file.size, locale)}</small>
              </span>
              <Tool
                icon="close"
                name={texts.remove}
                onPress={() => onHold(held.filter((heldFile) => heldFile !== file))}
              />
            </div>
          ))}
        </div>
      )}
      {recording !== undefined && <VoiceBar recording={recording} onDone={stopRecording} />}
      <div class="box" hidden={recording !== undefined}>
        <textarea
          ref={box}
          class="text"
          rows={1}
          dir="auto"
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
          onPaste={onPaste}
        />
        <div class="tools">
          {status.files && <Chooser icon="attach" name={texts.attach} onFiles={attach} multiple />}
          {status.files && isTouch && (
            <Chooser icon="camera" name={texts.camera} onFiles={attach} accept="image/*" capture="environment" />
          )}
          <EmojiButton onPick={insert} />
          {canRecord && <Tool icon="voice" name={texts.record} onPress={startRecording} />}
          <span class="space" />
          <button type="submit" class="send" aria-label={texts.send} title={texts.send} disabled={!canSend}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </form>
  );
}

/** A picture in small, and a drawing for other files. On a canvas: pages may forbid pictures that have no address. */
function Picture({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNone, setNone] = useState(!file.type.startsWith('image/'));
  useEffect(() => {
    if (isNone) return;
    const draw = (picture: ImageBitmap): void => {
      if (canvas.current === null) return;
      Object.assign(canvas.current, { width: picture.width, height: picture.height });
      canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
    };
    createImageBitmap(file, { resizeHeight: 96 }).then(draw, () => setNone(true));
  }, [file, isNone]);
  return isNone ? <Icon name="file" /> : <canvas ref={canvas} />;
}

/** Tells the operators that the visitor is writing. */
function useTyping() {
  const { chat } = useSurroundings();
  const state = useRef<{ sentAt: number; rest?: ReturnType<typeof setTimeout> }>({ sentAt: 0 });
  const stop = useCallback((): void => {
    clearTimeout(state.current.rest);
    if (state.current.sentAt === 0) return;
    state.current.sentAt = 0;
    chat.typing(false);
  }, [chat]);
  const go = (hasText: boolean): void => {
    if (!hasText) return stop();
    clearTimeout(state.current.rest);
    state.current.rest = setTimeout(stop, REST);
    if (Date.now() - state.current.sentAt < AGAIN) return;
    state.current.sentAt = Date.now();
    chat.typing(true);
  };
  useEffect(() => stop, [stop]);
  return { go, stop };
}

interface ChooserProps {
  readonly icon: 'attach' | 'camera';
  readonly name: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
  readonly accept?: string;
  readonly capture?: 'environment';
}

/** A button in the place of the browser's own field for files. */
function Chooser({ icon, name, onFiles, ...attributes }: ChooserProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool icon={icon} name={name} onPress={() => field.current?.click()} />
      <input
        {...attributes}
        ref={field}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={name}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** A small choice for customers. */
const EMOJI = Array.from(
  '😀😄😊🙂😉😍🥰😘😅😂🤣🤔🤗😎🥳😇😐😕🙁😢😭😡😱😴🤒🙄👍👎👌✌️🤝🙏👏🙌💪👋🤞🤷❤️🧡💛💚💙💜🔥✨🎉🎁⭐☀️🌈🌷🌲🐶🐱☕🍰🍕🍷🚗🚚✈️📦🛒💳💡📷📍✅❌❓❗⏰'.matchAll(
    /\p{Emoji}️?/gu,
  ),
  ([emoji]) => emoji,
);

/** Steps of arrow keys in a grid of eight columns. */
const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 } as const;

/** Inserts an emoji. */
function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { texts } = useSurroundings();
  const { isOpen, setOpen, button, choice } = usePopup(STEPS);
  return (
    <>
      <Tool icon="emoji" name={texts.emoji} popup={{ button, isOpen }} onPress={() => setOpen(!isOpen)} />
      {isOpen && (
        <div {...choice} class="emoji" role="toolbar" aria-label={texts.emoji}>
          {EMOJI.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => {
                setOpen(false);
                onPick(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** A recording in progress: how long it is, and whether it is sent. */
function VoiceBar({ recording, onDone }: { readonly recording: Recording; readonly onDone: () => void }) {
  const { uploads, texts } = useSurroundings();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => () => recording.discard(), [recording]);

  const send = (): void => {
    void recording
      .finish()
      .then(({ file, name, seconds: duration }) => uploads.add(file, name, { voice: true, duration }))
      .then(onDone, onDone);
  };
  return (
    <div class="box voice" role="group" aria-label={texts.record}>
      <span class="recording" />
      <span>{texts.recording}</span>
      <span class="space" role="timer" translate={false}>
        {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
      </span>
      <button type="button" class="plain" onClick={onDone}>
        {texts.discard}
      </button>
      <button ref={takeFocus} type="button" class="send" aria-label={texts.send} onClick={send}>
        <Icon name="send" />
      </button>
    </div>
  );
}
