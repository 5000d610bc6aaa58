/** Milliseconds after which a recording ends. */
const LONGEST = 10 * 60 * 1000;

export type Recording = Awaited<ReturnType<typeof record>>;

/** Records a voice message. Rejects where the microphone is not allowed. */
export async function record() {
  const sound = await navigator.mediaDevices.getUserMedia({ audio: true });
  const type = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'].find((candidate) =>
    MediaRecorder.isTypeSupported(candidate),
  );
  const recorder = new MediaRecorder(sound, type === undefined ? {} : { mimeType: type });
  const parts: Blob[] = [];
  const started = performance.now();
  let ended = 0;
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const over = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }));
  const stop = (): void => {
    clearTimeout(limit);
    ended ||= performance.now();
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of sound.getTracks()) track.stop();
  };
  const limit = setTimeout(stop, LONGEST);
  recorder.start(1000);
  return {
    /** rejects if nothing was recorded */
    finish: async () => {
      stop();
      await over;
      const file = new Blob(parts, { type: recorder.mimeType });
      if (file.size === 0) throw new Error('nothing was recorded');
      const ending = /webm|ogg|mp4/.exec(recorder.mimeType)?.[0] ?? 'webm';
      return { file, name: `voice.${ending}`, seconds: Math.max(1, Math.round((ended - started) / 1000)) };
    },
    discard: stop,
  };
}
