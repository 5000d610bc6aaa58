import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import type { ConsolePage } from './console-page.ts';
import { reachableBounds, type WindowPlace } from './window-place.ts';

const FIRST_SIZE = { width: 1280, height: 820 } as const;
const TEST_CUSTOMER_SIZE = { width: 420, height: 720 } as const;

export interface WindowOptions {
  readonly page: ConsolePage;
  /** path of the built preload */
  readonly preload: string;
  readonly rememberedPlace: () => WindowPlace | undefined;
  readonly rememberPlace: (place: WindowPlace) => void;
}

export interface Windows {
  /** opens the console's window, or brings it to the front */
  readonly showConsole: () => void;
  readonly showTestCustomer: (channelId: string) => void;
  readonly has: (contents: WebContents) => boolean;
}

/** The desktop's windows: one console, and a test customer a channel. */
export function createWindows(options: WindowOptions): Windows {
  const all = new Set<BrowserWindow>();
  const testCustomers = new Map<string, BrowserWindow>();
  let console: BrowserWindow | undefined;

  const open = (place: string, shape: BrowserWindowConstructorOptions): BrowserWindow => {
    const window = new BrowserWindow({
      ...shape,
      show: false,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1b1a18' : '#fbfaf8',
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        // Dictionaries would be fetched from somebody else's server.
        spellcheck: false,
      },
    });
    all.add(window);
    window.once('closed', () => all.delete(window));
    window.once('ready-to-show', () => window.show());
    void window.loadURL(options.page.url(place));
    return window;
  };

  const openConsole = (): BrowserWindow => {
    const place = options.rememberedPlace();
    const bounds = place && reachableBounds(place.bounds, screen.getAllDisplays().map(({ workArea }) => workArea));
    const window = open('/', { ...(bounds ?? FIRST_SIZE), minWidth: 760, minHeight: 480 });
    if (place?.maximized === true) window.maximize();
    window.on('close', () => options.rememberPlace({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }));
    window.once('closed', () => {
      console = undefined;
      // Left alone they would keep an app running that nobody can get at.
      for (const testCustomer of testCustomers.values()) testCustomer.close();
    });
    return window;
  };

  return {
    showConsole: () => {
      if (console === undefined) console = openConsole();
      else bringToFront(console);
    },
    showTestCustomer: (channelId) => {
      const known = testCustomers.get(channelId);
      if (known !== undefined) return bringToFront(known);
      const window = open(`/test-customer?channel=${encodeURIComponent(channelId)}`, { ...TEST_CUSTOMER_SIZE, minWidth: 320, minHeight: 400 });
      testCustomers.set(channelId, window);
      window.once('closed', () => testCustomers.delete(channelId));
    },
    has: (contents) => [...all].some((window) => window.webContents === contents),
  };
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
