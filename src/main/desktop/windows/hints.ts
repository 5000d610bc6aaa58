import { dialog, Notification } from 'electron';
import { desktop } from '#shared/words/en/desktop.ts';
import type { Hint, WindowMemory } from './window-memory.ts';
import { wordsOf } from '../speech.ts';

const say = wordsOf('desktop', desktop);

function hintWords(hint: Hint): string {
  switch (hint) {
    case 'in_tray':
      return process.platform === 'darwin' ? say('hint.inMenuBar') : say('hint.inTray');
    case 'no_tray':
      return say('hint.noTray');
    case 'tray_lost':
      return say('hint.trayLost');
  }
}

/** Says once on this computer where the window went: by a notification, a press on which shows the window, or in a box where the desktop has none. */
export function createHints(memory: WindowMemory, showConsole: () => void): (hint: Hint) => void {
  // One that is collected as garbage hears no press any more.
  const shown = new Set<Notification>();
  return (hint) => {
    if (!memory.firstTime(hint)) return;
    const [title, body] = [say('hint.title'), hintWords(hint)];
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
