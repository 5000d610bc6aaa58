import { Check, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { formatDuration } from '../conversation-text.ts';
import type { Recorder } from './attaching.ts';
import type { Recording } from './recording.ts';

// Loaded with the bar, which reports it if neither can be.
export { startRecording } from './recording.ts';

/** Number of bars in the meter, and milliseconds between them. */
const BARS = 48;
const BAR_INTERVAL = 80;

export interface RecorderBarProps {
  readonly recorder: Recorder;
  /** its buttons were removed */
  readonly onEnd: () => void;
}

/** The recording in progress: duration, loudness, and cancel. */
export function RecorderBar({ recorder: { state, finish, discard }, onEnd }: RecorderBarProps) {
  const { t } = useTranslation('conversation');
  if (state === 'resting') return null;
  if (state === 'asking')
    return (
      <p role="status" className="flex min-h-12 items-center gap-2 border-b px-3 text-ui text-ink-quiet">
        <Spinner /> {t('attach.askingMicrophone')}
      </p>
    );
  return (
    <div role="group" aria-label={t('attach.recording')} className="flex min-h-12 items-center gap-2.5 border-b px-3">
      <span aria-hidden className="breathe size-2.5 shrink-0 rounded-full bg-urgent" />
      <Elapsed recording={state} />
      <LevelMeter recording={state} />
      <Button
        variant="quiet"
        onClick={() => {
          discard();
          onEnd();
        }}
      >
        <Trash2 aria-hidden className="size-4" />
        {t('attach.discard')}
      </Button>
      <Button
        autoFocus
        onClick={() => {
          void finish();
          onEnd();
        }}
      >
        <Check aria-hidden className="size-4" />
        {t('attach.finish')}
      </Button>
    </div>
  );
}

function Elapsed({ recording }: { readonly recording: Recording }) {
  const { t } = useTranslation('conversation');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor(recording.elapsed() / 1000)), 250);
    return () => clearInterval(timer);
  }, [recording]);
  return (
    <p className="tabular shrink-0 text-message" role="timer" aria-label={t('attach.recording')}>
      {formatDuration(seconds)}
    </p>
  );
}

/** A meter of the last seconds, newest at the right: shows that the microphone picks up sound. */
function LevelMeter({ recording }: { readonly recording: Recording }) {
  const { t } = useTranslation('conversation');
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const levels = Array.from({ length: BARS }, () => 0);
    // Directly in the DOM: rerendering the composer twelve times a second is too much.
    const draw = (): void => {
      levels.push(recording.level());
      levels.shift();
      const bars = meter.current?.children ?? [];
      for (const [index, bar] of Array.from(bars).entries()) {
        if (bar instanceof HTMLElement) bar.style.height = `${String(8 + (levels[index] ?? 0) * 92)}%`;
      }
      meter.current?.setAttribute('aria-valuenow', String(Math.round((levels.at(-1) ?? 0) * 100)));
    };
    const timer = setInterval(draw, BAR_INTERVAL);
    return () => clearInterval(timer);
  }, [recording]);
  return (
    <div
      ref={meter}
      role="meter"
      aria-label={t('attach.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="flex h-8 min-w-0 flex-1 items-center justify-end gap-[2px] overflow-hidden"
    >
      {Array.from({ length: BARS }, (_, bar) => (
        // Bars keep their place; only their heights change.
        <span key={bar} aria-hidden className="h-[8%] w-[3px] shrink-0 rounded-full bg-accent" />
      ))}
    </div>
  );
}
