import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const SPEEDS = [1, 1.5, 2] as const;

interface VoiceSpeed {
  readonly speed: number;
  /** to the next of them; gives it */
  readonly next: () => number;
}

/** How fast voice messages are played; kept on this device. */
export const useVoiceSpeed = create<VoiceSpeed>()(
  persist(
    (set, get) => ({
      speed: SPEEDS[0],
      next: () => {
        const { speed } = get();
        const next = SPEEDS.find((each) => each > speed) ?? SPEEDS[0];
        set({ speed: next });
        return next;
      },
    }),
    { name: 'counterbell.voice', version: 1 },
  ),
);
