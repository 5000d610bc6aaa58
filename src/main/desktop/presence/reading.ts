import { BrowserWindow, type WebContents } from 'electron';

/** Which chats are on the screen, as the pages say. */
export interface Reading {
  readonly set: (contents: WebContents, chatId: string | null) => void;
  /** whether somebody has this chat before them: shown in the window they are in */
  readonly isReading: (chatId: string) => boolean;
}

/** What a page shows is forgotten with the page. */
export function createReading(): Reading {
  const shown = new Map<WebContents, string>();

  const heed = (contents: WebContents): void => {
    const forget = (): void => void shown.delete(contents);
    contents.on('render-process-gone', forget);
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) forget();
    });
    contents.once('destroyed', () => {
      forget();
      heeded.delete(contents);
    });
  };
  const heeded = new Set<WebContents>();

  return {
    set: (contents, chatId) => {
      if (!heeded.has(contents)) {
        heeded.add(contents);
        heed(contents);
      }
      if (chatId === null) shown.delete(contents);
      else shown.set(contents, chatId);
    },
    isReading: (chatId) => [...shown].some(([contents, shownId]) => shownId === chatId && isInFront(contents)),
  };
}

function isInFront(contents: WebContents): boolean {
  const window = BrowserWindow.fromWebContents(contents);
  return window !== null && window.isFocused() && window.isVisible() && !window.isMinimized();
}
