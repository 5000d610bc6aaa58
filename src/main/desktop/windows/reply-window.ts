import { screen, type BrowserWindow, type Rectangle, type WebContents } from 'electron';
import { replyWindowBounds } from './window-place.ts';
import { t } from '../speech.ts';
import { makeWindow, type WindowOptions } from './windows.ts';

/** The small window in which a chat is answered without the console. */
export type ReplyWindow = ReturnType<typeof createReplyWindow>;

/**
 * One window at most, above all others and beside the tray, whose picture stands at `trayBounds`. It stays until it is
 * closed, and remembers nothing.
 */
export function createReplyWindow(options: WindowOptions, trayBounds: () => Rectangle | undefined) {
  let window: BrowserWindow | undefined;

  const open = (address: string): BrowserWindow => {
    const made = makeWindow(options, {
      ...place(trayBounds()),
      alwaysOnTop: true,
      skipTaskbar: true,
      minWidth: 300,
      minHeight: 320,
      // Its page has what a frame would have: a title to drag it by, and a way to close it.
      frame: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      title: t('desktop:replyWindow'),
    });
    // Over a presentation or a video in full screen too, and on the desktop that is in sight.
    made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    made.once('ready-to-show', () => front(made));
    made.webContents.on('render-process-gone', () => made.destroy());
    made.once('closed', () => {
      window = undefined;
    });
    void made.loadURL(address);
    return made;
  };

  return {
    /** this chat, or the one that waits longest; the window comes to the front */
    show: (chatId?: string): void => {
      const address = options.page.url(chatId === undefined ? '/reply' : `/reply?chat=${encodeURIComponent(chatId)}`);
      if (window === undefined) {
        window = open(address);
        return;
      }
      // The same page: only its place changes.
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

function place(tray: Rectangle | undefined): Rectangle {
  const { workArea } =
    tray === undefined ? screen.getDisplayNearestPoint(screen.getCursorScreenPoint()) : screen.getDisplayMatching(tray);
  return replyWindowBounds(workArea, tray, process.platform === 'darwin' ? 'top' : 'bottom');
}
