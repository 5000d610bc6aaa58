import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';

/** The console's address on the desktop; windows never show anything else. */
export const consoleScheme = 'app';

/** The host in the address of this computer's own installation; a seat's pages have one of their own. */
export const consoleHost = 'counterbell';

/** The source of the windows' pages: the built renderer, or the development server of `npm run dev`. */
export interface ConsolePage {
  /** host of its address: pages of another one share neither storage nor an engine with these */
  readonly host: string;
  /** address of a page of the console (`/`, `/test-customer?channel=7`) */
  readonly url: (place: string) => string;
  /** whether an address belongs to the console, the only one that windows may show and that may call the engine */
  readonly owns: (url: string) => boolean;
}

/** `developmentServer`: address of Vite's server, whose pages are all of one host; undefined in a build. */
export function createConsolePage(developmentServer: string | undefined, ownHost: string): ConsolePage {
  const base = developmentServer ?? `${consoleScheme}://${ownHost}/index.html`;
  const { protocol, host } = new URL(base);
  return {
    host,
    url: (place) => `${base}#${place}`,
    // The origin of a custom scheme reads as "null", so compare its parts.
    owns: (url) => {
      if (!URL.canParse(url)) return false;
      const asked = new URL(url);
      return asked.protocol === protocol && asked.host === host && asked.username === '' && asked.password === '';
    },
  };
}

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

/** Handlers for pages' calls by channel; the arguments are the page's. */
export interface ConsoleAnswers {
  /** whether these contents belong to our window */
  readonly isWindow: (contents: WebContents) => boolean;
  /** answers pages' requests below `/media/` */
  readonly media: (request: Request) => Promise<Response>;
  readonly on: Readonly<
    Record<(typeof CHANNELS)[number], (contents: WebContents, ...said: readonly unknown[]) => unknown>
  >;
}

/**
 * Lets pages call from now on. A call made before the engine runs waits for its answer, so that the page can load
 * meanwhile. Returns how to stop.
 */
export function openConsoleGate(options: {
  readonly ipc: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly page: ConsolePage;
  readonly answers: Promise<ConsoleAnswers>;
}): () => void {
  const { ipc, page, answers } = options;
  // Callers get the failure; without one it is not an unhandled rejection.
  answers.catch(() => undefined);
  for (const channel of CHANNELS) {
    ipc.handle(channel, async (event, ...said: readonly unknown[]) => {
      const { sender } = event;
      const trusted = isTrusted(event, page);
      const { isWindow, on } = await answers;
      if (!trusted || sender.isDestroyed() || !isWindow(sender)) throw new Error('This page may not ask');
      return on[channel](sender, ...said);
    });
  }
  return () => {
    for (const channel of CHANNELS) ipc.removeHandler(channel);
  };
}

/** Accepts only the main frame of a page showing the console. */
function isTrusted({ sender, senderFrame }: IpcMainInvokeEvent, page: ConsolePage): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && page.owns(senderFrame.url);
}
