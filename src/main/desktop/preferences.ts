import type { Logger } from 'pino';
import {
  desktopPreferences,
  type DesktopPreferences,
  type DesktopPreferencesChange,
} from '#shared/contract/desktop.ts';
import type { StoredFile } from './stored-file.ts';

/** What the owner chose for this computer. */
export interface Preferences {
  readonly current: () => DesktopPreferences;
  /** leaves alone what the change does not name; throws where it cannot be written down, and then nothing changed */
  readonly change: (change: DesktopPreferencesChange) => void;
  /** called after each change; returns how to stop */
  readonly onChange: (listener: (now: DesktopPreferences, before: DesktopPreferences) => void) => () => void;
}

/** Preferences in `file`. One that makes no sense is set aside, and this computer is as on the first day: never a crash. */
export function openPreferences({ file, log }: { readonly file: StoredFile; readonly log: Logger }): Preferences {
  const listeners = new Set<(now: DesktopPreferences, before: DesktopPreferences) => void>();
  let now = readPreferences(file, log);
  return {
    current: () => now,
    change: (change) => {
      const before = now;
      const after = changed(before, change);
      file.write(after);
      now = after;
      for (const listener of listeners) listener(now, before);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function readPreferences(file: StoredFile, log: Logger): DesktopPreferences {
  try {
    return desktopPreferences.parse(file.read() ?? {});
  } catch (error) {
    log.warn({ err: error }, 'the preferences of this computer cannot be read: they start afresh');
    setAside(file, log);
    return desktopPreferences.parse({});
  }
}

function setAside(file: StoredFile, log: Logger): void {
  try {
    log.warn({ path: file.setAside() }, 'the damaged preferences are kept here');
  } catch (error) {
    log.warn({ err: error }, 'the damaged preferences cannot be set aside');
  }
}

function changed(
  before: DesktopPreferences,
  { notifications, ...change }: DesktopPreferencesChange,
): DesktopPreferences {
  return desktopPreferences.parse({
    ...before,
    ...named(change),
    notifications: { ...before.notifications, ...named(notifications ?? {}) },
  });
}

/** What the change names; undefined counts as not named. */
function named(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
