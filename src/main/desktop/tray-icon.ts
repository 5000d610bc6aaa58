import { Menu, Tray as SystemTray, type Rectangle } from 'electron';
import { trayMenu, type TrayActs } from './tray-menu.ts';
import { trayPicture } from './tray-pictures.ts';
import { tooltipOf, type TrayState } from './tray-state.ts';

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

export function createTrayIcon(acts: TrayActs): TrayIcon {
  let system: SystemTray | undefined;
  let drawnMenu: string | undefined;

  const draw = (state: TrayState, now: number): void => {
    if (system === undefined) return;
    system.setImage(trayPicture(state));
    system.setToolTip(tooltipOf(state, now));
    if (process.platform === 'darwin') system.setTitle(state.waiting > 0 ? String(state.waiting) : '');
    const menu = trayMenu(state, acts, now);
    // A new menu would close the one that somebody has open.
    if (JSON.stringify(menu) === drawnMenu) return;
    drawnMenu = JSON.stringify(menu);
    system.setContextMenu(Menu.buildFromTemplate(menu));
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
      system.on('click', acts.openConsole);
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
