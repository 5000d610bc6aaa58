import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, protocol, safeStorage } from 'electron';
import Store from 'electron-store';
import { pino, type Logger } from 'pino';
import type { Engine, EngineOptions } from '#main/engine/engine.ts';
import { createStoredFile, settingsStoreOptions } from '#main/settings/conf-file.ts';
import { lockDataFolder } from '#main/settings/data-folder-lock.ts';
import { systemClock } from '#main/clock/clock.ts';
import { consoleHost, consoleScheme, createConsolePage, type ConsolePage } from './console-page.ts';
import { guardPages } from './guard.ts';
import { serveConsole } from './ipc.ts';
import { setMenu } from './menu.ts';
import { answerFromRenderer } from './renderer-files.ts';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { readSurroundings, type Surroundings } from './surroundings.ts';
import { windowPlace, type WindowPlace } from './window-place.ts';
import { createWindows, type Windows } from './windows.ts';

/** What the entry knows about where it runs. */
export interface DesktopProgram {
  readonly startEngine: (options: EngineOptions) => Promise<Engine>;
  readonly storeWorker: URL;
  /** folder of the built renderer */
  readonly renderer: string;
  /** path of the built preload */
  readonly preload: string;
}

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
  quitOnSignals();
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const opened = openWindows(program, surroundings);
  const show = (): void => void opened.then((windows) => windows.showConsole(), () => undefined);
  app.on('second-instance', show);
  app.on('activate', show);
  (await opened).showConsole();
}

async function openWindows(program: DesktopProgram, surroundings: Surroundings): Promise<Windows> {
  await app.whenReady();
  const page = createConsolePage(app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']);
  setMenu();
  guardPages(page);
  protocol.handle(consoleScheme, (request) => answerFromRenderer(program.renderer, consoleHost, request.url));
  return startParts(program, surroundings, page);
}

/** The settings file's writer raises each signal a second time, which would cut the orderly stop short. */
function quitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => app.quit());
  }
}

/** Starts what the windows need; quitting stops it in reverse. */
async function startParts(program: DesktopProgram, surroundings: Surroundings, page: ConsolePage): Promise<Windows> {
  const folder = app.getPath('userData');
  const unlock = await lockDataFolder(folder);
  const engine = await program.startEngine({
    dataDir: folder,
    listener: surroundings.listener,
    settingsFile: createStoredFile(folder, () => new Store({ ...settingsStoreOptions, cwd: folder, name: 'settings' })),
    vault: await createSafeStorageVault({ safeStorage, folder }),
    storeWorker: program.storeWorker,
    provision: surroundings.provision,
    clock: systemClock,
    log: openLog(),
    version: app.getVersion(),
  });
  const windows = createWindows({ page, preload: program.preload, ...rememberPlaceIn(folder) });
  const stopServing = serveConsole({ engine, page, isWindow: windows.has, openTestCustomer: windows.showTestCustomer });
  stopBeforeQuitting(async () => {
    stopServing();
    await engine.stop();
    await unlock();
  });
  return windows;
}

/** Quitting waits for the engine; the windows are closed by then. */
function stopBeforeQuitting(stop: () => Promise<void>): void {
  let stopping = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    stop().then(
      () => app.exit(0),
      (error: unknown) => {
        process.stderr.write(`Counterbell did not stop cleanly: ${inWords(error)}.\n`);
        app.exit(1);
      },
    );
  });
}

function rememberPlaceIn(folder: string): { rememberedPlace: () => WindowPlace | undefined; rememberPlace: (place: WindowPlace) => void } {
  const store = new Store<{ place?: WindowPlace }>({ cwd: folder, name: 'window', clearInvalidConfig: true });
  return {
    rememberedPlace: () => windowPlace.safeParse(store.get('place')).data,
    rememberPlace: (place) => store.set('place', place),
  };
}

function openLog(): Logger {
  const dest = join(app.getPath('logs'), 'counterbell.log');
  return pino({ level: 'warn' }, pino.destination({ dest, mkdir: true, sync: true }));
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };
  if (code === 'EADDRINUSE') return `another program already listens on ${address ?? ''}:${port ?? ''}`;
  return error.message.replace(/\.$/, '');
}
