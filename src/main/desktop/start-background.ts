import {
  app,
  clipboard,
  dialog,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
  type WebContents,
} from 'electron';
import Store from 'electron-store';
import type { Logger } from 'pino';
import { hostname } from 'node:os';
import type { SeatStatus } from '#shared/contract/desktop.ts';
import { systemClock as clock } from '#main/clock/clock.ts';
import { askOf } from './ask-engine.ts';
import { describeForReport, systemFacts } from './diagnostics.ts';
import { createFailureGuard } from './failure-guard.ts';
import { failureReason } from '#main/engine/engine.ts';
import { createFileOpener, createForeignMarker, markDownloads } from './files/open-file.ts';
import { createLoginItem, startsHidden } from './login-item.ts';
import type { Installation, InstallationOptions } from './installation.ts';
import { createJoining } from './joining.ts';
import { SEATS_FILE } from './seats.ts';
import { relaunchApp } from './faults.ts';
import { startNotifications } from './notifications/notifications.ts';
import { createStoredFile, openPreferences, storedFileOptions } from './preferences.ts';
import { createCatchUpWatch, createReading, startKeepAwake, startPresenceWatch } from './presence/presence.ts';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { applyChosenLanguage, t } from './texts.ts';
import type { Front } from './start-desktop.ts';
import { startTray } from './tray/tray.ts';
import { openPackagedUpdater, startUpdates } from './updates/updates.ts';
import { answerConsole, createControls, reconcileLoginItem } from './windows/ipc.ts';
import { setMenu } from './windows/menu.ts';
import { createReplyWindow } from './windows/reply-window.ts';
import { createHints, createWindowMemory } from './windows/window-memory.ts';
import type { Closing } from './windows/windows.ts';

/** Milliseconds the engine may take to stop; a hung invisible process would block the next start. */
const STOP_LIMIT = 20_000;
/** Milliseconds until the inbox is on screen, generously. */
const FIRST_PAINT = 500;
/** Milliseconds a closing window waits to find out whether there is a tray. */
const BUS_TIMEOUT = 2000;

/** Starts the engine and all around it in order, and arranges how they end; from then on windows may be shown. */
export async function startBackground(front: Front) {
  const { logFile, quitting, folder, windows } = front;
  const { isQuitting } = quitting;
  const { log } = logFile;
  const storedFile = (name: string) =>
    createStoredFile(folder, name, () => new Store({ ...storedFileOptions, cwd: folder, name }));
  const preferences = openPreferences({ file: storedFile('desktop'), log });
  const applyLanguage = (): Promise<void> =>
    applyChosenLanguage({ preferences, wanted: app.getPreferredSystemLanguages(), log });
  await applyLanguage();
  const hidden = startsHidden(app, process.argv, preferences);
  const vault = await createSafeStorageVault({ safeStorage, folder });
  /** told of the seat's state once the tray is there */
  let onSeat = (_seat: SeatStatus): void => undefined;
  const installation = await startInstallation({ front, vault, storedFile, onSeat: (seat) => onSeat(seat) });
  const { engine } = installation;
  const { operatorId } = engine;
  const own = { operatorId, ask: askOf(engine), bus: engine.bus };

  // The D-Bus code is large, so load it after the first paint; earlier for a hidden start or a closing window.
  const calmed = Promise.withResolvers<void>();
  if (hidden) calmed.resolve();
  else clock.after(FIRST_PAINT, calmed.resolve);
  void calmed.promise.then(installation.calmed);
  const memory = createWindowMemory(new Store({ cwd: folder, name: 'window', clearInvalidConfig: true }));
  const tellOnce = createHints(memory, () => windows.showConsole());
  const statusChanged = (): void => windows.tellAll('status', undefined);
  const replyWindow = createReplyWindow(front.pages, () => tray.bounds());
  const shownWindows = {
    showConsole: windows.showConsole,
    showReply: replyWindow.show,
    callAttention: windows.callAttention,
    isWatched: windows.isWatched,
    ring: () => windows.tellConsole('ring', undefined),
  };
  const tray = startTray({
    ...own,
    calm: calmed.promise,
    preferences,
    windows: shownWindows,
    quit: () => app.quit(),
    onAvailable: statusChanged,
    onLost: () => {
      if (!isQuitting() && windows.bringBack()) tellOnce('tray_lost');
    },
    log,
    clock,
  });
  onSeat = (seat) => {
    statusChanged();
    tray.setSeat(seat);
  };
  if (installation.seat !== undefined) onSeat(installation.seat.status());
  let isTrayKnown = false;
  const trayKnown = tray.ready.then(() => {
    isTrayKnown = true;
  });
  const reading = createReading();
  const notifications = startNotifications({
    ...own,
    calm: calmed.promise,
    preferences,
    windows: shownWindows,
    isReading: reading.isReading,
    clock,
    log,
  });
  const updates = startUpdates({
    openUpdater: () => openPackagedUpdater(app, log),
    preferences,
    log,
    clock,
    onStatus: statusChanged,
  });
  const markForeign = createForeignMarker({ platform: process.platform, now: clock.wall });
  const files = createFileOpener({
    media: engine.media,
    temporary: app.getPath('temp'),
    openPath: (path) => shell.openPath(path),
    markForeign,
  });
  const stopMarking = markDownloads(session.defaultSession, markForeign);
  const loginItem = createLoginItem(app, process.env);
  try {
    reconcileLoginItem(loginItem, preferences);
  } catch (error) {
    log.warn({ err: error }, 'could not update the start at login');
  }
  const controls = createControls({
    preferences,
    loginItem,
    vault,
    reading,
    tray,
    updates,
    notifications,
    replyWindow,
    microphone: front.microphone,
    files,
    version: app.getVersion(),
    showConsole: windows.showConsole,
    openTestCustomer: windows.showTestCustomer,
    showBackup: installation.showBackup,
    seat: installation.seat,
    joining: createJoining({
      vault,
      file: storedFile(SEATS_FILE),
      isSeat: installation.seat !== undefined,
      hasChannels: async () => (await own.ask('channels.list', {})).channels.length > 0,
      deviceName: hostname(),
      restart: () => relaunchApp(quitting.quitNow),
    }),
    diagnostics: (status) =>
      describeForReport({
        about: installation.about,
        status,
        environment: () => systemFacts(app, screen),
        lastLogLines: logFile.lastLines,
        wall: clock.wall,
      }),
  });
  const showMenu = (): void =>
    setMenu({
      showConsole: windows.showConsole,
      copyDiagnostics: () => void controls.diagnostics().then(copyForReport),
    });
  showMenu();
  const stopSpeaking = preferences.onChange((now, before) => {
    statusChanged();
    if (now.language !== before.language)
      void applyLanguage().then(() => {
        showMenu();
        tray.redraw();
      });
  });
  const catchUp = createCatchUpWatch({ ...own, clock, onReturn: (said) => windows.tellConsole('catchUp', said) });
  const answers = answerConsole({
    engine,
    isWindow: (contents: WebContents) => windows.has(contents) || replyWindow.has(contents),
    controls,
    log,
  });
  const closingSync = (): Closing => {
    if (isQuitting() || !preferences.current().closeToTray) return 'close';
    return tray.available ? 'hide' : 'minimise';
  };
  const closing = (): Closing | Promise<Closing> => {
    const now = closingSync();
    if (now !== 'minimise' || isTrayKnown) return now;
    calmed.resolve();
    return Promise.race([trayKnown, new Promise<void>((resolve) => void clock.after(BUS_TIMEOUT, resolve))]).then(
      closingSync,
    );
  };
  const failures = createFailureGuard({
    ...own,
    askPerson: (box) => dialog.showMessageBox(box),
    show: windows.showConsole,
    log,
  });
  quitting.guard(() => {
    const may = failures.mayLeave('quit');
    return may === true ? installation.mayLeave() : may.then((decided) => decided && installation.mayLeave());
  });
  /** Where closing the last window quits, colleagues are asked about while there still is a window. */
  const beforeClosing = (how: Closing): Closing | Promise<Closing> => {
    if (how !== 'close' || isQuitting() || process.platform === 'darwin') return how;
    const may = installation.mayLeave();
    if (may === true) return how;
    return may.then((decided) => {
      if (decided) quitting.quitNow();
      return 'stay';
    });
  };
  windows.settle({
    memory,
    closing: () => {
      // Anyone who quits has already been asked.
      const mayClose = isQuitting() || failures.mayLeave('close');
      if (mayClose !== true) return mayClose.then(async (may) => (may ? beforeClosing(await closing()) : 'stay'));
      const how = closing();
      return typeof how === 'string' ? beforeClosing(how) : how.then(beforeClosing);
    },
    onFocused: notifications.watched,
    onClosed: (how) => {
      if (how === 'hide') tellOnce('in_tray');
      // Show nothing that may be wrong until it is known.
      else if (how === 'minimise' && isTrayKnown) tellOnce('no_tray');
      else if (how === 'close' && process.platform !== 'darwin' && !isQuitting()) app.quit();
    },
  });
  const stops = [
    tray.stop,
    updates.stop,
    files.stop,
    stopMarking,
    stopSpeaking,
    catchUp.stop,
    failures.stop,
    answers.stop,
    startKeepAwake({ ...own, isHost: installation.seat === undefined, preferences, blocker: powerSaveBlocker }),
    startPresenceWatch({
      power: powerMonitor,
      preferences,
      clock,
      setPresent: engine.setPresent,
      onLeft: catchUp.left,
      onBack: catchUp.back,
    }),
  ];
  const stopSurviving = installation.handleFaults(tray.setProblem);
  stopBeforeQuitting(log, async () => {
    front.closeGate();
    for (const stop of stops.toReversed()) stop();
    engine.setPresent(false);
    await notifications.stop();
    await installation.stop();
    await front.unlock();
    stopSurviving();
  });
  return {
    answers,
    /** this start waits in the tray */
    hidden,
    /** whether the desktop shows tray icons, once that is known */
    hasTray: (): Promise<boolean> => tray.ready.then(() => tray.available),
  };
}

async function copyForReport(text: string): Promise<void> {
  await clipboard.writeText(text);
  await dialog.showMessageBox({
    type: 'info',
    title: 'Counterbell',
    message: t('desktop:diagnostics.copied'),
    detail: t('desktop:diagnostics.detail'),
  });
}

async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { seat, store } = options.front;
  if (seat !== undefined) {
    const { openSeat } = await import('./seat-installation.ts');
    return openSeat(options, seat);
  }
  const { startOwnInstallation } = await import('./own-installation.ts');
  return startOwnInstallation(options, store);
}

/** Quitting waits for the engine; the windows are already closed. */
function stopBeforeQuitting(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (code: number, reason: string): void => {
    log.info(reason);
    app.exit(code);
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    clock.after(STOP_LIMIT, () => end(1, 'the engine took too long to stop'));
    stop().then(
      () => end(0, 'stopped'),
      (error: unknown) => {
        process.stderr.write(`Counterbell did not stop cleanly: ${failureReason(error)}.\n`);
        end(1, `did not stop cleanly: ${failureReason(error)}`);
      },
    );
  });
}
