import { app, dialog, powerSaveBlocker, shell } from 'electron';
import type { Logger } from 'pino';
import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { Clock } from '#main/clock/clock.ts';
import { askOf } from './ask-engine.ts';
import { createFailureGuard } from './leaving.ts';
import { createFileOpener } from './files/open-file.ts';
import type { Installation } from './installation.ts';
import { announceChats } from './notifications/announcer.ts';
import type { Notifications } from './notifications/shared-notifications.ts';
import { createCatchUpWatch, createReading, startKeepAwake } from './presence/presence.ts';
import type { Tray } from './tray/tray.ts';
import { answerShop, createControls, type SharedControls } from './windows/ipc.ts';
import type { ReplyWindow } from './windows/reply-window.ts';
import type { Windows } from './windows/windows.ts';

/** What the installations of this app share. */
interface AttachOptions extends SharedControls {
  readonly windows: Windows;
  readonly replyWindow: ReplyWindow;
  readonly tray: Tray;
  readonly notifications: Notifications;
  /** gives up the seat with this id */
  readonly leave: (id: string) => Promise<void>;
  readonly markForeign: (file: string) => Promise<void>;
  /** whether somebody is at this computer, when it is known */
  readonly isPresent: () => boolean | undefined;
  /** how many replies and notes the shop's page kept when it was last heard */
  readonly unsentBefore: (id: string) => number;
  /** what pages are told of the app has changed */
  readonly onStatus: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** An installation with its part in windows, tray and notifications. */
export type Attached = ReturnType<typeof attachInstallation>;

/** Connects an installation with what this app has once: its windows, tray and notifications. */
export function attachInstallation(installation: Installation, options: AttachOptions) {
  const { id, engine, seat } = installation;
  const { windows, replyWindow, preferences, clock, log, onStatus } = options;
  const ask = askOf(engine);
  const own = { operatorId: engine.operatorId, ask, bus: engine.bus };
  let unsent = options.unsentBefore(id);

  const reading = createReading();
  const files = createFileOpener({
    media: engine.media,
    temporary: app.getPath('temp'),
    openPath: (path) => shell.openPath(path),
    markForeign: options.markForeign,
  });
  const tray = options.tray.add({ id, own, seat: seat?.status, onWaiting: onStatus });
  const showConsole = (place?: string): void => windows.showConsole(place, id);
  const notices = options.notifications.of({ id, name: seat && (() => seat.status().shop) });
  const announcer = announceChats({
    ...own,
    presenter: notices.presenter,
    preferences,
    windows: {
      showConsole,
      showReply: (chatId) => replyWindow.show(id, chatId),
      callAttention: (wanted) => windows.callAttention(id, wanted),
      isWatched: () => windows.isWatched(id),
      ring: () => {
        if (options.notifications.maySound()) windows.tellConsole(id, 'ring', undefined);
      },
    },
    isReading: reading.isReading,
    clock,
    log,
  });
  const failures = createFailureGuard({
    ...own,
    askPerson: (box) => dialog.showMessageBox(box),
    show: showConsole,
    log,
  });
  const catchUp = createCatchUpWatch({ ...own, clock, onReturn: (said) => windows.tellConsole(id, 'catchUp', said) });
  const controls = createControls(options, {
    id,
    reading,
    files,
    showConsole,
    openTestCustomer: (channelId) => windows.showTestCustomer(id, channelId),
    showBackup: installation.showBackup,
    leave: () => options.leave(id),
    readKey: async () => {
      const isRead = (await seat?.readKey()) ?? false;
      if (isRead) showConsole();
      return isRead;
    },
    setUnsent: (count) => {
      if (count === unsent) return;
      unsent = count;
      onStatus();
    },
  });
  const answers = answerShop({ engine, controls, log });
  const stops = [
    tray.stop,
    files.stop,
    catchUp.stop,
    failures.stop,
    notices.onUse(announcer.use),
    announcer.stop,
    answers.stop,
    startKeepAwake({ ...own, isHost: seat === undefined, preferences, blocker: powerSaveBlocker }),
  ];
  const present = options.isPresent();
  if (present !== undefined) engine.setPresent(present);
  return {
    id,
    answers,
    /** undefined: this computer's own installation */
    seat: (): SeatStatus | undefined => seat && { id, ...seat.status(), waiting: tray.waiting(), unsent },
    about: installation.about,
    diagnostics: controls.diagnostics,
    ask,
    setPresent: engine.setPresent,
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
