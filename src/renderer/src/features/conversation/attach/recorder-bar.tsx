import { useTranslation } from 'react-i18next';
import { Check, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { durationWords } from '../conversation-text.ts';
import type { Recording } from './recording.ts';
import type { Recorder } from './use-recorder.ts';

/** How many bars the meter has, and milliseconds between two of them. */
const BARS = 48;
const EVERY = 80;

export interface RecorderBarProps {
  readonly recorder: Recorder;
  /** its buttons are gone */
  readonly onEnd: () => void;
}

/** While a voice message is recorded: how long, how loud, and the way out. */
export function RecorderBar({ recorder: { state, finish, discard }, onEnd }: RecorderBarProps) {
  const { t } = useTranslation('conversation');
  if (state.is === 'resting') return null;
  if (state.is === 'asking') {
    return (
      <p role="status" className="flex min-h-12 items-center gap-2 border-b px-3 text-ui text-ink-quiet">
        <Spinner /> {t('attach.askingMicrophone')}
      </p>
    );
  }
  return (
    <div role="group" aria-label={t('attach.recording')} className="flex min-h-12 items-center gap-2.5 border-b px-3">
      <span aria-hidden className="breathe size-2.5 shrink-0 rounded-full bg-urgent" />
      <Elapsed recording={state.recording} />
      <LevelMeter recording={state.recording} />
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
      {durationWords(seconds)}
    </p>
  );
}

/** The last seconds' loudness, the newest at the right: it shows that the microphone hears something. */
function LevelMeter({ recording }: { readonly recording: Recording }) {
  const { t } = useTranslation('conversation');
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const levels = Array.from({ length: BARS }, () => 0);
    // By hand: twelve times a second is too often to draw the composer anew.
    const draw = (): void => {
      levels.push(recording.level());
      levels.shift();
      const bars = meter.current?.children ?? [];
      for (const [index, bar] of Array.from(bars).entries()) {
        if (bar instanceof HTMLElement) bar.style.height = `${String(8 + (levels[index] ?? 0) * 92)}%`;
      }
      meter.current?.setAttribute('aria-valuenow', String(Math.round((levels.at(-1) ?? 0) * 100)));
    };
    const timer = setInterval(draw, EVERY);
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
        // Bars stay where they are; only their heights change.
        <span key={bar} aria-hidden className="h-[8%] w-[3px] shrink-0 rounded-full bg-accent" />
      ))}
    </div>
  );
}
