import { screen, type BrowserWindow, type Rectangle, type WebContents } from 'electron';
import { replyWindowBounds } from './window-bounds.ts';
import type { Clock } from '#main/clock/clock.ts';
import { t } from '../texts.ts';
import { whenPainted } from './painted.ts';
import { makeWindow, type WindowOptions } from './windows.ts';

/** The small window for replying to a chat without the console. */
export type ReplyWindow = ReturnType<typeof createReplyWindow>;

/**
 * Manages the reply window: at most one, above all others and next to the tray, whose icon is at `trayBounds`. It stays
 * until closed, and remembers nothing.
 */
export function createReplyWindow(
  options: WindowOptions,
  trayBounds: () => Rectangle | undefined,
  clock: Pick<Clock, 'after'>,
) {
  let window: BrowserWindow | undefined;

  const open = (address: string): BrowserWindow => {
    const made = makeWindow(options, {
      ...boundsNear(trayBounds()),
      alwaysOnTop: true,
      skipTaskbar: true,
      minWidth: 300,
      minHeight: 320,
      // Its page replaces the frame: a title to drag it by, and a close button.
      frame: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      title: t('desktop:replyWindow'),
    });
    // Also over full-screen presentations and videos, and on the visible desktop.
    made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    void whenPainted(made, clock).then(() => made.isDestroyed() || front(made));
    made.webContents.on('render-process-gone', () => made.destroy());
    made.once('closed', () => {
      window = undefined;
    });
    void made.loadURL(address);
    return made;
  };

  return {
    /** this chat, or the one waiting longest; the window comes to the front */
    show: (chatId?: string): void => {
      const path = chatId === undefined ? '/reply' : `/reply?chat=${encodeURIComponent(chatId)}`;
      const address = options.pages.url(path);
      if (window === undefined) {
        window = open(address);
        return;
      }
      // The same page at another path.
      if (window.webContents.getURL() !== address) void window.loadURL(address);
      if (window.isVisible()) front(window);
    },
    close: (): void => window?.close(),
    has: (contents: WebContents): boolean => window?.webContents === contents,
  };
}

function front(window: BrowserWindow): void {
  window.show();
  window.focus();
}

function boundsNear(tray: Rectangle | undefined): Rectangle {
  const { workArea } =
    tray === undefined ? screen.getDisplayNearestPoint(screen.getCursorScreenPoint()) : screen.getDisplayMatching(tray);
  return replyWindowBounds(workArea, tray, process.platform === 'darwin' ? 'top' : 'bottom');
}
