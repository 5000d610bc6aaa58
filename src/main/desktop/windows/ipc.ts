import type { WebContents } from 'electron';
import { desktopCalls, type DesktopCallName } from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { Engine } from '#main/engine/engine.ts';
import type { ConsoleAnswers } from './console-gate.ts';
import { answerFromMedia } from '../files/media-protocol.ts';
import type { Controls, DesktopHandler } from '../controls.ts';

export interface IpcOptions {
  readonly engine: Engine;
  /** whether these contents are those of a window of ours */
  readonly isWindow: (contents: WebContents) => boolean;
  readonly controls: Controls;
}

/** Answers what the windows' pages ask of the engine and of the app, and passes its events on. */
export function answerConsole(options: IpcOptions): ConsoleAnswers & { readonly stop: () => void } {
  const { engine, controls, isWindow } = options;
  const operatorId = engine.operators.first().id;
  const subscriptions = createSubscriptions((send) => engine.subscribe(operatorId, send));
  return {
    isWindow,
    media: (request) => answerFromMedia(engine, request),
    on: {
      'console:request': (_contents, route, input): Promise<Answer> => engine.request(operatorId, String(route), input),
      'console:subscribe': (contents, subscription) => subscriptions.open(contents, Number(subscription)),
      'console:unsubscribe': (contents, subscription) => subscriptions.close(contents, Number(subscription)),
      'desktop:call': (contents, name, input) => callDesktop(controls, contents, String(name), input),
    },
    stop: subscriptions.closeAll,
  };
}

function callDesktop(controls: Controls, contents: WebContents, name: string, input: unknown): unknown {
  if (!isDesktopCall(name)) throw new Error('The desktop has no such call');
  const handler = controls[name] as DesktopHandler<DesktopCallName>;
  return handler(desktopCalls[name].input.parse(input), contents);
}

function isDesktopCall(name: string): name is DesktopCallName {
  return Object.hasOwn(desktopCalls, name);
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
