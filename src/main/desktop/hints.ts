import { dialog, Notification } from 'electron';
import type { Hint, WindowMemory } from './window-memory.ts';

const TITLE = 'Counterbell keeps running';

const HINTS: Readonly<Record<Hint, string>> = {
  in_tray: `Customers still reach you. Open it, or quit it, from its icon in the ${process.platform === 'darwin' ? 'menu bar' : 'tray'}.`,
  no_tray: 'This desktop shows no tray icons, so closing only makes the window small. To quit, press Alt and choose File, then Quit.',
  tray_lost: 'This desktop shows no tray icons any more, so the window is back: you could not have reached Counterbell otherwise.',
};

/** Says once on this computer where the window went: by a notification, or in a box where the desktop has none. */
export function tellOnce(hint: Hint, memory: WindowMemory): void {
  if (!memory.firstTime(hint)) return;
  const body = HINTS[hint];
  if (Notification.isSupported()) new Notification({ title: TITLE, body, silent: true }).show();
  else void dialog.showMessageBox({ type: 'info', title: 'Counterbell', message: TITLE, detail: body });
}
