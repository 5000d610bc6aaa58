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
