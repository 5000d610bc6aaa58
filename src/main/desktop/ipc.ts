import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { z } from 'zod';
import { desktopPreferencesChange } from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { Engine } from '#main/engine/engine.ts';
import type { ConsolePage } from './console-page.ts';
import type { Controls } from './controls.ts';

export interface IpcOptions {
  readonly engine: Engine;
  readonly page: ConsolePage;
  /** whether these contents are those of a window of ours */
  readonly isWindow: (contents: WebContents) => boolean;
  readonly openTestCustomer: (channelId: string) => void;
  readonly controls: Controls;
}

const shownChat = z.string().max(64).nullable();
const chatId = z.string().min(1).max(64);

/** Lets the windows' pages ask the engine and hear its events. Returns how to stop. */
export function serveConsole(options: IpcOptions): () => void {
  const { engine, controls } = options;
  const channels: string[] = [];
  const operatorId = engine.operators.first().id;
  const subscriptions = createSubscriptions((send) => engine.subscribe(operatorId, send));

  const handle = <A extends readonly unknown[]>(channel: string, answer: (contents: WebContents, ...args: A) => unknown): void => {
    channels.push(channel);
    ipcMain.handle(channel, (event, ...args) => {
      if (!isTrusted(event, options)) throw new Error('This page may not ask');
      return answer(event.sender, ...(args as unknown as A));
    });
  };

  handle('console:request', async (_contents, route: unknown, input: unknown): Promise<Answer> => asOverHttp(await engine.request(operatorId, String(route), input)));
  handle('console:subscribe', (contents, subscription: unknown) => subscriptions.open(contents, Number(subscription)));
  handle('console:unsubscribe', (contents, subscription: unknown) => subscriptions.close(contents, Number(subscription)));
  handle('desktop:open-test-customer', (_contents, channelId: unknown) => options.openTestCustomer(String(channelId)));

  handle('desktop:status', () => controls.status());
  handle('desktop:change', (_contents, change: unknown) => controls.change(desktopPreferencesChange.parse(change)));
  handle('desktop:test-notification', () => controls.testNotification());
  handle('desktop:open-system-settings', () => controls.openSystemSettings());
  handle('desktop:diagnostics', () => controls.diagnostics());
  handle('desktop:check-for-updates', () => controls.checkForUpdates());
  handle('desktop:reading', (contents, shown: unknown) => controls.reading(contents, shownChat.parse(shown)));
  handle('desktop:open-chat', (_contents, asked: unknown) => controls.openChat(chatId.parse(asked)));
  handle('desktop:close-reply-window', () => controls.closeReplyWindow());

  return () => {
    for (const channel of channels) ipcMain.removeHandler(channel);
    subscriptions.closeAll();
  };
}

/** The same answer as on the other transport, where what is undefined is absent. */
function asOverHttp(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer;
}

/** Only the main frame of a window of ours, showing the console. */
function isTrusted({ sender, senderFrame }: IpcMainInvokeEvent, { page, isWindow }: IpcOptions): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isWindow(sender) && page.owns(senderFrame.url);
}

interface Subscriptions {
  readonly open: (contents: WebContents, subscription: number) => void;
  readonly close: (contents: WebContents, subscription: number) => void;
  readonly closeAll: () => void;
}

/** A page's subscriptions end with the page: when it goes elsewhere, is loaded anew, crashes or closes. */
function createSubscriptions(subscribe: (onFrame: (frame: string) => void) => () => void): Subscriptions {
  const open = new Map<WebContents, Map<number, () => void>>();

  const closePage = (contents: WebContents): void => {
    for (const stop of open.get(contents)?.values() ?? []) stop();
    open.get(contents)?.clear();
  };

  const pageOf = (contents: WebContents): Map<number, () => void> => {
    const known = open.get(contents);
    if (known !== undefined) return known;
    const made = new Map<number, () => void>();
    open.set(contents, made);
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) closePage(contents);
    });
    contents.on('render-process-gone', () => closePage(contents));
    contents.once('destroyed', () => {
      closePage(contents);
      open.delete(contents);
    });
    return made;
  };

  return {
    open: (contents, subscription) => {
      const page = pageOf(contents);
      page.get(subscription)?.();
      page.set(subscription, subscribe(sending(contents, subscription)));
    },
    close: (contents, subscription) => {
      open.get(contents)?.get(subscription)?.();
      open.get(contents)?.delete(subscription);
    },
    closeAll: () => {
      for (const contents of open.keys()) closePage(contents);
    },
  };
}

function sending(contents: WebContents, subscription: number): (frame: string) => void {
  return (frame) => {
    if (!contents.isDestroyed()) contents.send('console:events', subscription, frame);
  };
}
