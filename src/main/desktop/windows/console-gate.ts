import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';

/** The console's own address on the desktop; nothing else is ever shown in a window. */
export const consoleScheme = 'app';

export const consoleHost = 'counterbell';

/** Where the windows' pages come from: the built renderer, or the development server of `npm run dev`. */
export interface ConsolePage {
  /** address of the page at a place in it (`/`, `/test-customer?channel=7`) */
  readonly url: (place: string) => string;
  /** whether an address belongs to the console: the only one that windows may show and that may ask the engine */
  readonly owns: (url: string) => boolean;
}

/** `developmentServer`: address of Vite's server; undefined in a build. */
export function createConsolePage(developmentServer: string | undefined): ConsolePage {
  const base = developmentServer ?? `${consoleScheme}://${consoleHost}/index.html`;
  const { protocol, host } = new URL(base);
  return {
    url: (place) => `${base}#${place}`,
    // The origin of a scheme of our own reads as "null", so its parts are compared.
    owns: (url) => {
      if (!URL.canParse(url)) return false;
      const asked = new URL(url);
      return asked.protocol === protocol && asked.host === host && asked.username === '' && asked.password === '';
    },
  };
}

/** Calls `gone` each time that a page ends: it goes elsewhere, is loaded anew, crashes or closes; and `closed` after the last. */
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

/** What pages may ask for. */
const CHANNELS = ['console:request', 'console:subscribe', 'console:unsubscribe', 'desktop:call'] as const;

/** What answers a page, a function for each channel; the arguments are what the page said. */
export interface ConsoleAnswers {
  /** whether these contents are those of a window of ours */
  readonly isWindow: (contents: WebContents) => boolean;
  /** answers what pages ask below `/media/` */
  readonly media: (request: Request) => Promise<Response>;
  readonly on: Readonly<
    Record<(typeof CHANNELS)[number], (contents: WebContents, ...said: readonly unknown[]) => unknown>
  >;
}

/**
 * Lets pages ask from now on. A page that asks before the engine runs waits for its answer, so that it may load
 * meanwhile. Returns how to stop.
 */
export function openConsoleGate(options: {
  readonly ipc: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly page: ConsolePage;
  readonly answers: Promise<ConsoleAnswers>;
}): () => void {
  const { ipc, page, answers } = options;
  // Who waits for an answer hears of the failure; without anybody waiting it is no fault of its own.
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

/** Only the main frame of a page that shows the console. */
function isTrusted({ sender, senderFrame }: IpcMainInvokeEvent, page: ConsolePage): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && page.owns(senderFrame.url);
}
