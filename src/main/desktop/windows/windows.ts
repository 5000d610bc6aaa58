import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import type { DesktopEvents } from '#shared/contract/desktop.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { WindowMemory } from './window-memory.ts';
import { type Bounds, reachableBounds } from './window-bounds.ts';
import type { ConsolePages } from './console-gate.ts';
import { whenPainted } from './painted.ts';
import { createRelease } from './release.ts';

const FIRST_SIZE = { width: 1280, height: 820 } as const;

/** Effect of closing the console's window: hides it, minimizes it, closes it, or nothing. */
export type Closing = 'hide' | 'minimise' | 'close' | 'stay';

export interface WindowOptions {
  readonly pages: ConsolePages;
  /** path of the built preload */
  readonly preload: string;
  /** true if dictionaries are available */
  readonly spellcheck: boolean;
}

/** Handling of closed windows, known once the engine runs. */
export interface WindowHabits {
  /** a promise until it is known whether there is a tray, or while the user is asked */
  readonly closing: () => Closing | Promise<Closing>;
  /** the console's window got the focus */
  readonly onFocused: () => void;
  /** the console's window was hidden or closed */
  readonly onClosed: (closing: Closing) => void;
}

export type Windows = ReturnType<typeof createWindows>;

/** The desktop's windows: one console. */
export function createWindows(
  options: WindowOptions & { readonly isQuitting: () => boolean },
  clock: Pick<Clock, 'after'>,
) {
  /** the latest news of each kind that the console's page could not be told yet */
  const unsent = new Map<keyof DesktopEvents, unknown>();
  const placed = Promise.withResolvers<WindowMemory>();
  const settled = Promise.withResolvers<void>();
  let memory: WindowMemory | undefined;
  let habits: WindowHabits | undefined;
  let console: BrowserWindow | undefined;
  const release = createRelease({
    clock,
    ask: () => {
      // A voice message may still be playing.
      if (console?.webContents.isCurrentlyAudible() === false) console.webContents.send('desktop:news', 'mayEnd');
    },
    release: () => {
      const window = console;
      console = undefined;
      window?.destroy();
    },
  });

  const hideOrMinimize = (window: BrowserWindow, how: Exclude<Closing, 'close'>): void => {
    if (how === 'stay') return;
    if (how === 'hide') {
      window.hide();
      release.hidden();
    } else window.minimize();
    habits?.onClosed(how);
  };
  const openConsole = (path: string, appear: (window: BrowserWindow) => void): BrowserWindow => {
    const window = makeWindow(options, { ...FIRST_SIZE, minWidth: 760, minHeight: 480 });
    const { webContents } = window;
    const painted = whenPainted(window, clock);
    void placed.promise.then(async (places) => {
      const remembered = places.position();
      const bounds = remembered && reachableBounds(remembered.bounds, workAreas());
      if (bounds !== undefined && !window.isDestroyed()) window.setBounds(bounds);
      await painted;
      if (window.isDestroyed()) return;
      // Maximizing shows a window, so it waits until it may be visible.
      if (remembered?.maximized === true) window.maximize();
      appear(window);
    });
    void window.loadURL(options.pages.url(path));
    webContents.on('did-finish-load', () => {
      void placed.promise.then((places) => {
        if (!window.isDestroyed()) webContents.setZoomLevel(places.zoomLevel());
      });
      for (const [name, data] of unsent) webContents.send('desktop:news', name, data);
      unsent.clear();
    });
    window.on('close', (event) => {
      if (habits === undefined) {
        if (options.isQuitting()) return;
        event.preventDefault();
        void settled.promise.then(() => window.isDestroyed() || window.close());
        return;
      }
      memory?.remember({
        position: { bounds: window.getNormalBounds(), maximized: window.isMaximized() },
        zoomLevel: webContents.getZoomLevel(),
      });
      const closing = habits.closing();
      if (closing === 'close') return;
      event.preventDefault();
      if (typeof closing === 'string') hideOrMinimize(window, closing);
      else
        void closing.then(
          (decided) => window.isDestroyed() || (decided === 'close' ? window.close() : hideOrMinimize(window, decided)),
        );
    });
    window.on('focus', () => {
      window.flashFrame(false);
      habits?.onFocused();
    });
    window.on('show', release.stop);
    window.once('closed', () => {
      if (console !== window) return;
      console = undefined;
      release.stop();
      habits?.onClosed('close');
    });
    return window;
  };
  const tellConsole = <N extends keyof DesktopEvents>(name: N, data: DesktopEvents[N]): void => {
    if (console === undefined || console.webContents.isLoadingMainFrame()) unsent.set(name, data);
    else console.webContents.send('desktop:news', name, data);
  };

  return {
    /** sets where windows appear; until then they load hidden */
    place: (known: WindowMemory): void => {
      memory = known;
      placed.resolve(known);
    },
    /** sets how windows close; until then closing waits */
    settle: (known: WindowHabits): void => {
      habits = known;
      settled.resolve();
    },
    /** opens the console's window or brings it to the front, on this page or where it is */
    showConsole: (path?: string): void => {
      if (console === undefined) {
        console = openConsole(path ?? '/', (window) => window.show());
        return;
      }
      if (path !== undefined) tellConsole('navigate', path);
      bringToFront(console);
    },
    /** opens it minimized, for a hidden start without a tray */
    openMinimised: (): void => {
      console ??= openConsole('/', (window) => window.minimize());
    },
    /** shows a hidden or closed window again without taking the focus; false: it was within reach */
    bringBack: (): boolean => {
      if (console?.isVisible() === true || console?.isMinimized() === true) return false;
      if (console === undefined) console = openConsole('/', (window) => window.showInactive());
      else console.showInactive();
      return true;
    },
    /** true while the console's window has the focus */
    isWatched: (): boolean => console?.isFocused() === true && console.isVisible() && !console.isMinimized(),
    /** makes the console's window ask for attention on the taskbar or dock unless it has the focus; false: no longer */
    callAttention: (wanted: boolean): void => {
      if (console !== undefined && !(wanted && console.isFocused())) console.flashFrame(wanted);
    },
    /** sends the console's page a message once there is a page */
    tellConsole,
    /** tells the console's page, if there is one, that the desktop's status has changed */
    tellStatus: (): void => console?.webContents.send('desktop:news', 'status', undefined),
    /** the console's page says that nothing would be lost with it; it goes if its window is still closed to the tray */
    endPage: (contents: WebContents): void => {
      // After this call of the page has its answer.
      if (console?.webContents === contents) setImmediate(release.agreed);
    },
    /** ends the pages, so that they keep nothing more */
    endPages: (): void => {
      void console?.loadURL('about:blank');
    },
    has: (contents: WebContents): boolean => console?.webContents === contents,
  };
}

/** Creates a hidden window for one of our pages. */
export function makeWindow(
  { preload, spellcheck }: WindowOptions,
  shape: BrowserWindowConstructorOptions,
): BrowserWindow {
  return new BrowserWindow({
    ...shape,
    show: false,
    autoHideMenuBar: true,
    // What is seen until a page is drawn.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1b1a18' : '#fbfaf8',
    webPreferences: {
      preload,
      spellcheck,
      // Cache compiled code from the first run on, instead of from the third.
      v8CacheOptions: 'bypassHeatCheck',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
}

function workAreas(): readonly Bounds[] {
  return screen.getAllDisplays().map(({ workArea }) => workArea);
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  // Its screen may have been removed while it was hidden.
  if (reachableBounds(window.getBounds(), workAreas()) === undefined) window.center();
  window.show();
  window.focus();
}
