import type { WebContents } from 'electron';
import { z } from 'zod';
import { desktopPreferencesChange } from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { Engine } from '#main/engine/engine.ts';
import type { ConsoleAnswers } from './console-gate.ts';
import { answerFromMedia } from '../files/media-protocol.ts';
import type { Controls } from '../controls.ts';

export interface IpcOptions {
  readonly engine: Engine;
  /** whether these contents are those of a window of ours */
  readonly isWindow: (contents: WebContents) => boolean;
  readonly openTestCustomer: (channelId: string) => void;
  readonly controls: Controls;
}

const shownChat = z.string().max(64).nullable();
const chatId = z.string().min(1).max(64);
const fileUrl = z.string().max(4096);
const backupName = z.string().max(200);

/** Answers what the windows' pages ask of the engine and of the app, and passes its events on. */
export function answerConsole(options: IpcOptions): ConsoleAnswers & { readonly stop: () => void } {
  const { engine, controls, isWindow } = options;
  const operatorId = engine.operators.first().id;
  const subscriptions = createSubscriptions((send) => engine.subscribe(operatorId, send));
  return {
    isWindow,
    media: (request) => answerFromMedia(engine, request),
    on: {
      'console:request': async (_contents, route, input): Promise<Answer> =>
        asOverHttp(await engine.request(operatorId, String(route), input)),
      'console:subscribe': (contents, subscription) => subscriptions.open(contents, Number(subscription)),
      'console:unsubscribe': (contents, subscription) => subscriptions.close(contents, Number(subscription)),
      'desktop:open-test-customer': (_contents, channelId) => options.openTestCustomer(String(channelId)),

      'desktop:status': () => controls.status(),
      'desktop:change': (_contents, change) => controls.change(desktopPreferencesChange.parse(change)),
      'desktop:test-notification': () => controls.testNotification(),
      'desktop:open-system-settings': () => controls.openSystemSettings(),
      'desktop:diagnostics': () => controls.diagnostics(),
      'desktop:check-for-updates': () => controls.checkForUpdates(),
      'desktop:reading': (contents, shown) => controls.reading(contents, shownChat.parse(shown)),
      'desktop:open-chat': (_contents, asked) => controls.openChat(chatId.parse(asked)),
      'desktop:close-reply-window': () => controls.closeReplyWindow(),
      'desktop:use-microphone': (contents) => controls.useMicrophone(contents),
      'desktop:open-file': (_contents, url) => controls.openFile(fileUrl.parse(url)),
      'desktop:show-backup': (_contents, name) => controls.showBackup(backupName.parse(name)),
    },
    stop: subscriptions.closeAll,
  };
}

/** The same answer as on the other transport, where what is undefined is absent. */
function asOverHttp(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer;
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
