import {
  Menu,
  Tray as SystemTray,
  type MenuItemConstructorOptions,
  type Rectangle,
  nativeImage,
  nativeTheme,
  type NativeImage,
  app,
  BrowserWindow,
} from 'electron';
import { trayMenu, type TrayAction, type TrayItem, trayTooltip, type TrayState, countIcon, iconName } from './menu.ts';
import type { SessionBus } from '../session-bus.ts';

/** Our tray icon with its tooltip and menu. `perform`: the chosen action; clicking the icon opens the console. */
export function createTrayIcon(perform: (action: TrayAction) => void) {
  let system: SystemTray | undefined;
  let drawnMenu: string | undefined;

  const draw = (state: TrayState, now: number): void => {
    if (system === undefined) return;
    system.setImage(trayPicture(state));
    system.setToolTip(trayTooltip(state, now));
    if (process.platform === 'darwin') system.setTitle(state.waiting > 0 ? String(state.waiting) : '');
    const items = trayMenu(state, now);
    const menu = JSON.stringify(items);
    // A new menu would close one that is open.
    if (menu === drawnMenu) return;
    drawnMenu = menu;
    system.setContextMenu(Menu.buildFromTemplate(items.map((item) => systemItem(item, perform))));
  };
  const remove = (): void => {
    system?.destroy();
    system = undefined;
    drawnMenu = undefined;
  };

  return {
    isShown: (): boolean => system !== undefined,
    /** shows it as `state` describes, or removes it */
    setShown: (shown: boolean, state: TrayState, now: number): void => {
      remove();
      if (!shown) return;
      system = new SystemTray(trayPicture(state));
      system.on('click', () => perform({ kind: 'console' }));
      draw(state, now);
    },
    /** updates it if it is shown; `now`: wall clock */
    draw,
    /** its position on the screen; undefined if the system does not tell */
    bounds: (): Rectangle | undefined => {
      const bounds = system?.getBounds();
      return bounds === undefined || bounds.width === 0 ? undefined : bounds;
    },
    remove,
  };
}

function systemItem(
  { action, submenu, ...look }: TrayItem,
  perform: (action: TrayAction) => void,
): MenuItemConstructorOptions {
  return {
    ...look,
    ...(submenu && { submenu: submenu.map((trayItem) => systemItem(trayItem, perform)) }),
    ...(action && { click: () => perform(action) }),
  };
}

const files = import.meta.glob<string>('../../../../resources/tray/*.png', {
  eager: true,
  query: '?inline',
  import: 'default',
});

const MIN_SIZE = 16;

/** Scales of screens, for a tray of 16 pixels. */
const SCALES = [1, 1.5, 2, 3] as const;

const MENU_BAR = 18;

/** The tray icon for this system and its background. */
function trayPicture(state: TrayState): NativeImage {
  const name = iconName(state);
  if (process.platform === 'darwin') {
    // The number is next to it, and the system colours it.
    const image = scaled(picture(`${name.startsWith('waiting') ? 'online' : name}-template`), MENU_BAR, [1, 2]);
    image.setTemplateImage(true);
    return image;
  }
  const ground = isGroundDark() ? 'dark' : 'light';
  const image = picture(`${name}-${ground}`);
  // Linux panels scale it themselves.
  return process.platform === 'win32' ? scaled(image, MIN_SIZE, SCALES) : image;
}

/** The Windows taskbar has its own theme. */
function isGroundDark(): boolean {
  return process.platform === 'win32'
    ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
    : nativeTheme.shouldUseDarkColors;
}

function picture(name: string): NativeImage {
  return nativeImage.createFromDataURL(files[`../../../../resources/tray/${name}.png`] ?? '');
}

function scaled(image: NativeImage, size: number, scales: readonly number[]): NativeImage {
  const made = nativeImage.createEmpty();
  for (const scaleFactor of scales) {
    const pixels = Math.round(size * scaleFactor);
    made.addRepresentation({
      scaleFactor,
      width: pixels,
      height: pixels,
      buffer: image.resize({ width: pixels, height: pixels, quality: 'best' }).toPNG(),
    });
  }
  return made;
}

/** The number on the dock, launcher or taskbar. `bus`: for Linux launchers, since Electron only supports Unity's. */
export function createLauncherCount(bus: Promise<SessionBus | undefined>) {
  let shown = 0;
  const draw = (): void => {
    if (process.platform === 'linux') void bus.then((connected) => connected && updateLaunchers(connected, shown));
    else if (process.platform === 'win32') overlayWindows(shown);
    else app.setBadgeCount(shown);
  };
  const drawOnNew = (): void => {
    if (process.platform === 'win32') draw();
  };
  app.on('browser-window-created', drawOnNew);
  return {
    show: (waiting: number): void => {
      if (waiting === shown) return;
      shown = waiting;
      draw();
    },
    /** removes it */
    stop: (): void => {
      app.off('browser-window-created', drawOnNew);
      shown = 0;
      draw();
    },
  };
}

/** The signal of Unity's launcher protocol, which KDE and GNOME docks also support. */
function updateLaunchers(bus: SessionBus, count: number): void {
  // Electron puts the name of our desktop file there.
  const file = process.env['CHROME_DESKTOP'] ?? 'counterbell.desktop';
  const entry = [
    ['count', ['x', count]],
    ['count-visible', ['b', count > 0]],
  ];
  bus.emit(
    { path: '/app/counterbell/launcher', interface: 'com.canonical.Unity.LauncherEntry' },
    'Update',
    'sa{sv}',
    `application://${file}`,
    entry,
  );
}

/** The overlay on the app's icon in the Windows taskbar. */
function overlayWindows(waiting: number): void {
  const overlay = waiting === 0 ? null : scaled(picture(`overlay-${countIcon(waiting)}`), MIN_SIZE, SCALES);
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.setOverlayIcon(overlay, waiting === 0 ? '' : `${waiting} waiting`);
  }
}
