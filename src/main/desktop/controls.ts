import type { WebContents } from 'electron';
import type {
  DesktopCallName,
  DesktopInput,
  DesktopOutput,
  DesktopPreferences,
  DesktopPreferencesChange,
  DesktopStatus,
  NotificationTest,
  UpdateStatus,
} from '#shared/contract/desktop.ts';
import { chatPlace } from './links.ts';
import type { LoginItem } from './login-item.ts';
import type { Microphone } from './windows/microphone.ts';
import type { FileOpener } from './files/open-file.ts';
import type { Preferences } from './preferences.ts';
import type { Reading } from './presence/reading.ts';
import type { SystemVault } from './safe-storage-vault.ts';

/** What the parts of the desktop offer to its pages. */
export interface ControlOptions {
  readonly preferences: Preferences;
  readonly loginItem: LoginItem;
  readonly vault: SystemVault;
  readonly version: string;
  readonly reading: Reading;
  readonly tray: { readonly available: boolean };
  readonly notifications: {
    readonly test: () => Promise<NotificationTest>;
    readonly hasSystemSettings: () => boolean;
    readonly openSystemSettings: () => Promise<void>;
  };
  readonly updates: { readonly status: () => UpdateStatus; readonly check: () => Promise<void> };
  readonly replyWindow: { readonly close: () => void };
  readonly microphone: Pick<Microphone, 'wish'>;
  readonly files: Pick<FileOpener, 'open'>;
  readonly showConsole: (place: string) => void;
  readonly openTestCustomer: (channelId: string) => void;
  readonly showBackup: (name: string) => Promise<boolean>;
  readonly diagnostics: (status: () => DesktopStatus) => Promise<string>;
}

/** Answers one call of a page, whose contents come beside what it said. */
export type DesktopHandler<N extends DesktopCallName> = (
  input: DesktopInput<N>,
  contents: WebContents,
) => DesktopOutput<N> | Promise<DesktopOutput<N>>;

export type Controls = ReturnType<typeof createControls>;

/** Answers what pages ask of the desktop around them. */
export function createControls(options: ControlOptions) {
  const { preferences, loginItem, vault, version, reading, tray, notifications, updates, replyWindow } = options;
  const status = (): DesktopStatus => ({
    preferences: preferences.current(),
    platform: platformName(),
    version,
    hasTray: tray.available,
    hasSystemSettings: notifications.hasSystemSettings(),
    vault: { backend: vault.backend, weak: vault.weak },
    update: updates.status(),
  });
  return {
    status,
    /** throws where the system refuses, and then nothing changed */
    change: (change: DesktopPreferencesChange) => {
      // The system first: a preference that it does not follow would be a lie.
      const { startAtLogin, startHidden } = preferences.current();
      const wanted = {
        startAtLogin: change.startAtLogin ?? startAtLogin,
        startHidden: change.startHidden ?? startHidden,
      };
      if (wanted.startAtLogin !== startAtLogin || wanted.startHidden !== startHidden) setLoginItem(loginItem, wanted);
      preferences.change(change);
      return status();
    },
    testNotification: notifications.test,
    openSystemSettings: notifications.openSystemSettings,
    diagnostics: () => options.diagnostics(status),
    checkForUpdates: async () => {
      await updates.check();
      return status();
    },
    reading: (chatId: string | null, contents: WebContents) => reading.set(contents, chatId),
    openChat: (chatId: string) => {
      replyWindow.close();
      options.showConsole(chatPlace(chatId));
    },
    closeReplyWindow: replyWindow.close,
    openTestCustomer: options.openTestCustomer,
    useMicrophone: (_input: undefined, contents: WebContents) => options.microphone.wish(contents),
    openFile: options.files.open,
    showBackup: options.showBackup,
  } satisfies { readonly [N in DesktopCallName]: DesktopHandler<N> };
}

function platformName(): DesktopStatus['platform'] {
  if (process.platform === 'win32') return 'windows';
  return process.platform === 'darwin' ? 'mac' : 'linux';
}

function setLoginItem(
  item: LoginItem,
  { startAtLogin, startHidden }: Pick<DesktopPreferences, 'startAtLogin' | 'startHidden'>,
): void {
  if (startAtLogin) item.set({ hidden: startHidden });
  else if (item.isSet()) item.clear();
}

/**
 * Brings preference and system together at a start: what the owner took away in the system's own settings stays
 * away, and what is there starts the program from where it is now.
 */
export function reconcileLoginItem(item: LoginItem, preferences: Preferences): void {
  const { startAtLogin } = preferences.current();
  if (startAtLogin && item.isSet()) setLoginItem(item, preferences.current());
  else if (startAtLogin) preferences.change({ startAtLogin: false });
}
