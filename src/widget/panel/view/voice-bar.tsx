import { useEffect, useState } from 'preact/hooks';
import type { Recording } from '../recorder.ts';
import { useSurroundings } from './context.ts';
import { Icon } from './icon.tsx';

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
