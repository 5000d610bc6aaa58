import type { SessionBus, Target } from './session-bus.ts';

const WATCHER: Target = { name: 'org.kde.StatusNotifierWatcher', path: '/StatusNotifierWatcher', interface: 'org.kde.StatusNotifierWatcher' };

/** What shows tray icons on this desktop. */
export interface TrayHost {
  /** resolves when it is known whether there is one; from then on `onChange` tells of changes */
  readonly ready: Promise<void>;
  readonly stop: () => void;
}

/**
 * Finds out whether this desktop shows tray icons, and hears when that changes: a panel may start after us, or be
 * started anew. On Linux that is a StatusNotifierWatcher that somebody listens to; the others always do.
 */
export function watchTrayHost(bus: Promise<SessionBus | undefined>, onChange: (available: boolean) => void): TrayHost {
  if (process.platform !== 'linux') {
    onChange(true);
    return { ready: Promise.resolve(), stop: () => undefined };
  }
  let stopped = false;
  const look = async (): Promise<void> => {
    const connected = await bus;
    // A watcher without a host keeps a list that nobody draws; one that does not say counts as drawn.
    const watched = connected !== undefined && (await connected.hasOwner(WATCHER.name));
    const drawn = watched && (await connected.property(WATCHER, 'IsStatusNotifierHostRegistered')) !== false;
    if (!stopped) onChange(drawn);
  };
  const hear = async (): Promise<void> => {
    const connected = await bus;
    const again = (): void => void look();
    connected?.onOwner(WATCHER.name, again);
    for (const signal of ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered']) connected?.onSignal(WATCHER, signal, again);
    await look();
  };
  return {
    ready: hear(),
    stop: () => {
      stopped = true;
    },
  };
}
