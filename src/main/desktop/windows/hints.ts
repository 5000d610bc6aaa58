import { dialog, Notification } from 'electron';
import type { Hint, WindowMemory } from './window-memory.ts';
import { t } from '../speech.ts';

function hintWords(hint: Hint): string {
  switch (hint) {
    case 'in_tray':
      return process.platform === 'darwin' ? t('desktop:hint.inMenuBar') : t('desktop:hint.inTray');
    case 'no_tray':
      return t('desktop:hint.noTray');
    case 'tray_lost':
      return t('desktop:hint.trayLost');
  }
}

/** Says once on this computer where the window went: by a notification, a press on which shows the window, or in a box where the desktop has none. */
export function createHints(memory: WindowMemory, showConsole: () => void): (hint: Hint) => void {
  // One that is collected as garbage hears no press any more.
  const shown = new Set<Notification>();
  return (hint) => {
    if (!memory.firstTime(hint)) return;
    const [title, body] = [t('desktop:hint.title'), hintWords(hint)];
    if (!Notification.isSupported()) {
      void dialog.showMessageBox({ type: 'info', title: 'Counterbell', message: title, detail: body });
      return;
    }
    const notification = new Notification({ title, body, silent: true });
    shown.add(notification);
    notification.on('click', showConsole);
    notification.show();
  };
}
