import { expect, test } from 'vitest';
import { createPlayer } from './conversation-media.ts';

/** The parts of an audio element that the player uses, without sound. */
class PretendedAudio extends EventTarget {
  duration = 10;
  currentTime = 0;
  paused = true;
  src = '';
  defaultPlaybackRate = 1;
  playbackRate = 1;
  get ended(): boolean {
    return this.currentTime >= this.duration;
  }
  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }
  /** plays to its end */
  playToEnd(): void {
    this.currentTime = this.duration;
    this.paused = true;
    this.dispatchEvent(new Event('ended'));
  }
}

const started = () => {
  const audio = new PretendedAudio();
  const player = createPlayer(audio as unknown as HTMLAudioElement);
  player.toggle('7', '/media/a', 1);
  return { audio, player, position: () => player.state.getState().position };
};

test('rewinds audio that played to its end', () => {
  const { audio, position } = started();
  audio.playToEnd();
  expect(position()).toBe(0);
});

test('stays at the end when sought there while paused', () => {
  const { audio, player, position } = started();
  audio.paused = true;
  player.seek(10);
  audio.dispatchEvent(new Event('seeked'));
  expect(position()).toBe(10);
  player.seek(9);
  audio.dispatchEvent(new Event('seeked'));
  expect(position()).toBe(9);
});
