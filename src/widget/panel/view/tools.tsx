import { useEffect, useRef, useState } from 'preact/hooks';
import type { Recording } from '../recorder.ts';
import { useSurroundings } from './context.ts';
import { Icon, Tool, usePopup } from './tool.tsx';

interface FileButtonsProps {
  readonly isTouch: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Choosing files; on phones also the camera. */
export function FileButtons({ isTouch, onFiles }: FileButtonsProps) {
  const { texts } = useSurroundings();
  return (
    <>
      <Chooser icon="attach" name={texts.attach} onFiles={onFiles} multiple />
      {isTouch && (
        <Chooser icon="camera" name={texts.camera} onFiles={onFiles} accept="image/*" capture="environment" />
      )}
    </>
  );
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

/** In a grid of eight columns. */
const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 } as const;

/** A small grid, loaded when it is first opened. */
export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { texts } = useSurroundings();
  const [emoji, setEmoji] = useState<readonly string[]>([]);
  const { isOpen, setOpen, button, choice } = usePopup(STEPS, emoji.length > 0);
  const toggle = (): void => {
    setOpen(!isOpen);
    if (emoji.length === 0)
      void import('../emoji.ts').then(
        (loaded) => setEmoji(loaded.EMOJI),
        () => setOpen(false),
      );
  };
  return (
    <>
      <Tool icon="emoji" name={texts.emoji} popup={{ button, isOpen }} onPress={toggle} />
      {isOpen && (
        <div {...choice} class="emoji" role="toolbar" aria-label={texts.emoji}>
          {emoji.map((each, index) => (
            <button
              key={each}
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => {
                setOpen(false);
                onPick(each);
              }}
            >
              {each}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

interface VoiceBarProps {
  readonly recording: Recording;
  readonly onDone: () => void;
}

/** A recording in progress: how long it is, and whether it is sent. */
export function VoiceBar({ recording, onDone }: VoiceBarProps) {
  const { uploads, texts } = useSurroundings();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => () => recording.discard(), [recording]);

  const send = (): void => {
    void recording.finish().then(
      ({ file, name, seconds: duration }) => {
        uploads.add(file, name, { voice: true, duration });
        onDone();
      },
      () => onDone(),
    );
  };
  const minutes = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div class="box voice" role="group" aria-label={texts.record}>
      <span class="recording" />
      <span>{texts.recording}</span>
      <span class="space" role="timer">
        {minutes}
      </span>
      <button
        type="button"
        class="plain"
        onClick={() => {
          recording.discard();
          onDone();
        }}
      >
        {texts.discard}
      </button>
      <button ref={(button) => button?.focus()} type="button" class="send" aria-label={texts.send} onClick={send}>
        <Icon name="send" />
      </button>
    </div>
  );
}
