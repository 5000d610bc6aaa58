import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import type { DesktopNews } from '#shared/contract/desktop.ts';
import type { WindowMemory } from './window-memory.ts';
import { reachableBounds, type Bounds } from './window-place.ts';
import type { ConsolePage } from './console-gate.ts';

const FIRST_SIZE = { width: 1280, height: 820 } as const;
const TEST_CUSTOMER_SIZE = { width: 420, height: 720 } as const;

/** Where the console's window goes when it is closed: out of sight, into the task bar, for good, or nowhere after all. */
export type Closing = 'hide' | 'minimise' | 'close' | 'stay';

export interface WindowOptions {
  readonly page: ConsolePage;
  /** path of the built preload */
  readonly preload: string;
  /** whether dictionaries are at hand */
  readonly spellcheck: boolean;
}

/** How windows are kept, known once the engine runs. */
export interface WindowHabits {
  readonly memory: WindowMemory;
  /** a promise while it is not known yet whether there is a tray to go to, or a person is asked */
  readonly closing: () => Closing | Promise<Closing>;
  /** somebody came to the console's window */
  readonly onFocused: () => void;
  /** the console's window was put away, or closed for good */
  readonly onClosed: (closing: Closing) => void;
}

/** Tells pages something of the desktop around them. */
type Tell = <N extends keyof DesktopNews>(name: N, news: DesktopNews[N]) => void;

export type Windows = ReturnType<typeof createWindows>;

/** The desktop's windows: one console, and a test customer a channel. */
export function createWindows(options: WindowOptions) {
  const all = new Set<BrowserWindow>();
  const testCustomers = new Map<string, BrowserWindow>();
  const unsent = new Map<keyof DesktopNews, unknown>();
  const settled = Promise.withResolvers<WindowHabits>();
  let habits: WindowHabits | undefined;
  let console: BrowserWindow | undefined;

  const open = (
    place: string,
    shape: BrowserWindowConstructorOptions,
    appear: (window: BrowserWindow, habits: WindowHabits) => void,
  ): BrowserWindow => {
    const window = makeWindow(options, shape);
    all.add(window);
    window.once('closed', () => all.delete(window));
    const painted = new Promise<void>((resolve) => window.once('ready-to-show', () => resolve()));
    void Promise.all([settled.promise, painted]).then(([known]) => {
      if (!window.isDestroyed()) appear(window, known);
    });
    void window.loadURL(options.page.url(place));
    return window;
  };

  const closeTestCustomers = (): void => {
    // Left alone they would be a part of the app that looks like the whole of it.
    for (const testCustomer of testCustomers.values()) testCustomer.close();
  };
  const putAway = (window: BrowserWindow, how: Exclude<Closing, 'close'>): void => {
    if (how === 'stay') return;
    closeTestCustomers();
    if (how === 'hide') window.hide();
    else window.minimize();
    habits?.onClosed(how);
  };
  const openConsole = (place: string, appear: (window: BrowserWindow) => void): BrowserWindow => {
    const window = open(place, { ...FIRST_SIZE, minWidth: 760, minHeight: 480 }, (made, { memory }) => {
      // Maximizing shows a window, so it waits until it may be seen.
      if (memory.place()?.maximized === true) made.maximize();
      appear(made);
    });
    void settled.promise.then(({ memory }) => putBack(window, memory));
    window.webContents.on('did-finish-load', () => {
      void settled.promise.then(({ memory }) => zoom(window, memory));
      for (const [name, news] of unsent) window.webContents.send('desktop:news', name, news);
      unsent.clear();
    });
    window.on('close', (event) => {
      if (habits === undefined) return;
      remember(window, habits.memory);
      const closing = habits.closing();
      if (closing === 'close') return;
      event.preventDefault();
      if (typeof closing === 'string') putAway(window, closing);
      else
        void closing.then(
          (decided) => window.isDestroyed() || (decided === 'close' ? window.close() : putAway(window, decided)),
        );
    });
    window.on('focus', () => {
      window.flashFrame(false);
      habits?.onFocused();
    });
    window.once('closed', () => {
      console = undefined;
      closeTestCustomers();
      habits?.onClosed('close');
    });
    return window;
  };
  const tellConsole: Tell = (name, news) => {
    if (console === undefined || console.webContents.isLoadingMainFrame()) unsent.set(name, news);
    else console.webContents.send('desktop:news', name, news);
  };
  const tellAll: Tell = (name, news) => {
    for (const window of all) window.webContents.send('desktop:news', name, news);
  };

  return {
    /** tells how windows are kept; until then they load out of sight */
    settle: (known: WindowHabits): void => {
      habits = known;
      settled.resolve(known);
    },
    /** opens the console's window, or brings it to the front; at this place, or where it is */
    showConsole: (place?: string): void => {
      if (console === undefined) {
        console = openConsole(place ?? '/', (window) => window.show());
        return;
      }
      if (place !== undefined) tellConsole('place', place);
      bringToFront(console);
    },
    /** opens it small, for a start that nobody should notice where there is no tray to wait in */
    openMinimised: (): void => {
      console ??= openConsole('/', (window) => window.minimize());
    },
    /** puts a window that is out of sight back into it, without taking the focus; false: it was in reach */
    bringBack: (): boolean => {
      if (console?.isVisible() === true || console?.isMinimized() === true) return false;
      if (console === undefined) console = openConsole('/', (window) => window.showInactive());
      else console.showInactive();
      return true;
    },
    /** whether the console's window has the focus */
    isWatched: (): boolean => console?.isFocused() === true && console.isVisible() && !console.isMinimized(),
    /** the console's window asks for attention, where it has not the focus: by its place on the task bar or the dock; false: no longer */
    callAttention: (wanted: boolean): void => {
      if (console !== undefined && !(wanted && console.isFocused())) console.flashFrame(wanted);
    },
    showTestCustomer: (channelId: string): void => {
      const known = testCustomers.get(channelId);
      if (known !== undefined) return bringToFront(known);
      const place = `/test-customer?channel=${encodeURIComponent(channelId)}`;
      const window = open(place, { ...TEST_CUSTOMER_SIZE, minWidth: 320, minHeight: 400 }, () => window.show());
      testCustomers.set(channelId, window);
      window.once('closed', () => testCustomers.delete(channelId));
    },
    /** says something to the console's page; as soon as there is one */
    tellConsole,
    tellAll,
    has: (contents: WebContents): boolean => [...all].some((window) => window.webContents === contents),
  };
}

/** Makes a window for a page of ours, out of sight. */
export function makeWindow(
  { preload, spellcheck }: WindowOptions,
  shape: BrowserWindowConstructorOptions,
): BrowserWindow {
  return new BrowserWindow({
    ...shape,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1b1a18' : '#fbfaf8',
    webPreferences: {
      preload,
      spellcheck,
      // What was compiled is kept from the first time on, not from the third.
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

function putBack(window: BrowserWindow, memory: WindowMemory): void {
  const remembered = memory.place();
  const bounds = remembered && reachableBounds(remembered.bounds, workAreas());
  if (bounds !== undefined && !window.isDestroyed()) window.setBounds(bounds);
}

function zoom(window: BrowserWindow, memory: WindowMemory): void {
  if (!window.isDestroyed()) window.webContents.setZoomLevel(memory.zoomLevel());
}

function remember(window: BrowserWindow, memory: WindowMemory): void {
  memory.remember({
    place: { bounds: window.getNormalBounds(), maximized: window.isMaximized() },
    zoomLevel: window.webContents.getZoomLevel(),
  });
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  // The screen it stood on may have been taken away while it was hidden.
  if (reachableBounds(window.getBounds(), workAreas()) === undefined) window.center();
  window.show();
  window.focus();
}
