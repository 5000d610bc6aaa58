import type { BrowserWindow, View, WebContents, WebContentsView } from 'electron';
import type { DesktopEvents } from '#shared/contract/desktop.ts';
import type { ConsolePages } from './console-gate.ts';

/** The console of one shop in the window. */
interface ShopPage {
  readonly contents: WebContents;
  readonly view: View;
}

/** The latest news of each kind, by shop. */
export type UnsentNews = Map<string, Map<keyof DesktopEvents, unknown>>;

/** Keeps news for a page that is not there yet. */
export function keepNews(unsent: UnsentNews, shop: string, name: keyof DesktopEvents, data: unknown): void {
  const ofShop = unsent.get(shop) ?? new Map<keyof DesktopEvents, unknown>();
  unsent.set(shop, ofShop.set(name, data));
}

export type ShopPages = ReturnType<typeof createShopPages>;

/**
 * The pages in the console's window: one for each shop that was opened, of which one is seen. The others go on hidden:
 * their place and what is written stay, and what they have to send goes out. The window's own page is the first shop's.
 */
export function createShopPages(
  window: BrowserWindow,
  options: {
    readonly addresses: ConsolePages;
    /** the first shop, and the place it opens on */
    readonly shop: string;
    readonly place: string;
    readonly makeView: () => WebContentsView;
    readonly onLoaded: (contents: WebContents) => void;
    /** news by shop that no page could be told yet */
    readonly unsent: UnsentNews;
  },
) {
  const { addresses, unsent } = options;
  const pages = new Map<string, ShopPage>();
  const own: ShopPage = { contents: window.webContents, view: window.contentView };
  let shown = options.shop;
  let seen = own;

  const add = (shop: string, page: ShopPage, place: string): void => {
    const { contents } = page;
    pages.set(shop, page);
    contents.on('did-finish-load', () => {
      if (contents.isDestroyed()) return;
      options.onLoaded(contents);
      for (const [name, data] of unsent.get(shop) ?? []) contents.send('desktop:news', name, data);
      unsent.delete(shop);
    });
    contents.on('page-title-updated', (_event, title) => {
      if (shop === shown) window.setTitle(title);
    });
    void contents.loadURL(addresses.url(shop, place));
  };
  const make = (shop: string, place: string): void => {
    const view = options.makeView();
    add(shop, { contents: view.webContents, view }, place);
  };
  const put = (page: ShopPage): void => {
    seen = page;
    window.setContentView(page.view);
    page.contents.focus();
    window.setTitle(page.contents.getTitle());
  };
  const send = <N extends keyof DesktopEvents>(shop: string, name: N, data: DesktopEvents[N]): void => {
    const contents = pages.get(shop)?.contents;
    if (contents === undefined || contents.isLoadingMainFrame()) {
      keepNews(unsent, shop, name, data);
    } else {
      contents.send('desktop:news', name, data);
    }
  };

  add(options.shop, own, options.place);
  // With the window, Electron shows and focuses the window's own page.
  window.on('show', () => {
    if (seen === own) return;
    window.setContentView(own.view);
    put(seen);
  });
  window.on('focus', () => {
    if (seen !== own) seen.contents.focus();
  });
  window.on('page-title-updated', (event) => {
    if (seen !== own) event.preventDefault();
  });
  window.once('closed', () => {
    for (const { contents } of pages.values()) if (!contents.isDestroyed()) contents.close();
  });
  return {
    /** the shop that is seen */
    shown: (): string => shown,
    /** shows a shop's page, on this place or where it is */
    show: (shop: string, place?: string): void => {
      if (!pages.has(shop)) make(shop, place ?? '/');
      else if (place !== undefined) send(shop, 'place', place);
      shown = shop;
      const page = pages.get(shop);
      if (page !== undefined && page !== seen) put(page);
    },
    /** loads a shop's page without showing it */
    load: (shop: string): void => {
      if (!pages.has(shop)) make(shop, '/');
    },
    /** ends a shop's page */
    drop: (shop: string): void => {
      const page = pages.get(shop);
      pages.delete(shop);
      unsent.delete(shop);
      if (page === own) void own.contents.loadURL('about:blank');
      else page?.contents.close();
    },
    send,
    /** Chromium's, of the page that is seen */
    zoomLevel: (): number => seen.contents.getZoomLevel(),
    all: (): readonly WebContents[] => [...pages.values()].map(({ contents }) => contents),
  };
}
