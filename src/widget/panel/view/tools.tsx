import { useEffect, useRef, useState } from 'preact/hooks';
import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';

interface FileButtonsProps {
  readonly isTouch: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Choosing files; on phones also the camera. */
export function FileButtons({ isTouch, onFiles }: FileButtonsProps) {
  const { texts } = useSurroundings();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const onChange = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    onFiles([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  };
  return (
    <>
      <button
        type="button"
        class="tool"
        aria-label={texts.attach}
        title={texts.attach}
        onClick={() => files.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input ref={files} type="file" multiple hidden tabIndex={-1} aria-label={texts.attach} onChange={onChange} />
      {isTouch && (
        <>
          <button
            type="button"
            class="tool"
            aria-label={texts.camera}
            title={texts.camera}
            onClick={() => camera.current?.click()}
          >
            <Icon name="camera" />
          </button>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            tabIndex={-1}
            aria-label={texts.camera}
            onChange={onChange}
          />
        </>
      )}
    </>
  );
}

/** A small grid, loaded when it is first opened. */
export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { texts } = useSurroundings();
  const [emoji, setEmoji] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const columns = 8;

  const shut = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const toggle = (): void => {
    setOpen(!isOpen);
    if (emoji.length === 0)
      void import('../emoji.ts').then(
        (loaded) => setEmoji(loaded.EMOJI),
        () => setOpen(false),
      );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return shut();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(grid.current?.querySelectorAll('button') ?? [])];
    all[all.indexOf(event.target as HTMLButtonElement) + step]?.focus();
  };
  useEffect(() => {
    if (isOpen) grid.current?.querySelector('button')?.focus();
  }, [isOpen, emoji]);

  return (
    <>
      <button
        ref={button}
        type="button"
        class="tool"
        aria-label={texts.emoji}
        title={texts.emoji}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name="emoji" />
      </button>
      {isOpen && (
        <div
          ref={grid}
          class="emoji"
          role="toolbar"
          tabIndex={-1}
          aria-label={texts.emoji}
          onKeyDown={onKeyDown}
          onFocusOut={({ relatedTarget }) => {
            if (relatedTarget !== button.current && !grid.current?.contains(relatedTarget as Node | null))
              setOpen(false);
          }}
        >
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
