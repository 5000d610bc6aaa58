import { createStore } from 'zustand/vanilla';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createProvided } from '#renderer/state/provided.ts';
import type { Message } from '#shared/domain/message.ts';

/** The player's current audio, whose row may be unmounted. */
interface Playing {
  readonly messageId: string | undefined;
  readonly isPlaying: boolean;
  /** seconds */
  readonly position: number;
  /** seconds, if the file states it */
  readonly duration: number | undefined;
  /** it cannot be played here */
  readonly failed: boolean;
}

const EMPTY: Playing = { messageId: undefined, isPlaying: false, position: 0, duration: undefined, failed: false };

/** One player for a chat's audio: it keeps playing while scrolling, and only one plays at a time. */
export function createPlayer(audio: HTMLAudioElement = new Audio()) {
  const state = createStore<Playing>(() => EMPTY);
  /** sought while paused: it stays at the end, unlike audio that played to its end */
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
    // Failures also arrive as error events; an interrupting pause is not one.
    audio.play().catch(() => undefined);
  };
  return {
    state,
    /** plays a message's audio from its last position, or pauses it; stops any other */
    toggle: (messageId: string, url: string, speed: number): void => {
      if (state.getState().messageId !== messageId) {
        state.setState({ ...EMPTY, messageId });
        audio.src = url;
      }
      // A new source resets the speed.
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
    /** unloads the current audio */
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
 * Loudness over the length of a recording: a number of values from 0 to 1, the loudest 1. `samples` are one channel's,
 * from -1 to 1; silence gives zeros.
 */
export function measureLoudness(samples: Float32Array, bars: number = BARS): readonly number[] {
  const each = samples.length / bars;
  const values = Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [Math.floor(bar * each), Math.max(Math.floor(bar * each) + 1, Math.floor((bar + 1) * each))];
    let sum = 0;
    for (let index = from; index < to; index += 1) sum += (samples[index] ?? 0) ** 2;
    return Math.sqrt(sum / (to - from));
  });
  const loudest = Math.max(...values);
  // Makes quiet passages of speech visible too.
  return loudest < 0.001 ? values.map(() => 0) : values.map((value) => Math.sqrt(value / loudest));
}

/** Media state shared within a chat. */
type ConversationMedia = ReturnType<typeof useViewedPicture>['media'];

export const [ConversationMediaProvider, useConversationMedia] =
  createProvided<ConversationMedia>('ConversationMediaProvider');

/** Shares one player, which stops on unmount, and one viewer. */
export function useViewedPicture(messages: readonly Message[]) {
  const [player] = useState(() => createPlayer());
  useEffect(() => player.stop, [player]);
  const [shownId, onShow] = useState<string>();
  const opener = useRef<Element>(null);
  const media = useMemo(() => {
    /** opens a message's picture in the viewer */
    const view = (messageId: string): void => {
      opener.current = document.activeElement;
      onShow(messageId);
    };
    return { player, view };
  }, [player]);
  const pictures = useMemo(
    () => (shownId === undefined ? [] : messages.filter(({ id, type }) => type === 'photo' || id === shownId)),
    [messages, shownId],
  );
  return { media, viewer: { pictures, shownId, onShow, opener } };
}
