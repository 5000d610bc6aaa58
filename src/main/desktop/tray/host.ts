import { type Clock, SerialQueue } from '#main/clock/clock.ts';
import type { SessionBus, Target } from '../session-bus.ts';

const WATCHER: Target = {
  name: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
};

/** `isNew`: a different host, which does not know the icons of the one before. */
type TrayHostListener = (host: { readonly available: boolean; readonly isNew: boolean }) => void;

/**
 * Detects whether this desktop shows tray icons, and reports changes: a panel may start after us, or restart. On Linux
 * it is a StatusNotifierWatcher with a host; other systems always show them. `ready` resolves when the first answer is known.
 */
export function watchTrayHost(bus: Promise<SessionBus | undefined>, onChange: TrayHostListener) {
  if (process.platform !== 'linux') {
    onChange({ available: true, isNew: false });
    return { ready: Promise.resolve(), stop: () => undefined };
  }
  let isNew = false;
  let stopped = false;
  const queue = new SerialQueue();
  const check = async (): Promise<void> => {
    const connected = await bus;
    // A watcher without a host keeps a list that nobody draws; one that does not report it counts as having one.
    const watched = connected !== undefined && (await connected.hasOwner(WATCHER.name));
    const available = watched && (await connected.property(WATCHER, 'IsStatusNotifierHostRegistered')) !== false;
    if (stopped) return;
    onChange({ available, isNew });
    isNew = false;
  };
  // Report results in the order of the changes.
  const queueCheck = (): Promise<void> => queue.run(check);
  const listen = async (): Promise<void> => {
    const connected = await bus;
    connected?.onOwner(WATCHER.name, (isOwned) => {
      isNew ||= isOwned;
      void queueCheck();
    });
    for (const signal of ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered'])
      connected?.onSignal(WATCHER, signal, () => void queueCheck());
    await queueCheck();
  };
  return {
    ready: listen(),
    stop: () => {
      stopped = true;
    },
  };
}

/** Milliseconds until a missing panel counts as gone; one that crashed restarts sooner. */
const RESTART_TIME = 4000;

/** Tells a lost tray from one that only restarts. */
export type TrayLoss = ReturnType<typeof createTrayLoss>;

/** `onLost` is called once each time the tray is gone for good. */
export function createTrayLoss(clock: Clock, onLost: () => void) {
  let cancelTimer = (): void => undefined;
  return {
    see: (available: boolean): void => {
      cancelTimer();
      cancelTimer = available ? () => undefined : clock.after(RESTART_TIME, onLost);
    },
    stop: (): void => cancelTimer(),
  };
}
