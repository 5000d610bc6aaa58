import type { WebContents } from 'electron';
import type { Logger } from 'pino';
import {
  desktopCalls,
  type DesktopCallName,
  type DesktopInput,
  type DesktopOutput,
  type DesktopPreferencesChange,
  type DesktopStatus,
} from '#shared/contract/desktop.ts';
import type { OperatorEngine } from '#main/engine/engine.ts';
import { whenPageGoes, type ConsoleAnswers } from './console-gate.ts';
import { chatPath } from '../links.ts';
import type { Installation } from '../installation.ts';
import type { Joining } from '../joining.ts';
import type { LoginItem } from '../login-item.ts';
import type { FileOpener } from '../files/open-file.ts';
import type { Preferences } from '../preferences.ts';
import type { SystemVault } from '../safe-storage-vault.ts';
import type { Microphone } from './guard.ts';
import type { ReplyWindow } from './reply-window.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Tray } from '../tray/tray.ts';
import type { Updates } from '../updates/updates.ts';
import { answerFromMedia } from '../files/app-protocol.ts';
import type { Reading } from '../presence/presence.ts';

/** Parts of the desktop app exposed to pages. */
export interface DesktopParts {
  readonly preferences: Preferences;
  readonly loginItem: LoginItem;
  readonly vault: SystemVault;
  readonly version: string;
  readonly tray: Pick<Tray, 'available'>;
  readonly notifications: Pick<Notifications, 'test' | 'hasSystemSettings' | 'openSystemSettings'>;
  readonly updates: Pick<Updates, 'status' | 'check'>;
  readonly replyWindow: Pick<ReplyWindow, 'close'>;
  readonly microphone: Pick<Microphone, 'wish'>;
  readonly joining: Joining;
  readonly diagnostics: (status: () => DesktopStatus) => Promise<string>;
}

/** Parts of the installation exposed to its pages. */
interface InstallationParts {
  readonly installation: Pick<Installation, 'seat' | 'showBackup'>;
  readonly reading: Reading;
  readonly files: Pick<FileOpener, 'open'>;
  readonly showConsole: (path: string) => void;
  readonly endPage: (contents: WebContents) => void;
}

/** Handles one call of a page, whose contents come with its arguments. */
type DesktopHandler<N extends DesktopCallName> = (
  input: DesktopInput<N>,
  contents: WebContents,
) => DesktopOutput<N> | Promise<DesktopOutput<N>>;

export type Controls = ReturnType<typeof createControls>;

/** Handles pages' calls to the desktop. */
export function createControls(options: DesktopParts & InstallationParts) {
  const { preferences, loginItem, vault, version, tray, notifications, updates, replyWindow } = options;
  const { seat, showBackup } = options.installation;
  const status = (): DesktopStatus => ({
    preferences: preferences.current(),
    platform: process.platform === 'win32' ? 'windows' : process.platform === 'darwin' ? 'mac' : 'linux',
    version,
    hasTray: tray.available,
    hasSystemSettings: notifications.hasSystemSettings(),
    vault: { backend: vault.backend, weak: vault.weak },
    update: updates.status(),
    ...(seat && { seat: seat.status() }),
  });
  return {
    status,
    /** throws if the system refuses, changing nothing */
    change: (change: DesktopPreferencesChange) => {
      // The system first, so that the preference never differs from it.
      const before = preferences.current();
      const { startAtLogin = before.startAtLogin } = change;
      if (startAtLogin !== before.startAtLogin) setLoginItem(loginItem, startAtLogin);
      preferences.change(change);
      return status();
    },
    testNotification: notifications.test,
    openSystemSettings: notifications.openSystemSettings,
    diagnostics: () => options.diagnostics(status),
    checkForUpdates: async () => {
      await updates.check();
      return status();
    },
    reading: (chatId: string | null, contents: WebContents) => options.reading.set(contents, chatId),
    openChat: (chatId: string) => {
      replyWindow.close();
      options.showConsole(chatPath(chatId));
    },
    closeReplyWindow: replyWindow.close,
    endPage: (_input: undefined, contents: WebContents) => options.endPage(contents),
    useMicrophone: (_input: undefined, contents: WebContents) => options.microphone.wish(contents),
    openFile: options.files.open,
    showBackup,
    lookAtInvitation: options.joining.look,
    join: options.joining.join,
    leaveShop: async () => seat?.leave(),
    readKey: async () => (await seat?.readKey()) ?? false,
  } satisfies { readonly [N in DesktopCallName]: DesktopHandler<N> };
}

function setLoginItem(item: LoginItem, startAtLogin: boolean): void {
  if (startAtLogin) item.set();
  else if (item.isSet()) item.clear();
}

/**
 * Reconciles the preference with the system at a start: an item the owner removed in the system's settings stays
 * removed, and an existing one is updated to the program's current path.
 */
export function reconcileLoginItem(item: LoginItem, preferences: Preferences): void {
  const { startAtLogin } = preferences.current();
  if (startAtLogin && item.isSet()) item.set();
  else if (startAtLogin) preferences.change({ startAtLogin: false });
}

/** Handles pages' calls to the engine and the app, and forwards the engine's events. Calls to the app wait for `controls`. */
export function answerPages({
  engine,
  controls,
  log,
}: {
  readonly engine: OperatorEngine;
  readonly controls: Promise<Controls>;
  readonly log: Pick<Logger, 'error'>;
}): Pick<ConsoleAnswers, 'media' | 'on'> & { readonly stop: () => void } {
  /** Unsubscribe functions of each page, whose subscriptions end with it. */
  const open = new Map<WebContents, Map<unknown, () => void>>();
  const closePage = (contents: WebContents): void => {
    for (const stop of open.get(contents)?.values() ?? []) stop();
    open.get(contents)?.clear();
  };
  const close = (contents: WebContents, subscription: unknown): void => {
    open.get(contents)?.get(subscription)?.();
    open.get(contents)?.delete(subscription);
  };
  const subscribe = (contents: WebContents, subscription: unknown): void => {
    if (!open.has(contents)) {
      open.set(contents, new Map());
      whenPageGoes(
        contents,
        () => closePage(contents),
        () => open.delete(contents),
      );
    }
    close(contents, subscription);
    const stop = engine.subscribe((frame) => {
      if (contents.isDestroyed()) return;
      try {
        contents.send('console:events', subscription, frame);
      } catch (error) {
        // The page notices the gap in the numbering and reloads everything.
        log.error({ err: error, events: frame.map(({ name }) => name) }, 'events could not be sent to a window');
      }
    });
    open.get(contents)?.set(subscription, stop);
  };
  return {
    media: (request) => answerFromMedia(engine, request),
    on: {
      'console:request': (_contents, route, input) => engine.request(String(route), input),
      'console:subscribe': subscribe,
      'console:unsubscribe': close,
      'desktop:call': async (contents, name, input) => {
        if (!isDesktopCall(name)) throw new Error('The desktop has no such call');
        const handler = (await controls)[name] as DesktopHandler<DesktopCallName>;
        return handler(desktopCalls[name].input.parse(input), contents);
      },
    },
    stop: () => {
      for (const contents of open.keys()) closePage(contents);
    },
  };
}

function isDesktopCall(name: unknown): name is DesktopCallName {
  return typeof name === 'string' && Object.hasOwn(desktopCalls, name);
}
