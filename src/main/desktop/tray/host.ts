import type { Clock } from '#main/clock/clock.ts';
import type { SessionBus, Target } from '../session-bus.ts';
import { createSerialQueue } from '#main/clock/serial-queue.ts';

const WATCHER: Target = {
  name: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
};

/** What shows tray icons on this desktop. */
export interface TrayHost {
  /** resolves when it is known whether there is one; from then on changes are told of */
  readonly ready: Promise<void>;
  readonly stop: () => void;
}

/** `isAnew`: another one than before, which knows nothing of the icons that the last one had. */
export type TrayHostListener = (host: { readonly available: boolean; readonly isAnew: boolean }) => void;

/**
 * Finds out whether this desktop shows tray icons, and hears when that changes: a panel may start after us, or be
 * started anew. On Linux that is a StatusNotifierWatcher that somebody listens to; the others always do.
 */
export function watchTrayHost(bus: Promise<SessionBus | undefined>, onChange: TrayHostListener): TrayHost {
  if (process.platform !== 'linux') {
    onChange({ available: true, isAnew: false });
    return { ready: Promise.resolve(), stop: () => undefined };
  }
  let isAnew = false;
  let stopped = false;
  const queue = createSerialQueue();
  const look = async (): Promise<void> => {
    const connected = await bus;
    // A watcher without a host keeps a list that nobody draws; one that does not say counts as drawn.
    const watched = connected !== undefined && (await connected.hasOwner(WATCHER.name));
    const available = watched && (await connected.property(WATCHER, 'IsStatusNotifierHostRegistered')) !== false;
    if (stopped) return;
    onChange({ available, isAnew });
    isAnew = false;
  };
  // What is found is told in the order in which it came to be.
  const lookInTurn = (): Promise<void> => queue.run(look);
  const listen = async (): Promise<void> => {
    const connected = await bus;
    connected?.onOwner(WATCHER.name, (isOwned) => {
      isAnew ||= isOwned;
      void lookInTurn();
    });
    for (const signal of ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered'])
      connected?.onSignal(WATCHER, signal, () => void lookInTurn());
    await lookInTurn();
  };
  return {
    ready: listen(),
    stop: () => {
      stopped = true;
    },
  };
}

/** Milliseconds after which a panel that went away does not come back by itself: one that crashed is started anew. */
const RESTART = 4000;

/** Tells apart a tray that is lost from one that is only started anew. */
export type TrayLoss = ReturnType<typeof createTrayLoss>;

/** `onLost` is called once for each time that the tray is gone and stays so. */
export function createTrayLoss(clock: Clock, onLost: () => void) {
  let cancelTimer = (): void => undefined;
  return {
    see: (available: boolean): void => {
      cancelTimer();
      cancelTimer = available ? () => undefined : clock.after(RESTART, onLost);
    },
    stop: (): void => cancelTimer(),
  };
}
