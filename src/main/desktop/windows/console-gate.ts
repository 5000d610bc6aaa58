import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';

/** The console's address on the desktop; windows never show anything else. */
export const consoleScheme = 'app';

/** The host in the address of this computer's own installation; a seat's pages have one of their own (`hostOfSeat`). */
export const consoleHost = 'counterbell';

/** The source of the windows' pages: the built renderer, or the development server of `npm run dev`. */
export interface ConsolePages {
  /** address of a page of the console (`/`, `/chat/7`) */
  readonly url: (path: string) => string;
  /** true for the console's addresses; windows never show another, and it gets no answer */
  readonly isConsolePage: (url: string) => boolean;
}

/**
 * `host`: in the pages' address, this installation's own, so that it shares no storage with another that this app was or
 * will be. `developmentServer`: address of Vite's server; undefined in a build.
 */
export function createConsolePages(host: string, developmentServer: string | undefined): ConsolePages {
  const origin = developmentServer === undefined ? `${consoleScheme}://${host}` : new URL(developmentServer).origin;
  const own = new URL(origin);
  return {
    url: (path) => (developmentServer === undefined ? `${origin}/index.html#${path}` : `${origin}/#${path}`),
    // The origin of a custom scheme reads as "null", so compare its parts.
    isConsolePage: (url) => {
      if (!URL.canParse(url)) return false;
      const { protocol, host: asked, username, password } = new URL(url);
      return username === '' && password === '' && protocol === own.protocol && asked === own.host;
    },
  };
}

/** Calls `gone` whenever a page ends (navigates, reloads, crashes or closes), and `closed` after the last. */
export function whenPageGoes(contents: WebContents, onGone: () => void, closed: () => void): void {
  contents.on('render-process-gone', onGone);
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) onGone();
  });
  contents.once('destroyed', () => {
    onGone();
    closed();
  });
}

/** IPC channels open to pages. */
const CHANNELS = ['console:request', 'console:subscribe', 'console:unsubscribe', 'desktop:call'] as const;

/** Answers pages' calls. */
export interface ConsoleAnswers {
  /** true if these contents belong to our window */
  readonly isWindow: (contents: WebContents) => boolean;
  /** answers pages' requests below `/media/` */
  readonly media: (request: Request) => Promise<Response>;
  /** by channel; the arguments are the page's */
  readonly on: Readonly<
    Record<(typeof CHANNELS)[number], (contents: WebContents, ...args: readonly unknown[]) => unknown>
  >;
}

/**
 * Lets pages call from now on. A call made before the engine runs waits for its answer, so that the page can load
 * meanwhile. Returns how to stop.
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
    ipc.handle(channel, async (event, ...args: readonly unknown[]) => {
      const { sender } = event;
      const mayAsk = isFromConsole(event, pages);
      const { isWindow, on } = await answers;
      if (!mayAsk || sender.isDestroyed() || !isWindow(sender)) throw new Error('This page may not ask');
      return on[channel](sender, ...args);
    });
  }
  return () => {
    for (const channel of CHANNELS) ipc.removeHandler(channel);
  };
}

/** Only the main frame of a page showing the console. */
function isFromConsole({ sender, senderFrame }: IpcMainInvokeEvent, pages: ConsolePages): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && pages.isConsolePage(senderFrame.url);
}
