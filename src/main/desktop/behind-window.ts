import { app, dialog, safeStorage } from 'electron';
import Store from 'electron-store';
import { systemClock } from '#main/clock/clock.ts';
import type { ConsolePage } from './windows/console-page.ts';
import { startDesktopParts, type DesktopParts } from './desktop-parts.ts';
import { argumentsToRepeat } from './faults.ts';
import { failureReason } from './failure-reason.ts';
import type { LogFile } from './log.ts';
import { openPreferences } from './preferences.ts';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { speakAsChosen, t } from './speech.ts';
import { createStoredFile, storedFileOptions } from './stored-file.ts';
import type { Microphone } from './windows/microphone.ts';
import type { OpeningStore, Start } from './start-desktop.ts';
import { StartGivenUp } from './quitting.ts';
import { startsHidden } from './login-item.ts';
import { surviveFaultsOf } from './trouble.ts';
import type { Windows } from './windows/windows.ts';

/** How long the engine may take to stop; longer, and a process that nobody sees would keep the next start out. */
const STOP_LIMIT = 20_000;

export interface BehindWindowOptions extends Start {
  /** the data folder, locked */
  readonly folder: string;
  readonly store: OpeningStore;
  readonly page: ConsolePage;
  readonly windows: Windows;
  /** whether dictionaries are at hand */
  readonly spellcheck: boolean;
  readonly microphone: Microphone;
  /** from then on pages have nobody to ask */
  readonly closeGate: () => void;
  readonly unlock: () => Promise<void>;
}

/** Starts the engine and what lives around it, and sees to their end in order. `hidden`: this start waits in the tray. */
export async function startBehindWindow(
  options: BehindWindowOptions,
): Promise<{ readonly parts: DesktopParts; readonly hidden: boolean }> {
  const {
    program,
    surroundings,
    logFile,
    isQuitting,
    folder,
    store,
    page,
    windows,
    spellcheck,
    microphone,
    closeGate,
    unlock,
  } = options;
  const { log } = logFile;
  const preferences = openPreferences({
    file: createStoredFile(folder, 'desktop', () => new Store({ ...storedFileOptions, cwd: folder, name: 'desktop' })),
    log,
  });
  const speaking = { preferences, wanted: app.getPreferredSystemLanguages(), log };
  await speakAsChosen(speaking);
  const hidden = startsHidden(app, process.argv, preferences);
  const vault = await createSafeStorageVault({ safeStorage, folder });
  const startEngine = await program.loadEngine();
  const engine = await startEngine({
    dataDir: folder,
    listener: { ...surroundings.listener, onTaken: (port) => askAboutTakenPort(surroundings.listener.host, port) },
    vault,
    storeThreads: program.storeThreads,
    pkcs12Worker: program.pkcs12Worker,
    store,
    provision: surroundings.provision,
    restart: startAgain,
    clock: systemClock,
    log: log.child({}, { level: 'warn' }),
    version: app.getVersion(),
  });
  const parts = startDesktopParts({
    engine,
    windows,
    page,
    preload: program.preload,
    spellcheck,
    folder,
    logFile,
    vault,
    preferences,
    microphone,
    clock: systemClock,
    hidden,
    isQuitting,
    speak: () => speakAsChosen(speaking),
  });
  const stopSurviving = surviveFaultsOf({ engine, log, showProblem: parts.showProblem });
  stopBeforeQuitting(logFile, async () => {
    closeGate();
    const partsStopped = parts.stop();
    await engine.stop();
    await partsStopped;
    await unlock();
    stopSurviving();
  });
  return { parts, hidden };
}

/** The port is one that the owner gave, so the owner says what is to be done. Rejects with StartGivenUp. */
async function askAboutTakenPort(host: string, port: number): Promise<'again' | 'another'> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Counterbell',
    message: t('desktop:takenPort.message', { port: String(port) }),
    detail: t('desktop:takenPort.detail', { address: `${host}:${port}` }),
    buttons: [t('desktop:takenPort.another'), t('desktop:takenPort.again'), t('desktop:quit')],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 2) throw new StartGivenUp();
  return response === 0 ? 'another' : 'again';
}

/** Stops in order, and a new process puts what was restored in place. */
function startAgain(): void {
  const appImage = process.env['APPIMAGE'];
  app.relaunch({ args: [...argumentsToRepeat(process.argv)], ...(appImage !== undefined && { execPath: appImage }) });
  app.quit();
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
        process.stderr.write(`Counterbell did not stop cleanly: ${failureReason(error)}.\n`);
        end(1, `did not stop cleanly: ${failureReason(error)}`);
      },
    );
  });
}
