import { Check, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { formatDuration } from '../conversation-text.ts';
import type { Recorder } from './attaching.ts';

/** Formats that customers' apps most likely play come first. */
const CONTAINERS = [
  ['audio/mp4;codecs=mp4a.40.2', 'm4a'],
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mp4', 'm4a'],
] as const;

const BITS_PER_SECOND = 48_000;
/** Maximum milliseconds of a voice message. */
const MAX_DURATION = 15 * 60_000;

export type Recording = Awaited<ReturnType<typeof startRecording>>;

interface RecordingOptions {
  /** file name without extension */
  readonly name: string;
  /** the maximum length was reached, or the microphone is gone: time to finish */
  readonly onEnd: () => void;
}

/** Records the microphone until finished or discarded. Rejects like `getUserMedia` if missing or denied. */
export async function startRecording({ name, onEnd }: RecordingOptions) {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const [container, ending] = CONTAINERS.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? [undefined, 'webm'];
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    mimeType: container,
  });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }));
  const meter = openMeter(stream);
  const beganAt = performance.now();
  let endedAt: number | undefined;
  const elapsed = (): number => (endedAt ?? performance.now()) - beganAt;
  const timer = setTimeout(onEnd, MAX_DURATION);
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnd, { once: true });
  recorder.start(1000);

  const close = async (): Promise<void> => {
    endedAt ??= performance.now();
    clearTimeout(timer);
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) {
      track.removeEventListener('ended', onEnd);
      track.stop();
    }
    meter.close();
    await stopped;
  };
  return {
    /** current loudness from 0 to 1 */
    level: meter.level,
    /** milliseconds since the start */
    elapsed,
    /** the recording; closes the microphone */
    finish: async () => {
      await close();
      const [mediaType = ''] = recorder.mimeType.split(';', 1);
      return {
        file: new File(pieces, `${name}.${ending}`, { type: mediaType }),
        /** whole, at least one */
        seconds: Math.max(1, Math.round(elapsed() / 1000)),
      };
    },
    discard: () => void close(),
  };
}

function openMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: (): number => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Loudness in decibels: from -60, a quiet room, to 0.
      return power === 0 ? 0 : Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / 60));
    },
    close: () => void context.close(),
  };
}

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
