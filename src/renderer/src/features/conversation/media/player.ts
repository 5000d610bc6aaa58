import { createStore } from 'zustand/vanilla';

/** What is in the player: a message's audio, whose row may come and go. */
export interface Playing {
  readonly messageId: string | undefined;
  readonly isPlaying: boolean;
  /** seconds */
  readonly position: number;
  /** seconds, where the file says so */
  readonly duration: number | undefined;
  /** the one in it cannot be played here */
  readonly failed: boolean;
}

export type Player = ReturnType<typeof createPlayer>;

const EMPTY: Playing = { messageId: undefined, isPlaying: false, position: 0, duration: undefined, failed: false };

/** One player for the audio of a conversation: it goes on while one scrolls, and only one voice is heard at a time. */
export function createPlayer(audio: HTMLAudioElement = new Audio()) {
  const state = createStore<Playing>(() => EMPTY);
  /** somebody moved it while it was still: at the end it stays there, where one that was heard out goes back to its beginning */
  let wasMoved = false;
  const note = (): void => {
    const duration = Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : undefined;
    state.setState({
      isPlaying: !audio.paused && !audio.ended,
      position: audio.ended && !wasMoved ? 0 : audio.currentTime,
      duration,
    });
  };
  for (const event of ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'seeked'] as const)
    audio.addEventListener(event, note);
  audio.addEventListener('error', () => {
    if (state.getState().messageId !== undefined) state.setState({ isPlaying: false, failed: true });
  });
  const play = (): void => {
    wasMoved = false;
    // Refusals come as the error event too; a pause in between is none.
    audio.play().catch(() => undefined);
  };
  return {
    state,
    /** plays a message's audio from where it was, or pauses it; any other stops */
    toggle: (messageId: string, url: string, speed: number): void => {
      if (state.getState().messageId !== messageId) {
        state.setState({ ...EMPTY, messageId });
        audio.src = url;
      }
      // A new source sets the speed back.
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
      if (audio.paused || audio.ended) play();
      else audio.pause();
    },
    seek: (seconds: number): void => {
      wasMoved = audio.paused;
      audio.currentTime = seconds;
      state.setState({ position: seconds });
    },
    setSpeed: (speed: number): void => {
      audio.playbackRate = speed;
    },
    pause: () => audio.pause(),
    /** lets go of what is in it */
    stop: (): void => {
      state.setState(EMPTY);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
}

/** Bars of a waveform. */
export const BARS = 48;

/**
 * How loud a recording is along its length: so many values from 0 to 1, the loudest of them 1.
 * `samples` are one channel's, from -1 to 1; a silent recording gives zeros.
 */
export function loudnessOf(samples: Float32Array, bars: number = BARS): readonly number[] {
  const each = samples.length / bars;
  const values = Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [Math.floor(bar * each), Math.max(Math.floor(bar * each) + 1, Math.floor((bar + 1) * each))];
    let sum = 0;
    for (let index = from; index < to; index += 1) sum += (samples[index] ?? 0) ** 2;
    return Math.sqrt(sum / (to - from));
  });
  const loudest = Math.max(...values);
  // Soft passages of speech are to be seen too.
  return loudest < 0.001 ? values.map(() => 0) : values.map((value) => Math.sqrt(value / loudest));
}
