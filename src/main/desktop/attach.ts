import { app, dialog, powerSaveBlocker, shell } from 'electron';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { OwnEngine } from './ask-engine.ts';
import { createFailureGuard } from './leaving.ts';
import { createFileOpener } from './files/open-file.ts';
import type { Installation } from './installation.ts';
import { announceChats } from './notifications/announcer.ts';
import type { Notifications } from './notifications/notifications.ts';
import { createCatchUpWatch, createReading, startKeepAwake } from './presence/presence.ts';
import { createControls, type DesktopParts } from './windows/ipc.ts';
import type { ReplyWindow } from './windows/reply-window.ts';
import type { Windows } from './windows/windows.ts';

interface AttachOptions extends DesktopParts {
  readonly own: OwnEngine & { readonly operatorId: string };
  readonly windows: Windows;
  readonly replyWindow: ReplyWindow;
  readonly notifications: Notifications;
  readonly markForeign: (file: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Connects the installation with windows, notifications and presence. */
export function attachInstallation(installation: Installation, options: AttachOptions) {
  const { engine, seat } = installation;
  const { own, windows, replyWindow, notifications, preferences, clock, log } = options;
  const reading = createReading();
  const files = createFileOpener({
    media: engine.media,
    temporary: app.getPath('temp'),
    openPath: (path) => shell.openPath(path),
    markForeign: options.markForeign,
  });
  const announcer = announceChats({
    ...own,
    presenter: notifications.presenter,
    preferences,
    windows: {
      showConsole: windows.showConsole,
      showReply: replyWindow.show,
      callAttention: windows.callAttention,
      isWatched: windows.isWatched,
      ring: () => {
        if (notifications.maySound()) windows.tellConsole('ring', undefined);
      },
    },
    isReading: reading.isReading,
    clock,
    log,
  });
  const failures = createFailureGuard({
    ...own,
    askPerson: (box) => dialog.showMessageBox(box),
    show: windows.showConsole,
    log,
  });
  const catchUp = createCatchUpWatch({ ...own, clock, onReturn: (missed) => windows.tellConsole('catchUp', missed) });
  const controls = createControls({
    ...options,
    installation,
    reading,
    files,
    showConsole: windows.showConsole,
    endPage: windows.endPage,
  });
  const stops = [
    files.stop,
    catchUp.stop,
    failures.stop,
    notifications.onUse(announcer.use),
    announcer.stop,
    startKeepAwake({
      ...own,
      clock,
      isHost: seat === undefined,
      preferences,
      blocker: powerSaveBlocker,
      failed: (error) => log.warn({ err: error }, 'whether the computer may sleep could not be asked'),
    }),
  ];
  return {
    controls,
    /** its console got the focus */
    watched: announcer.watched,
    left: catchUp.left,
    back: catchUp.back,
    mayLeave: failures.mayLeave,
    stop: (): void => {
      for (const stop of stops.toReversed()) stop();
      engine.setPresent(false);
    },
  };
}
