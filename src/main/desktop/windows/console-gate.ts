import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';

/** The console's address on the desktop; windows never show anything else. */
export const consoleScheme = 'app';

/** The host in the address of this computer's own installation; a seat's pages have one of their own. */
export const consoleHost = 'counterbell';

/** The source of the windows' pages: the built renderer, or the development server of `npm run dev`. */
export interface ConsolePages {
  /** address of a page of a shop's console (`/`, `/test-customer?channel=7`) */
  readonly url: (shop: string, place: string) => string;
  /** whose console an address belongs to; undefined: nobody's, so windows never show it and it gets no answer */
  readonly shopOf: (url: string) => string | undefined;
}

/**
 * A shop's pages have a host of their own, its id: they share neither storage nor an engine with another's.
 * `developmentServer`: address of Vite's server, which has one host for all; undefined in a build.
 */
export function createConsolePages(developmentServer: string | undefined): ConsolePages {
  const development = developmentServer === undefined ? undefined : new URL(developmentServer);
  return {
    url: (shop, place) =>
      development === undefined
        ? `${consoleScheme}://${shop}/index.html#${place}`
        : `${development.origin}/?shop=${shop}#${place}`,
    // The origin of a custom scheme reads as "null", so compare its parts.
    shopOf: (url) => {
      if (!URL.canParse(url)) return undefined;
      const { protocol, host, username, password, searchParams } = new URL(url);
      if (username !== '' || password !== '') return undefined;
      const isOurs =
        development === undefined
          ? protocol === `${consoleScheme}:`
          : protocol === development.protocol && host === development.host;
      const shop = development === undefined ? host : (searchParams.get('shop') ?? consoleHost);
      return isOurs && SHOP_ID.test(shop) ? shop : undefined;
    },
  };
}

/** Of this computer's own installation, or of a seat (`hostOfSeat`). */
const SHOP_ID = /^(?:counterbell|shop-[0-9a-f]{32})$/;

/** Calls `gone` whenever a page ends (navigates, reloads, crashes or closes), and `closed` after the last. */
export function whenPageGoes(contents: WebContents, gone: () => void, closed: () => void): void {
  contents.on('render-process-gone', gone);
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) gone();
  });
  contents.once('destroyed', () => {
    gone();
    closed();
  });
}

/** What pages may call. */
const CHANNELS = ['console:request', 'console:subscribe', 'console:unsubscribe', 'desktop:call'] as const;

/** Answers to the pages of one shop. */
export interface ShopAnswers {
  /** answers pages' requests below `/media/` */
  readonly media: (request: Request) => Promise<Response>;
  /** by channel; the arguments are the page's */
  readonly on: Readonly<
    Record<(typeof CHANNELS)[number], (contents: WebContents, ...said: readonly unknown[]) => unknown>
  >;
}

/** Who answers pages' calls. */
export interface ConsoleAnswers {
  /** whether these contents belong to our window */
  readonly isWindow: (contents: WebContents) => boolean;
  /** for the pages of this shop alone; undefined: this app has no such shop (any more) */
  readonly of: (shop: string) => ShopAnswers | undefined;
}

/**
 * Lets pages call from now on: each reaches the shop whose address it has, and no other. A call made before the engine
 * runs waits for its answer, so that the page can load meanwhile. Returns how to stop.
 */
export function openConsoleGate(options: {
  readonly ipc: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly pages: ConsolePages;
  readonly answers: Promise<ConsoleAnswers>;
}): () => void {
  const { ipc, pages, answers } = options;
  // Callers get the failure; without one it is not an unhandled rejection.
  answers.catch(() => undefined);
  for (const channel of CHANNELS) {
    ipc.handle(channel, async (event, ...said: readonly unknown[]) => {
      const { sender } = event;
      const shop = shopOfCaller(event, pages);
      const { isWindow, of } = await answers;
      const found = shop === undefined ? undefined : of(shop);
      if (found === undefined || sender.isDestroyed() || !isWindow(sender)) throw new Error('This page may not ask');
      return found.on[channel](sender, ...said);
    });
  }
  return () => {
    for (const channel of CHANNELS) ipc.removeHandler(channel);
  };
}

/** Only for the main frame of a page showing a console. */
function shopOfCaller({ sender, senderFrame }: IpcMainInvokeEvent, pages: ConsolePages): string | undefined {
  return senderFrame !== null && senderFrame === sender.mainFrame ? pages.shopOf(senderFrame.url) : undefined;
}
