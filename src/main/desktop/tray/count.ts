import { app, BrowserWindow } from 'electron';
import type { SessionBus } from '../session-bus.ts';
import { overlayPicture } from './pictures.ts';

/** The number on the dock, the launcher or the task bar, where there is one. */
export interface LauncherCount {
  readonly show: (waiting: number) => void;
  /** takes it away */
  readonly stop: () => void;
}

/** `bus`: of Linux, where launchers hear of it; Electron tells only those of Unity. */
export function createLauncherCount(bus: Promise<SessionBus | undefined>): LauncherCount {
  let shown = 0;
  const draw = (): void => {
    if (process.platform === 'linux') void bus.then((connected) => connected && tellLaunchers(connected, shown));
    else if (process.platform === 'win32') overlayWindows(shown);
    else app.setBadgeCount(shown);
  };
  const drawOnNew = (): void => {
    if (process.platform === 'win32') draw();
  };
  app.on('browser-window-created', drawOnNew);
  return {
    show: (waiting) => {
      if (waiting === shown) return;
      shown = waiting;
      draw();
    },
    stop: () => {
      app.off('browser-window-created', drawOnNew);
      shown = 0;
      draw();
    },
  };
}

/** The signal of the launcher protocol that Unity began, and KDE and docks of GNOME follow. */
function tellLaunchers(bus: SessionBus, count: number): void {
  // Electron puts the name of our desktop file there.
  const file = process.env['CHROME_DESKTOP'] ?? 'counterbell.desktop';
  const entry = [
    ['count', ['x', count]],
    ['count-visible', ['b', count > 0]],
  ];
  bus.emit(
    '/app/counterbell/launcher',
    'com.canonical.Unity.LauncherEntry',
    'Update',
    'sa{sv}',
    `application://${file}`,
    entry,
  );
}

function overlayWindows(waiting: number): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed())
      window.setOverlayIcon(overlayPicture(waiting), waiting === 0 ? '' : `${waiting} waiting`);
  }
}
