import { createPersisted } from './page-state.ts';

/** Bell of this device: on or off, and its volume (0 to 100); stored on the device. */
export const useBell = createPersisted('bell', { isOn: true, volume: 60 });

/** Partials of a small counter bell: hertz, relative amplitude, decay in seconds. */
const PARTIALS = [
  [1318.5, 0.5, 1.1],
  [2637, 0.22, 0.7],
  [3951, 0.1, 0.4],
] as const;

/** Rings once at `volume` 0 to 100. Silent in a browser without a user gesture so far. */
export function ringBell(volume: number): void {
  const context = new AudioContext();
  const now = context.currentTime;
  for (const [frequency, share, lasts] of PARTIALS) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.0001, now);
    // Loudness is perceived logarithmically.
    loudness.gain.exponentialRampToValueAtTime(Math.max(0.0002, share * (volume / 100) ** 2), now + 0.008);
    loudness.gain.exponentialRampToValueAtTime(0.0001, now + lasts);
    tone.connect(loudness).connect(context.destination);
    tone.start(now);
    tone.stop(now + lasts);
  }
  // Also if the browser never allowed it to start: a late ring would only startle.
  setTimeout(() => void context.close(), 1500);
}
