import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, powerMonitor, protocol, safeStorage } from 'electron';
import Store from 'electron-store';
import type { Engine, EngineOptions } from '#main/engine/engine.ts';
import { createStoredFile, settingsStoreOptions } from '#main/settings/conf-file.ts';
import { lockDataFolder } from '#main/settings/data-folder-lock.ts';
import type { SettingsFile } from '#main/settings/ports.ts';
import { systemClock } from '#main/clock/clock.ts';
import { consoleHost, consoleScheme, createConsolePage } from './console-page.ts';
import { giveContextMenus } from './context-menu.ts';
import { startDesktopParts, type DesktopParts } from './desktop-parts.ts';
import { guardPages } from './guard.ts';
import { introduceToWindows } from './identity.ts';
import { linkScheme, placeInArguments, placeOfLink } from './links.ts';
import { openLogFile, type LogFile } from './log.ts';
import { hiddenArgument } from './login-item.ts';
import { openPreferences } from './preferences.ts';
import { recoverPages } from './recovery.ts';
import { answerFromRenderer } from './renderer-files.ts';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { startsHidden } from './start-hidden.ts';
import { readSurroundings, type Surroundings } from './surroundings.ts';
import { askAboutHopelessWindow, surviveFaultsOf } from './trouble.ts';

/** What the entry knows about where it runs. */
export interface DesktopProgram {
  readonly startEngine: (options: EngineOptions) => Promise<Engine>;
  readonly storeWorker: URL;
  /** folder of the built renderer */
  readonly renderer: string;
  /** path of the built preload */
  readonly preload: string;
}

/** What a start is made of before anything runs. */
interface Start {
  readonly program: DesktopProgram;
  readonly surroundings: Surroundings;
  readonly logFile: LogFile;
  readonly isQuitting: () => boolean;
}

/** How long the engine may take to stop; longer, and a process that nobody sees would keep the next start out. */
const STOP_LIMIT = 20_000;

/** The desktop app: one engine, its windows, and an end in order. Call it before Electron is ready. */
export function startDesktop(program: DesktopProgram): void {
  protocol.registerSchemesAsPrivileged([{ scheme: consoleScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  run(program).catch((error: unknown) => {
    const problem = `Counterbell cannot start: ${inWords(error)}.`;
    process.stderr.write(`${problem}\n`);
    if (app.isReady()) dialog.showErrorBox('Counterbell', problem);
    app.exit(1);
  });
}

async function run(program: DesktopProgram): Promise<void> {
  const surroundings = readSurroundings(process.env);
  if (surroundings.dataFolder !== undefined) {
    mkdirSync(surroundings.dataFolder, { recursive: true, mode: 0o700 });
    app.setPath('userData', surroundings.dataFolder);
  }
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  introduceToWindows(app);
  const logFile = openLogFile({ folder: surroundings.dataFolder === undefined ? app.getPath('logs') : join(surroundings.dataFolder, 'logs') });
  quitOnSignals();
  // The console decides what its closing means; other windows mean nothing.
  app.on('window-all-closed', () => undefined);
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });

  const opened = openApp({ program, surroundings, logFile, isQuitting: () => quitting });
  const show = (place?: string): void => void opened.then(({ windows }) => windows.showConsole(place), () => undefined);
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(hiddenArgument)) show(placeInArguments(argv));
  });
  app.on('activate', () => show());
  // macOS hands links over this way, also the one that started the app.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(placeOfLink(link));
  });
  await opened;
}

async function openApp(start: Start): Promise<DesktopParts> {
  const { log } = start.logFile;
  await app.whenReady();
  registerLinks();
  powerMonitor.on('shutdown', () => app.quit());
  const page = createConsolePage(app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']);
  guardPages(page);
  giveContextMenus(app);
  recoverPages({ app, log, clock: systemClock, onHopeless: askAboutHopelessWindow });
  protocol.handle(consoleScheme, (request) => answerFromRenderer(start.program.renderer, consoleHost, request.url));

  const folder = app.getPath('userData');
  const preferences = openPreferences({ file: storedFile(folder, 'desktop'), log });
  const hidden = startsHidden(app, process.argv, preferences);
  const unlock = await lockDataFolder(folder);
  const vault = await createSafeStorageVault({ safeStorage, folder });
  const engine = await start.program.startEngine({
    dataDir: folder,
    listener: start.surroundings.listener,
    settingsFile: storedFile(folder, 'settings'),
    vault,
    storeWorker: start.program.storeWorker,
    provision: start.surroundings.provision,
    clock: systemClock,
    log: log.child({}, { level: 'warn' }),
    version: app.getVersion(),
  });
  const { isQuitting, logFile } = start;
  const parts = startDesktopParts({ engine, page, preload: start.program.preload, folder, logFile, vault, preferences, clock: systemClock, isQuitting });
  const stopSurviving = surviveFaultsOf({ engine, log, showProblem: parts.showProblem });
  stopBeforeQuitting(logFile, async () => {
    parts.stop();
    await engine.stop();
    await unlock();
    stopSurviving();
  });
  if (!hidden) parts.windows.showConsole(placeInArguments(process.argv));
  else if (!(await parts.hasTray())) parts.windows.openMinimised();
  log.info({ version: app.getVersion(), electron: process.versions.electron, pid: process.pid, hidden }, 'started');
  return parts;
}

/** On Linux the package's desktop entry says which links are ours. */
function registerLinks(): void {
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme);
}

function storedFile(folder: string, name: string): SettingsFile {
  return createStoredFile(folder, () => new Store({ ...settingsStoreOptions, cwd: folder, name }), name);
}

/** The settings file's writer raises each signal a second time, which would cut the orderly stop short. */
function quitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => app.quit());
  }
}

/** Quitting waits for the engine; the windows are closed by then. */
function stopBeforeQuitting({ log }: LogFile, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (code: number, told: string): void => {
    log.info(told);
    app.exit(code);
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    systemClock.after(STOP_LIMIT, () => end(1, 'the engine took too long to stop'));
    stop().then(
      () => end(0, 'stopped'),
      (error: unknown) => {
        process.stderr.write(`Counterbell did not stop cleanly: ${inWords(error)}.\n`);
        end(1, `did not stop cleanly: ${inWords(error)}`);
      },
    );
  });
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };
  if (code === 'EADDRINUSE') return `another program already listens on ${address ?? ''}:${port ?? ''}`;
  return error.message.replace(/\.$/, '');
}
