import {
  app,
  clipboard,
  dialog,
  powerMonitor,
  powerSaveBlocker,
  screen,
  session,
  shell,
  type WebContents,
} from 'electron';
import Store from 'electron-store';
import type { Engine } from '#main/engine/engine.ts';
import type { Clock } from '#main/clock/clock.ts';
import { askAs } from './ask-as.ts';
import { createCatchUpWatch } from './presence/catch-up.ts';
import type { ConsoleAnswers } from './windows/console-gate.ts';
import type { ConsolePage } from './windows/console-page.ts';
import { createControls, reconcileLoginItem } from './controls.ts';
import { describeForReport, systemFacts } from './diagnostics.ts';
import { createHints } from './windows/hints.ts';
import { answerConsole } from './windows/ipc.ts';
import { startKeepAwake } from './presence/keep-awake.ts';
import type { LogFile } from './log.ts';
import { createLoginItem } from './login-item.ts';
import type { Microphone } from './windows/microphone.ts';
import { setMenu } from './windows/menu.ts';
import { startNotifications } from './notifications/notifications.ts';
import { createForeignMarker, markDownloads } from './files/mark-foreign.ts';
import { createBackupShower, createFileOpener } from './files/open-file.ts';
import type { Preferences } from './preferences.ts';
import { startPresenceWatch } from './presence/presence-watch.ts';
import { createReading } from './presence/reading.ts';
import type { SystemVault } from './safe-storage-vault.ts';
import { createReplyWindow } from './windows/reply-window.ts';
import { startTray } from './tray/tray.ts';
import { openPackagedUpdater, startUpdates } from './updates/updates.ts';
import { createWindowMemory } from './windows/window-memory.ts';
import type { Closing, Windows } from './windows/windows.ts';
import { t } from './speech.ts';

export interface DesktopPartsOptions {
  readonly engine: Engine;
  readonly windows: Windows;
  readonly page: ConsolePage;
  /** path of the built preload */
  readonly preload: string;
  /** whether dictionaries are at hand */
  readonly spellcheck: boolean;
  readonly folder: string;
  readonly logFile: LogFile;
  readonly vault: SystemVault;
  readonly preferences: Preferences;
  readonly microphone: Microphone;
  readonly clock: Clock;
  /** this start waits in the tray */
  readonly hidden: boolean;
  /** speaks the language that the preferences name now */
  readonly speak: () => Promise<void>;
  /** the app is on its way out, so windows are not kept */
  readonly isQuitting: () => boolean;
}

export interface DesktopParts {
  readonly answers: ConsoleAnswers;
  /** whether the desktop shows tray icons, as soon as that is known */
  readonly hasTray: () => Promise<boolean>;
  /** shows on the tray what is wrong, in words */
  readonly showProblem: (words: string) => void;
  readonly stop: () => Promise<void>;
}

/** How long the first sight of the inbox takes, in milliseconds, generously. */
const FIRST_SIGHT = 500;
/** How long a window that is closed waits to learn whether there is a tray, in milliseconds. */
const BUS_PATIENCE = 2000;

/** Starts what lives around a running engine on a desktop: tray, presence, and what pages may ask for; windows may be seen from then on. */
export function startDesktopParts(options: DesktopPartsOptions): DesktopParts {
  const {
    engine,
    windows,
    page,
    preload,
    spellcheck,
    folder,
    logFile,
    vault,
    preferences,
    microphone,
    clock,
    hidden,
    isQuitting,
    speak,
  } = options;
  const { log } = logFile;
  const operatorId = engine.operators.first().id;
  const memory = createWindowMemory(new Store({ cwd: folder, name: 'window', clearInvalidConfig: true }));
  const loginItem = createLoginItem(app, process.env);
  const reading = createReading();

  const closingNow = (): Closing => {
    if (isQuitting() || !preferences.current().closeToTray) return 'close';
    return tray.available ? 'hide' : 'minimise';
  };
  const closing = (): Closing | Promise<Closing> => {
    const now = closingNow();
    if (now !== 'minimise' || isTrayKnown) return now;
    calmed.resolve();
    return Promise.race([trayKnown, new Promise<void>((resolve) => void clock.after(BUS_PATIENCE, resolve))]).then(
      closingNow,
    );
  };
  const tellOnce = createHints(memory, () => windows.showConsole());
  const onClosed = (how: Closing): void => {
    if (how === 'hide') tellOnce('in_tray');
    // While nobody knows, nothing is said that may be untrue.
    else if (how === 'minimise' && isTrayKnown) tellOnce('no_tray');
    else if (how === 'close' && process.platform !== 'darwin' && !isQuitting()) app.quit();
  };
  const replyWindow = createReplyWindow({ page, preload, spellcheck, trayBounds: () => tray.bounds() });
  // The bus is large code for what nobody sees yet; a hidden start has nothing else to show, and a window that is closed waits for it.
  const calmed = Promise.withResolvers<void>();
  if (hidden) calmed.resolve();
  else clock.after(FIRST_SIGHT, calmed.resolve);
  const answering = {
    calm: calmed.promise,
    engine,
    operatorId,
    preferences,
    clock,
    log,
    windows: { showConsole: windows.showConsole, showReply: replyWindow.show, callAttention: windows.callAttention },
  };
  const statusChanged = (): void => windows.tellAll('status', undefined);
  const onLost = (): void => {
    if (!isQuitting() && windows.bringBack()) tellOnce('tray_lost');
  };
  const tray = startTray({ ...answering, quit: () => app.quit(), onAvailable: statusChanged, onLost });
  let isTrayKnown = false;
  const trayKnown = tray.ready.then(() => {
    isTrayKnown = true;
  });
  const notifications = startNotifications({ ...answering, isReading: reading.isReading });
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
    operatorId,
    temporary: app.getPath('temp'),
    openPath: (path) => shell.openPath(path),
    markForeign,
  });
  const stopMarking = markDownloads(session.defaultSession, markForeign);
  const controls = createControls({
    preferences,
    loginItem,
    vault,
    reading,
    tray,
    updates,
    notifications,
    replyWindow,
    microphone,
    files,
    version: app.getVersion(),
    showConsole: windows.showConsole,
    openTestCustomer: windows.showTestCustomer,
    showBackup: createBackupShower(askAs(engine, operatorId), (path) => shell.showItemInFolder(path)),
    diagnostics: (status) =>
      describeForReport({
        engine,
        status,
        surroundings: () => systemFacts(app, screen),
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
    if (now.language !== before.language)
      void speak().then(() => {
        showMenu();
        tray.redraw();
      });
  });
  try {
    reconcileLoginItem(loginItem, preferences);
  } catch (error) {
    log.warn({ err: error }, 'the start at login could not be brought up to date');
  }
  const catchUp = createCatchUpWatch({
    engine,
    operatorId,
    clock,
    tell: (said) => windows.tellConsole('catchUp', said),
  });
  const setPresent = (present: boolean): void => engine.operators.setPresent(operatorId, present);
  const isWindow = (contents: WebContents): boolean => windows.has(contents) || replyWindow.has(contents);
  const answers = answerConsole({ engine, isWindow, controls });
  windows.settle({ memory, closing, onClosed });
  const stops = [
    tray.stop,
    startKeepAwake({ engine, operatorId, preferences, blocker: powerSaveBlocker }),
    catchUp.stop,
    startPresenceWatch({
      power: powerMonitor,
      preferences,
      clock,
      setPresent,
      onLeft: catchUp.left,
      onBack: catchUp.back,
    }),
    preferences.onChange(statusChanged),
    stopSpeaking,
    updates.stop,
    answers.stop,
    files.stop,
    stopMarking,
  ];
  return {
    answers,
    hasTray: async () => {
      await tray.ready;
      return tray.available;
    },
    showProblem: tray.setProblem,
    stop: async () => {
      for (const stop of stops.toReversed()) stop();
      setPresent(false);
      await notifications.stop();
    },
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
