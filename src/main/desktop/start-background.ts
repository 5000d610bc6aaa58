import { app, clipboard, dialog, powerMonitor, safeStorage, screen, session } from 'electron';
import Store from 'electron-store';
import type { Logger } from 'pino';
import { hostname } from 'node:os';
import { setTimeout as passing } from 'node:timers/promises';
import type { DesktopStatus } from '#shared/contract/desktop.ts';
import { systemClock as clock } from '#main/clock/clock.ts';
import { askOf } from './ask-engine.ts';
import { attachInstallation } from './attach.ts';
import { describeForReport, systemFacts } from './diagnostics.ts';
import { failureReason, type OperatorEngine } from '#main/engine/engine.ts';
import { createForeignMarker, markDownloads } from './files/open-file.ts';
import { createLoginItem, startsHidden } from './login-item.ts';
import type { Installation, InstallationOptions } from './installation.ts';
import { createJoining } from './joining.ts';
import { SEAT_FILE } from './seat-id.ts';
import { openSeatStore, type SeatStore } from './stored-seat.ts';
import { relaunchApp } from './faults.ts';
import { connectSessionBus } from './session-bus.ts';
import { startNotifications } from './notifications/notifications.ts';
import { createStoredFile, openPreferences, storedFileOptions } from './preferences.ts';
import { startPresenceWatch } from './presence/presence.ts';
import { whenDecided } from './quitting.ts';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { applyChosenLanguage, t } from './texts.ts';
import type { DesktopContext } from './desktop-context.ts';
import { startTray } from './tray/tray.ts';
import { openPackagedUpdater, startUpdates } from './updates/updates.ts';
import { type ConsoleAnswers, consoleScheme } from './windows/console-gate.ts';
import { answerPages, type Controls, reconcileLoginItem } from './windows/ipc.ts';
import { setMenu } from './windows/menus.ts';
import { createReplyWindow } from './windows/reply-window.ts';
import { createHints, createWindowMemory } from './windows/window-memory.ts';
import type { Closing } from './windows/windows.ts';

/** Milliseconds the engine may take to stop; a hung invisible process would block the next start. */
const STOP_LIMIT = 20_000;
/** Milliseconds until the inbox is on screen, generously. */
const FIRST_PAINT = 500;
/** Milliseconds that a page with its first answers has this process, and the processor, for itself. */
const FIRST_SCREEN = 250;
/** Milliseconds a closing window waits to find out whether there is a tray. */
const BUS_TIMEOUT = 2000;

/**
 * Starts the engine and all around it in order, and arranges how they end. `onAnswers`: pages can be answered, and
 * windows may be shown.
 */
export async function startBackground(context: DesktopContext, onAnswers: (answers: ConsoleAnswers) => void) {
  const { logFile, quitting, folder, windows } = context;
  const { isQuitting } = quitting;
  const { log } = logFile;
  const storedFile = (name: string) =>
    createStoredFile(folder, name, () => new Store({ ...storedFileOptions, cwd: folder, name }));
  const preferences = openPreferences({ file: storedFile('desktop'), log });
  const applyLanguage = (): Promise<void> =>
    applyChosenLanguage({ preferences, wanted: app.getPreferredSystemLanguages(), log });
  await applyLanguage();
  const hidden = startsHidden(app, process.argv);
  // Its code loads while the database opens.
  if (context.store !== undefined) await context.program.loadEngine();
  // It makes a key, which without a database counts as what is left of a shop.
  await context.store?.catch(() => undefined);
  const vault = await createSafeStorageVault({ safeStorage, folder });
  const seatStore = openSeatStore(storedFile(SEAT_FILE), log);
  const restart: InstallationOptions['restart'] = async (left) => {
    if (left !== undefined) {
      windows.endPages();
      await session.defaultSession
        .clearStorageData({ origin: `${consoleScheme}://${left}` })
        .catch((error: unknown) => log.warn({ err: error }, 'what the pages of a shop kept could not be deleted'));
    }
    relaunchApp(quitting.quitNow);
  };
  const memory = createWindowMemory(new Store({ cwd: folder, name: 'window', clearInvalidConfig: true }));
  const replyWindow = createReplyWindow(context.pages, () => tray.bounds(), clock);
  const controls = Promise.withResolvers<Controls>();
  // Whoever waits for them is told why the app does not start.
  controls.promise.catch(() => undefined);
  let stopAnswering = (): void => undefined;
  const onOpened = async (opened: OperatorEngine): Promise<void> => {
    const { stop, ...answers } = answerPages({ engine: opened, controls: controls.promise, log });
    stopAnswering = stop;
    onAnswers({ ...answers, isWindow: (contents) => windows.has(contents) || replyWindow.has(contents) });
    windows.place(memory);
    if (!hidden) await passing(FIRST_SCREEN);
  };
  const installation = await startInstallation({ context, vault, storedFile, onOpened, restart }, seatStore);
  const { engine, seat } = installation;
  const own = { operatorId: engine.operatorId, ask: askOf(engine), bus: engine.bus };

  // The D-Bus code is large, so load it after the first paint; earlier for a hidden start or a closing window.
  const calmed = Promise.withResolvers<void>();
  if (hidden) calmed.resolve();
  else clock.after(FIRST_PAINT, calmed.resolve);
  void calmed.promise.then(installation.calmed);
  const sessionBus = calmed.promise.then(() => (process.platform === 'linux' ? connectSessionBus(log) : undefined));
  const tellOnce = createHints(memory, () => windows.showConsole());
  const statusChanged = windows.tellStatus;
  const tray = startTray({
    ...own,
    sessionBus,
    preferences,
    seat,
    windows: { showConsole: windows.showConsole, showReply: replyWindow.show },
    quit: () => app.quit(),
    onAvailable: statusChanged,
    onLost: () => {
      if (!isQuitting() && windows.bringBack()) tellOnce('tray_lost');
    },
    log,
    clock,
  });
  let isTrayKnown = false;
  const trayKnown = tray.ready.then(() => {
    isTrayKnown = true;
  });
  const notifications = startNotifications({
    host: context.host,
    sessionBus,
    preferences,
    showConsole: () => windows.showConsole(),
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
  const stopMarking = markDownloads(session.defaultSession, markForeign);
  const loginItem = createLoginItem(app, process.env);
  try {
    reconcileLoginItem(loginItem, preferences);
  } catch (error) {
    log.warn({ err: error }, 'could not update the start at login');
  }
  const attached = attachInstallation(installation, {
    own,
    windows,
    preferences,
    loginItem,
    vault,
    tray,
    updates,
    notifications,
    replyWindow,
    microphone: context.microphone,
    version: app.getVersion(),
    joining: createJoining({
      vault,
      store: seatStore,
      seat: () => seat?.status(),
      hasChannels: async () => (await own.ask('channels.list', {})).channels.length > 0,
      deviceName: hostname(),
      restart,
    }),
    diagnostics: (status: () => DesktopStatus) =>
      describeForReport({
        about: installation.about,
        status,
        environment: () => systemFacts(app, screen),
        lastLogLines: logFile.lastLines,
        wall: clock.wall,
      }),
    markForeign,
    clock,
    log,
  });
  const showMenu = (): void =>
    setMenu({
      showConsole: windows.showConsole,
      copyDiagnostics: () => void attached.controls.diagnostics().then(copyForReport),
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
  controls.resolve(attached.controls);
  const closingSync = (): Closing => {
    if (isQuitting() || !preferences.current().closeToTray) return 'close';
    return tray.available ? 'hide' : 'minimise';
  };
  const closing = (): Closing | Promise<Closing> => {
    const now = closingSync();
    if (now !== 'minimise' || isTrayKnown) return now;
    calmed.resolve();
    return Promise.race([trayKnown, passing(BUS_TIMEOUT)]).then(closingSync);
  };
  quitting.guard(() => whenDecided(attached.mayLeave('quit'), (may) => may && installation.mayLeave()));
  /** Asks about colleagues while there still is a window, where closing the last one quits. */
  const beforeClosing = (how: Closing): Closing | Promise<Closing> => {
    if (how !== 'close' || isQuitting() || process.platform === 'darwin') return how;
    const may = installation.mayLeave();
    if (may === true) return how;
    return may.then((decided) => {
      if (decided) quitting.quitNow();
      return 'stay';
    });
  };
  const presence = startPresenceWatch({
    power: powerMonitor,
    preferences,
    clock,
    setPresent: engine.setPresent,
    onLeft: attached.left,
    onBack: attached.back,
  });
  windows.settle({
    closing: () =>
      // Anyone who quits has already been asked.
      whenDecided<boolean, Closing>(isQuitting() || attached.mayLeave('close'), (may) =>
        may ? whenDecided(closing(), beforeClosing) : 'stay',
      ),
    onFocused: () => {
      attached.watched();
      presence.look();
    },
    onClosed: (how) => {
      if (how === 'hide') tellOnce('in_tray');
      // Show nothing that may be wrong until it is known.
      else if (how === 'minimise' && isTrayKnown) tellOnce('no_tray');
      else if (how === 'close' && process.platform !== 'darwin' && !isQuitting()) app.quit();
    },
  });
  const stops = [updates.stop, stopMarking, stopSpeaking, seat?.onStatus(statusChanged), presence.stop];
  const stopSurviving = installation.handleFaults(tray.setProblem);
  stopBeforeQuitting(log, async () => {
    context.closeGate();
    for (const stop of stops.toReversed()) stop?.();
    stopAnswering();
    attached.stop();
    tray.stop();
    await notifications.stop();
    (await sessionBus)?.close();
    await installation.stop();
    await context.unlock();
    stopSurviving();
  });
  return {
    /** true if the desktop shows tray icons, once that is known */
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

async function startInstallation(options: InstallationOptions, seats: SeatStore): Promise<Installation> {
  const stored = seats.current();
  if (stored !== undefined) {
    const { openSeat } = await import('./seat-installation.ts');
    return openSeat(options, stored, seats);
  }
  const { startOwnInstallation } = await import('./own-installation.ts');
  return startOwnInstallation(options, options.context.store);
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
