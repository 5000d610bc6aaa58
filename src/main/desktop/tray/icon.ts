import { Menu, Tray as SystemTray, type MenuItemConstructorOptions, type Rectangle } from 'electron';
import { trayMenu, type TrayAct, type TrayItem } from './menu.ts';
import { trayPicture } from './pictures.ts';
import { tooltipOf, type TrayState } from './state.ts';

/** Our picture in the tray, with what it says and its menu. */
export interface TrayIcon {
  readonly isShown: () => boolean;
  /** puts it there, as `state` has it, or takes it away */
  readonly setShown: (shown: boolean, state: TrayState, now: number) => void;
  /** brings it up to date, where it is shown; `now`: wall clock */
  readonly draw: (state: TrayState, now: number) => void;
  /** where it stands on the screen; undefined where the system does not say */
  readonly bounds: () => Rectangle | undefined;
  readonly remove: () => void;
}

/** `perform`: what is chosen in the menu; a click on the picture opens the console. */
export function createTrayIcon(perform: (act: TrayAct) => void): TrayIcon {
  let system: SystemTray | undefined;
  let drawnMenu: string | undefined;

  const draw = (state: TrayState, now: number): void => {
    if (system === undefined) return;
    system.setImage(trayPicture(state));
    system.setToolTip(tooltipOf(state, now));
    if (process.platform === 'darwin') system.setTitle(state.waiting > 0 ? String(state.waiting) : '');
    const items = trayMenu(state, now);
    const menu = JSON.stringify(items);
    // A new menu would close the one that somebody has open.
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
    isShown: () => system !== undefined,
    setShown: (shown, state, now) => {
      remove();
      if (!shown) return;
      system = new SystemTray(trayPicture(state));
      system.on('click', () => perform({ kind: 'console' }));
      draw(state, now);
    },
    draw,
    bounds: () => {
      const bounds = system?.getBounds();
      return bounds === undefined || bounds.width === 0 ? undefined : bounds;
    },
    remove,
  };
}

function systemItem(item: TrayItem, perform: (act: TrayAct) => void): MenuItemConstructorOptions {
  switch (item.type) {
    case 'separator':
      return { type: 'separator' };
    case 'words':
      return { label: item.label, enabled: false };
    case 'submenu':
      return { label: item.label, submenu: item.items.map((each) => systemItem(each, perform)) };
    case 'normal':
    case 'radio': {
      const { act, ...look } = item;
      return { ...look, click: () => perform(act) };
    }
  }
}
