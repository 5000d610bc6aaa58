import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { UpdateCheckResult, UpdateInfo } from 'electron-updater';
import type { Logger } from 'pino';
import type { UpdateStatus } from '#shared/contract/desktop.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Preferences } from '../preferences.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

const MINUTE = 60_000;
/** The start has enough to do, and updates can wait. */
const FIRST_CHECK = 2 * MINUTE;
const CHECK_INTERVAL = 6 * 60 * MINUTE;

/** The part of electron-updater used here. */
export interface Updater {
  /** true if a downloaded version is installed when the app quits */
  autoInstallOnAppQuit: boolean;
  /** null: it does not check because the app is not installed, as in an unpacked folder */
  readonly checkForUpdates: () => Promise<FoundUpdate | null>;
}

/** Its `downloadPromise` resolves when the newer version is on disk. */
interface FoundUpdate extends Pick<UpdateCheckResult, 'isUpdateAvailable' | 'downloadPromise'> {
  readonly updateInfo: Pick<UpdateInfo, 'version' | 'releaseNotes'>;
}

export interface UpdatesOptions {
  /** resolves to undefined if this build has no update server; called once, when first needed */
  readonly openUpdater: () => Promise<Updater | undefined>;
  readonly preferences: Pick<Preferences, 'current' | 'onChange'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** called whenever the status changes */
  readonly onStatus: () => void;
}

export type Updates = ReturnType<typeof startUpdates>;

/**
 * Checks for a newer version now and then, downloads it and has it installed when the app quits, never while somebody
 * works. If the owner switched it off, makes no requests and installs nothing.
 */
export function startUpdates({ openUpdater, preferences, log, clock, onStatus }: UpdatesOptions) {
  let status: UpdateStatus = { state: 'off' };
  let opening: Promise<Updater | undefined> | undefined;
  let looking: Promise<void> | undefined;
  let cancelTimer = (): void => undefined;
  let stopped = false;

  const setStatus = (next: UpdateStatus): void => {
    status = next;
    onStatus();
  };
  const isWanted = (): boolean => !stopped && preferences.current().checkForUpdates;
  const opened = (): Promise<Updater | undefined> => (opening ??= openUpdater());

  const checkForUpdate = async (updater: Updater): Promise<void> => {
    const before = status;
    // A downloaded version stays ready, whatever later checks find.
    const isReady = before.state === 'ready';
    if (!isReady) setStatus({ state: 'checking' });
    try {
      const found = await updater.checkForUpdates();
      await found?.downloadPromise;
      if (!isWanted()) return;
      if (found === null) setStatus({ state: 'unsupported' });
      else if (found.isUpdateAvailable) setStatus(readyStatus(found));
      else if (!isReady) setStatus({ state: 'current', checkedAt: clock.wall() });
    } catch (error) {
      log.warn({ err: error }, 'updates could not be looked for');
      if (isWanted() && !isReady) setStatus({ state: 'failed', reason: updateProblem(error), checkedAt: clock.wall() });
    }
  };

  const check = async (): Promise<void> => {
    const updater = await opened().catch((error: unknown) => {
      log.warn({ err: error }, 'the updater cannot be loaded');
      return undefined;
    });
    if (updater === undefined || !isWanted()) return;
    looking ??= checkForUpdate(updater).finally(() => (looking = undefined));
    await looking;
  };

  const checkAfter = (delay: number): void => {
    cancelTimer = clock.after(delay, () => {
      checkAfter(CHECK_INTERVAL);
      void check();
    });
  };

  const apply = async (): Promise<void> => {
    const updater = await opened().catch(() => undefined);
    if (stopped) return;
    if (updater === undefined) return setStatus({ state: 'unsupported' });
    cancelTimer();
    const { checkForUpdates } = preferences.current();
    updater.autoInstallOnAppQuit = checkForUpdates;
    if (!checkForUpdates) return setStatus({ state: 'off' });
    setStatus({ state: 'current', checkedAt: undefined });
    checkAfter(FIRST_CHECK);
  };

  void apply();
  const unsubscribe = preferences.onChange((now, before) => {
    if (now.checkForUpdates !== before.checkForUpdates) void apply();
  });
  return {
    status: (): UpdateStatus => status,
    /** checks now; never rejects: the status has the result */
    check,
    stop: (): void => {
      stopped = true;
      unsubscribe();
      cancelTimer();
    },
  };
}

/**
 * electron-updater if this build has an update server (`COUNTERBELL_UPDATES_URL` at packaging), otherwise undefined.
 * Loaded only then, because it is large.
 */
export async function openPackagedUpdater(app: Pick<App, 'isPackaged'>, log: Logger): Promise<Updater | undefined> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return undefined;
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater } = electronUpdater;
  autoUpdater.logger = {
    info: (message) => log.debug(message),
    warn: (message) => log.warn(message),
    error: (message) => log.warn(message),
  };
  autoUpdater.autoDownload = true;
  return autoUpdater;
}

function readyStatus({ updateInfo: { version, releaseNotes } }: FoundUpdate): UpdateStatus {
  const notes = Array.isArray(releaseNotes)
    ? releaseNotes.map((note) => `${note.version}\n${note.note ?? ''}`).join('\n\n')
    : releaseNotes;
  return { state: 'ready', version, notes: notes?.trim() || undefined };
}

const UNREACHABLE =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|CONNECTION|NETWORK|TIMED_OUT|ADDRESS_UNREACHABLE)/;

function updateProblem(error: unknown): Phrase {
  const message = error instanceof Error ? `${systemCode(error) ?? ''} ${error.message}` : String(error);
  if (UNREACHABLE.test(message)) return phrase('errors:computer.update.silent');
  const status = /HttpError: (\d{3})|HTTP_ERROR_(\d{3})/.exec(message);
  if (status !== null) return phrase('errors:computer.update.status', { status: status[1] ?? status[2] ?? '' });
  if (/sha512 checksum mismatch|not signed by the application owner|code signature/i.test(message))
    return phrase('errors:computer.update.foreign');
  return phrase('errors:computer.update.unreadable');
}
