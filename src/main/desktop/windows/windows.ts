import {
  BrowserWindow,
  nativeTheme,
  screen,
  WebContentsView,
  type BrowserWindowConstructorOptions,
  type WebContents,
  type WebPreferences,
} from 'electron';
import type { DesktopEvents } from '#shared/contract/desktop.ts';
import type { WindowMemory } from './window-memory.ts';
import { type Bounds, reachableBounds } from './window-bounds.ts';
import { createShopPages, keepNews, type ShopPages, type UnsentNews } from './console-window.ts';
import type { ConsolePages } from './console-gate.ts';

const FIRST_SIZE = { width: 1280, height: 820 } as const;
const TEST_CUSTOMER_SIZE = { width: 420, height: 720 } as const;

/** What closing the console's window does: hides it, minimizes it, closes it, or nothing. */
export type Closing = 'hide' | 'minimise' | 'close' | 'stay';

export interface WindowOptions {
  readonly pages: ConsolePages;
  /** path of the built preload */
  readonly preload: string;
  /** whether dictionaries are available */
  readonly spellcheck: boolean;
}

/** How closing works, known once the engine runs. */
export interface WindowHabits {
  readonly memory: WindowMemory;
  /** a promise until it is known whether there is a tray, or while the user is asked */
  readonly closing: () => Closing | Promise<Closing>;
  /** the console's window got the focus, or shows another shop */
  readonly onFocused: (shop: string) => void;
  /** shops whose pages have something to send: they are loaded too */
  readonly unsentIn: () => readonly string[];
  /** another shop is shown than before */
  readonly onShown: (shop: string) => void;
  /** the console's window was hidden or closed */
  readonly onClosed: (closing: Closing) => void;
}

export type Windows = ReturnType<typeof createWindows>;

/** The desktop's windows: one console with a page for each shop, and one test customer per channel. `shop`: shown first. */
export function createWindows(options: WindowOptions, shop: string) {
  const all = new Set<BrowserWindow>();
  const testCustomers = new Map<string, BrowserWindow>();
  const unsent: UnsentNews = new Map();
  /** shops that want the window to ask for attention */
  const calling = new Set<string>();
  const settled = Promise.withResolvers<WindowHabits>();
  let habits: WindowHabits | undefined;
  let console: { readonly window: BrowserWindow; readonly shops: ShopPages } | undefined;
  let shown = shop;

  const open = (
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
    return window;
  };

  const closeTestCustomers = (ofShop = ''): void => {
    // Alone they would look like the whole app.
    for (const [key, testCustomer] of testCustomers) if (key.startsWith(ofShop)) testCustomer.close();
  };
  const hideOrMinimize = (window: BrowserWindow, how: Exclude<Closing, 'close'>): void => {
    if (how === 'stay') return;
    closeTestCustomers();
    if (how === 'hide') window.hide();
    else window.minimize();
    habits?.onClosed(how);
  };
  const openConsole = (place: string, appear: (window: BrowserWindow) => void): void => {
    const window = open({ ...FIRST_SIZE, minWidth: 760, minHeight: 480 }, (made, { memory }) => {
      // Maximizing shows a window, so it waits until it may be visible.
      if (memory.place()?.maximized === true) made.maximize();
      appear(made);
    });
    void settled.promise.then(({ memory }) => {
      const remembered = memory.place();
      const bounds = remembered && reachableBounds(remembered.bounds, workAreas());
      if (bounds !== undefined && !window.isDestroyed()) window.setBounds(bounds);
    });
    const shops = createShopPages(window, {
      addresses: options.pages,
      shop: shown,
      place,
      makeView: () => makeView(options),
      onLoaded: (contents) =>
        void settled.promise.then(({ memory }) => {
          if (!contents.isDestroyed()) contents.setZoomLevel(memory.zoomLevel());
        }),
      unsent,
    });
    void settled.promise.then(({ unsentIn }) => {
      if (!window.isDestroyed()) unsentIn().forEach(shops.load);
    });
    window.on('close', (event) => {
      if (habits === undefined) return;
      habits.memory.remember({
        place: { bounds: window.getNormalBounds(), maximized: window.isMaximized() },
        zoomLevel: shops.zoomLevel(),
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
      habits?.onFocused(shown);
    });
    window.once('closed', () => {
      console = undefined;
      closeTestCustomers();
      habits?.onClosed('close');
    });
    console = { window, shops };
  };
  const pages = (): ReadonlySet<WebContents> =>
    new Set([...(console?.shops.all() ?? []), ...[...all].map(({ webContents }) => webContents)]);
  const isFocused = (): boolean =>
    console?.window.isFocused() === true && console.window.isVisible() && !console.window.isMinimized();
  const select = (wanted: string, place?: string): void => {
    const isOther = wanted !== shown;
    shown = wanted;
    console?.shops.show(wanted, place);
    if (!isOther) return;
    habits?.onShown(wanted);
    if (isFocused()) habits?.onFocused(wanted);
  };

  return {
    /** sets how windows close; until then they load hidden */
    settle: (known: WindowHabits): void => {
      habits = known;
      settled.resolve(known);
    },
    /** opens the console's window or brings it to the front: the shop shown last or another, on this page or where it is */
    showConsole: (place?: string, wanted = shown): void => {
      select(wanted, place);
      if (console === undefined) openConsole(place ?? '/', (window) => window.show());
      else bringToFront(console.window);
    },
    /** opens it minimized, for a hidden start without a tray */
    openMinimised: (): void => {
      if (console === undefined) openConsole('/', (window) => window.minimize());
    },
    /** shows a hidden or closed window again without taking the focus; false: it was within reach */
    bringBack: (): boolean => {
      if (console?.window.isVisible() === true || console?.window.isMinimized() === true) return false;
      if (console === undefined) openConsole('/', (window) => window.showInactive());
      else console.window.showInactive();
      return true;
    },
    /** whether the console's window has the focus and shows this shop */
    isWatched: (asked: string): boolean => asked === shown && isFocused(),
    /** makes the console's window ask for attention on the taskbar or dock unless it has the focus; false: no longer for this shop */
    callAttention: (by: string, wanted: boolean): void => {
      if (wanted) calling.add(by);
      else calling.delete(by);
      if (console === undefined || (wanted ? console.window.isFocused() : calling.size > 0)) return;
      console.window.flashFrame(wanted);
    },
    showTestCustomer: (of: string, channelId: string): void => {
      const key = `${of} ${channelId}`;
      const known = testCustomers.get(key);
      if (known !== undefined) return bringToFront(known);
      const window = open({ ...TEST_CUSTOMER_SIZE, minWidth: 320, minHeight: 400 }, () => window.show());
      void window.loadURL(options.pages.url(of, `/test-customer?channel=${encodeURIComponent(channelId)}`));
      testCustomers.set(key, window);
      window.once('closed', () => testCustomers.delete(key));
    },
    /** sends the console's page of a shop a message once there is a page */
    tellConsole: <N extends keyof DesktopEvents>(to: string, name: N, data: DesktopEvents[N]): void => {
      if (console === undefined) keepNews(unsent, to, name, data);
      else console.shops.send(to, name, data);
    },
    tellAll: (name: keyof DesktopEvents): void => {
      for (const contents of pages()) contents.send('desktop:news', name, undefined);
    },
    /** ends the pages of a shop that was left, and shows the next one instead of it, if there is one */
    leave: (left: string, next: string | undefined): void => {
      if (shown === left && next !== undefined) select(next);
      closeTestCustomers(`${left} `);
      console?.shops.drop(left);
      calling.delete(left);
    },
    /** the shop that the console shows, or will */
    shown: (): string => shown,
    has: (contents: WebContents): boolean => pages().has(contents),
  };
}

/** Creates a hidden window for one of our pages. */
export function makeWindow(options: WindowOptions, shape: BrowserWindowConstructorOptions): BrowserWindow {
  return new BrowserWindow({
    ...shape,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: ground(),
    webPreferences: pagePreferences(options),
  });
}

/** Creates a page that is not in a window yet. */
function makeView(options: WindowOptions): WebContentsView {
  const view = new WebContentsView({ webPreferences: pagePreferences(options) });
  view.setBackgroundColor(ground());
  return view;
}

/** What is seen until a page is drawn. */
function ground(): string {
  return nativeTheme.shouldUseDarkColors ? '#1b1a18' : '#fbfaf8';
}

function pagePreferences({ preload, spellcheck }: WindowOptions): WebPreferences {
  return {
    preload,
    spellcheck,
    // Cache compiled code from the first run on, instead of from the third.
    v8CacheOptions: 'bypassHeatCheck',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  };
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
