import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import type { ConsolePage } from './console-page.ts';
import type { WindowMemory } from './window-memory.ts';
import { reachableBounds, type Bounds } from './window-place.ts';

const FIRST_SIZE = { width: 1280, height: 820 } as const;
const TEST_CUSTOMER_SIZE = { width: 420, height: 720 } as const;

/** Where the console's window goes when it is closed: out of sight, into the task bar, or for good. */
export type Closing = 'hide' | 'minimise' | 'close';

export interface WindowOptions {
  readonly page: ConsolePage;
  /** path of the built preload */
  readonly preload: string;
  readonly memory: WindowMemory;
  /** whether dictionaries are at hand */
  readonly spellcheck: boolean;
  readonly closing: () => Closing;
  /** the console's window was put away, or closed for good */
  readonly onClosed: (closing: Closing) => void;
}

export interface Windows {
  /** opens the console's window, or brings it to the front; at this place, or where it is */
  readonly showConsole: (place?: string) => void;
  /** opens it small, for a start that nobody should notice where there is no tray to wait in */
  readonly openMinimised: () => void;
  readonly showTestCustomer: (channelId: string) => void;
  /** says something to the console's page; as soon as there is one */
  readonly tellConsole: (channel: string, said: unknown) => void;
  readonly tellAll: (channel: string) => void;
  readonly has: (contents: WebContents) => boolean;
}

/** The desktop's windows: one console, and a test customer a channel. */
export function createWindows(options: WindowOptions): Windows {
  const all = new Set<BrowserWindow>();
  const testCustomers = new Map<string, BrowserWindow>();
  const untold = new Map<string, unknown>();
  let console: BrowserWindow | undefined;

  const open = (place: string, shape: BrowserWindowConstructorOptions, appear: (window: BrowserWindow) => void): BrowserWindow => {
    const window = new BrowserWindow({ ...shape, ...looks(), webPreferences: pagePreferences(options) });
    all.add(window);
    window.once('closed', () => all.delete(window));
    window.once('ready-to-show', () => appear(window));
    void window.loadURL(options.page.url(place));
    return window;
  };

  const closeTestCustomers = (): void => {
    // Left alone they would be a part of the app that looks like the whole of it.
    for (const testCustomer of testCustomers.values()) testCustomer.close();
  };
  const openConsole = (place: string, appear: (window: BrowserWindow) => void): BrowserWindow => {
    const remembered = options.memory.place();
    const bounds = remembered && reachableBounds(remembered.bounds, workAreas());
    const window = open(place, { ...(bounds ?? FIRST_SIZE), minWidth: 760, minHeight: 480 }, appear);
    if (remembered?.maximized === true) window.maximize();
    window.webContents.on('did-finish-load', () => {
      window.webContents.setZoomLevel(options.memory.zoomLevel());
      for (const [channel, said] of untold) window.webContents.send(channel, said);
      untold.clear();
    });
    window.on('close', (event) => {
      remember(window, options.memory);
      const closing = options.closing();
      if (closing === 'close') return;
      event.preventDefault();
      closeTestCustomers();
      if (closing === 'hide') window.hide();
      else window.minimize();
      options.onClosed(closing);
    });
    window.once('closed', () => {
      console = undefined;
      closeTestCustomers();
      options.onClosed('close');
    });
    return window;
  };
  const tellConsole = (channel: string, said: unknown): void => {
    if (console === undefined || console.webContents.isLoadingMainFrame()) untold.set(channel, said);
    else console.webContents.send(channel, said);
  };

  return {
    showConsole: (place) => {
      if (console === undefined) {
        console = openConsole(place ?? '/', (window) => window.show());
        return;
      }
      if (place !== undefined) tellConsole('desktop:place', place);
      bringToFront(console);
    },
    openMinimised: () => {
      console ??= openConsole('/', (window) => window.minimize());
    },
    showTestCustomer: (channelId) => {
      const known = testCustomers.get(channelId);
      if (known !== undefined) return bringToFront(known);
      const place = `/test-customer?channel=${encodeURIComponent(channelId)}`;
      const window = open(place, { ...TEST_CUSTOMER_SIZE, minWidth: 320, minHeight: 400 }, () => window.show());
      testCustomers.set(channelId, window);
      window.once('closed', () => testCustomers.delete(channelId));
    },
    tellConsole,
    tellAll: (channel) => {
      for (const window of all) window.webContents.send(channel);
    },
    has: (contents) => [...all].some((window) => window.webContents === contents),
  };
}

function looks(): BrowserWindowConstructorOptions {
  return { show: false, autoHideMenuBar: true, backgroundColor: nativeTheme.shouldUseDarkColors ? '#1b1a18' : '#fbfaf8' };
}

function pagePreferences({ preload, spellcheck }: WindowOptions): Electron.WebPreferences {
  return { preload, spellcheck, sandbox: true, contextIsolation: true, nodeIntegration: false };
}

function workAreas(): readonly Bounds[] {
  return screen.getAllDisplays().map(({ workArea }) => workArea);
}

function remember(window: BrowserWindow, memory: WindowMemory): void {
  memory.remember({ place: { bounds: window.getNormalBounds(), maximized: window.isMaximized() }, zoomLevel: window.webContents.getZoomLevel() });
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  // The screen it stood on may have been taken away while it was hidden.
  if (reachableBounds(window.getBounds(), workAreas()) === undefined) window.center();
  window.show();
  window.focus();
}
