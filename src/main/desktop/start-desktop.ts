import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { app, dialog, ipcMain, powerMonitor, protocol, session, systemPreferences } from 'electron';
import { ENGLISH, localeFor, readLocale, spokenLanguage } from '#shared/locales/languages.ts';
import { lockDataFolder } from '#main/settings/data-folder-lock.ts';
import { systemClock } from '#main/clock/clock.ts';
import {
  openConsoleGate,
  type ConsoleAnswers,
  consoleHost,
  consoleScheme,
  createConsolePages,
} from './windows/console-gate.ts';
import { addContextMenus, prepareSpelling } from './windows/menus.ts';
import { guardPages, createMicrophone } from './windows/guard.ts';
import { isActivation, linkScheme, pathInArguments, pathOfLink } from './links.ts';
import { openLogFile } from './log.ts';
import { hiddenArgument, startsHidden } from './login-item.ts';
import { recoverPages } from './windows/recovery.ts';
import { guessHostOfSeat } from './seat-id.ts';
import { quitOnSignals, quitWithSession, StartGivenUp, watchQuitting } from './quitting.ts';
import { readEnvironment } from './environment.ts';
import { createWindows, type Windows, type WindowOptions } from './windows/windows.ts';
import { answerFromRenderer, isForMedia } from './files/app-protocol.ts';
import { askAboutUnrecoverableWindow } from './faults.ts';
import type { DesktopProgram, Start } from './desktop-context.ts';

/** As in the packaging configuration: the start menu shortcut has it too. */
const APP_ID = 'app.counterbell';
/** Must never change: Windows reports the use of notifications to whoever registered with it. */
const TOAST_ACTIVATOR = '{6E0B1F5A-3C0D-4D0E-9C57-8A2D4B7E91C3}';

/** Milliseconds the engine's start waits at most for the page to request its scripts. */
const PAGE_LIMIT = 500;

/** The desktop app: one engine, its windows, and an orderly end. Call it before Electron is ready. */
export function startDesktop(program: DesktopProgram): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: consoleScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    },
  ]);
  run(program).catch(async (error: unknown) => {
    if (error instanceof StartGivenUp) return app.exit(1);
    const { failureReason } = await import('#main/engine/engine.ts');
    const problem = `Counterbell cannot start: ${failureReason(error)}.`;
    process.stderr.write(`${problem}\n`);
    if (app.isReady()) dialog.showErrorBox('Counterbell', problem);
    app.exit(1);
  });
}

async function run(program: DesktopProgram): Promise<void> {
  const environment = readEnvironment(process.env);
  if (environment.dataFolder !== undefined) {
    mkdirSync(environment.dataFolder, { recursive: true, mode: 0o700 });
    app.setPath('userData', environment.dataFolder);
  }
  // A start that only passes a token has nobody to pass it to once the app has ended.
  if (!app.requestSingleInstanceLock() || isActivation(process.argv)) return app.exit(0);
  introduceToWindows();
  setChromiumLanguage();
  const logFile = openLogFile({
    folder: environment.dataFolder === undefined ? app.getPath('logs') : join(environment.dataFolder, 'logs'),
  });
  const quitting = watchQuitting(app);
  quitOnSignals({ quit: quitting.quitNow });
  // The console decides what closing it means; closing other windows means nothing.
  app.on('window-all-closed', () => undefined);

  const opened = openApp({ program, environment, logFile, quitting });
  const show = (path?: string): void =>
    void opened.then(
      (windows) => windows.showConsole(path),
      () => undefined,
    );
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(hiddenArgument) && !isActivation(argv)) show(pathInArguments(argv));
  });
  app.on('activate', () => show());
  // macOS delivers links this way, including the one that started the app.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(pathOfLink(link));
  });
  await opened;
}

/**
 * Creates the console's window first, which loads hidden; its calls wait for the engine, whose code loads while the
 * page's process starts. The database opens ahead of both, in its own thread.
 */
async function openApp(start: Start): Promise<Windows> {
  const { program, logFile } = start;
  const { log } = logFile;
  const folder = app.getPath('userData');
  const unlock = await lockDataFolder(folder);
  const host = guessHostOfSeat(folder) ?? consoleHost;

  await app.whenReady();
  // On Linux the package's desktop entry registers our links.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme);
  quitWithSession(app, powerMonitor, start.quitting.quitNow);
  const consolePages = createConsolePages(host, app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']);
  const microphone = createMicrophone({
    clock: systemClock,
    // macOS asks the user once per app; other systems do not ask.
    askSystem: async () => {
      if (process.platform === 'darwin') await systemPreferences.askForMediaAccess('microphone');
    },
  });
  guardPages(consolePages, microphone);
  addContextMenus(app);
  recoverPages({ app, log, clock: systemClock, onUnrecoverable: askAboutUnrecoverableWindow });
  const script = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<ConsoleAnswers>();
  protocol.handle(consoleScheme, (request) => {
    if (request.url.endsWith('.js')) script.resolve();
    if (!isForMedia(host, request.url)) return answerFromRenderer(program.renderer, host, request.url);
    return answers.promise.then(({ media }) => media(request));
  });
  const closeGate = openConsoleGate({ ipc: ipcMain, pages: consolePages, answers: answers.promise });
  const spellcheck = prepareSpelling(session.defaultSession, folder);
  const pages: WindowOptions = { pages: consolePages, preload: program.preload, spellcheck };
  const windows = createWindows({ ...pages, isQuitting: start.quitting.isQuitting }, systemClock);
  const isHidden = startsHidden(app, process.argv);
  if (!isHidden) windows.showConsole(pathInArguments(process.argv));
  // Not before: Electron and the page's process start sooner without a thread beside them.
  const store = host === consoleHost ? program.openStore(folder, log) : undefined;
  // Whoever awaits it handles the failure.
  store?.catch(() => undefined);

  // Loading the engine's code blocks this process, which the page needs until it has its scripts.
  if (!isHidden) await Promise.race([script.promise, passing(PAGE_LIMIT)]);
  const { startBackground } = await import('./start-background.ts');
  const parts = { folder, unlock, store, host, pages, windows, microphone, closeGate };
  const behind = await startBackground({ ...start, ...parts }, answers.resolve);
  if (isHidden && !(await behind.hasTray())) windows.openMinimised();
  log.info(
    { version: app.getVersion(), electron: process.versions.electron, pid: process.pid, hidden: isHidden },
    'started',
  );
  return windows;
}

/** Identifies the app to Windows. The activator must come first, or replies from notifications are lost. */
function introduceToWindows(): void {
  if (process.platform !== 'win32') return;
  if ('setToastActivatorCLSID' in app) app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  app.setAppUserModelId(APP_ID);
}

/**
 * Chromium is packed with the languages of the app. Where a system prefers others only, it would be American, and so
 * would its dates, which come first for the pages.
 */
function setChromiumLanguage(): void {
  const preferred = app.getPreferredSystemLanguages().filter((tag) => readLocale(tag) !== undefined);
  if (preferred.length > 0 && spokenLanguage(preferred) === undefined)
    app.commandLine.appendSwitch('lang', localeFor(ENGLISH, preferred));
}
