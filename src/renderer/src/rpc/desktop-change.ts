import type { DesktopPreferencesChange, DesktopStatus } from '#shared/contract/desktop.ts';

/** How the app will stand after a change: what the change does not name stays. */
export function withChange(status: DesktopStatus, change: DesktopPreferencesChange): DesktopStatus {
  const { notifications = {}, ...rest } = change;
  const preferences = {
    ...status.preferences,
    ...named(rest),
    notifications: { ...status.preferences.notifications, ...named(notifications) },
  };
  return { ...status, preferences };
}

type Named<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function named<T extends object>(change: T): Named<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Named<T>;
}
