import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const MOST = 20;

interface Recent {
  /** ids of commands, the last used first */
  readonly ids: readonly string[];
  readonly used: (id: string) => void;
}

/** Which commands were used last; kept on this device. */
export const useRecent = create<Recent>()(
  persist(
    (set) => ({
      ids: [],
      used: (id) => set(({ ids }) => ({ ids: [id, ...ids.filter((other) => other !== id)].slice(0, MOST) })),
    }),
    { name: 'counterbell.commands', version: 1 },
  ),
);
