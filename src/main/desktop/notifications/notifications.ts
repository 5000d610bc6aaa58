import { app, shell } from 'electron';
import { announceChats, type AnnouncerOptions, type Notifications } from './announcer.ts';
import { createElectronPresenter } from './electron.ts';
import { createFreedesktopPresenter, startOnceMore, takeActivationToken } from './freedesktop.ts';
import { connectSessionBus } from '../session-bus.ts';
import type { Phrase } from '#shared/locales/phrase.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { linuxDesktop } from '../surroundings.ts';

/** One notification, as the system is to show it. Plain text throughout. */
export interface Notice {
  /** a later notice with the same key takes its place */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly sound: boolean;
  /** it is about a chat that can be answered from here */
  readonly answerable: boolean;
}

/**
 * What somebody did with a notification. `answer`: they want to write, and the system had no field for it; `dismiss`: they
 * put it away unused.
 * `activationToken`: by which the system lets a window come to the front.
 */
export type NoticeUse =
  | { readonly kind: 'open' | 'answer'; readonly activationToken?: string }
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'dismiss' };

/** `unsupported`: nothing on this computer shows notifications; `system`: it refused. */
export type Shown =
  | { readonly shown: true }
  | { readonly shown: false; readonly blockedBy: 'system' | 'unsupported'; readonly detail: Phrase };

/** The system's notifications. */
export interface NotificationPresenter {
  /** shows it, or puts it in the place of the one with its key; never rejects */
  readonly show: (notice: Notice) => Promise<Shown>;
  readonly withdraw: (key: string) => void;
  /** whether the system holds them back just now, as far as it says: do not disturb */
  readonly isSilenced: () => Promise<boolean>;
  /** resolves when what was to be withdrawn is */
  readonly stop: () => Promise<void>;
}

export interface PresenterOptions {
  /** `key` may be of a notice that an earlier run of the app showed */
  readonly onUse: (key: string, use: NoticeUse) => void;
}

export interface NotificationOptions extends Omit<AnnouncerOptions, 'present' | 'settings'> {
  /** resolves when the start has time for the desktop's bus */
  readonly calm: Promise<void>;
}

/** Announces chats in this system's way. Call it once Electron is ready. */
export function startNotifications(options: NotificationOptions): Notifications {
  const settings = createNotificationSettings(process.env, (address) => shell.openExternal(address));
  if (process.platform !== 'linux') {
    const present = (presenting: PresenterOptions) => createElectronPresenter({ ...presenting, clock: options.clock });
    return announceChats({ ...options, present, settings });
  }
  const bus = options.calm.then(() => connectSessionBus(options.log));
  const activation = { app, clock: options.clock, env: process.env, start: startOnceMore };
  const present = ({ onUse }: PresenterOptions) =>
    createFreedesktopPresenter({
      onUse: (key, use) =>
        void takeActivationToken('activationToken' in use ? use.activationToken : undefined, activation).then(() =>
          onUse(key, use),
        ),
      bus,
      applicationName: app.getName(),
      beep: () => shell.beep(),
      log: options.log,
    });
  return announceChats({ ...options, present, settings });
}

/** What opens the settings of notifications on a Linux desktop. */
interface SettingsProgram {
  readonly program: string;
  readonly args: readonly string[];
}

/** By the name that a desktop gives itself. */
const PROGRAMS: readonly (readonly [desktop: string, program: string, ...args: string[]])[] = [
  ['GNOME', 'gnome-control-center', 'notifications'],
  ['KDE', 'systemsettings', 'kcm_notifications'],
  ['KDE', 'systemsettings5', 'kcm_notifications'],
  ['XFCE', 'xfce4-notifyd-config'],
  ['X-Cinnamon', 'cinnamon-settings', 'notifications'],
  ['Cinnamon', 'cinnamon-settings', 'notifications'],
  ['MATE', 'mate-notification-properties'],
  ['Budgie', 'budgie-control-center', 'notifications'],
  ['LXQt', 'lxqt-config-notificationd'],
];

/** The system's own settings of notifications. */
export interface NotificationSettings {
  /** there are some that can be opened from here */
  readonly isThere: () => boolean;
  /** rejects, in plain words, where there are none to open */
  readonly open: () => Promise<void>;
}

/** `environment` says which desktop this is, and where its programs lie; `openExternal` opens an address of the system. */
function createNotificationSettings(
  environment: NodeJS.ProcessEnv,
  openExternal: (address: string) => Promise<void>,
): NotificationSettings {
  const atAddress = (address: string): NotificationSettings => ({
    isThere: () => true,
    open: () => openExternal(address),
  });
  if (process.platform === 'darwin')
    return atAddress('x-apple.systempreferences:com.apple.Notifications-Settings.extension');
  if (process.platform === 'win32') return atAddress('ms-settings:notifications');
  const desktop = linuxDesktop(environment);
  const installed = (): readonly SettingsProgram[] =>
    settingsPrograms(desktop).filter(({ program }) => isInstalled(program, environment['PATH']));
  return {
    isThere: () => installed().length > 0,
    open: async () => {
      for (const { program, args } of installed())
        if (await started(program, args, { ...environment, XDG_CURRENT_DESKTOP: desktop })) return;
      throw new Error('The settings of this desktop could not be opened. Look for "Notifications" in them.');
    },
  };
}

/** Programs to try on this desktop, the likelier first. `desktops`: XDG_CURRENT_DESKTOP, for instance `ubuntu:GNOME`. */
export function settingsPrograms(desktops = ''): readonly SettingsProgram[] {
  const names = desktops.toLowerCase().split(':');
  return PROGRAMS.filter(([desktop]) => names.includes(desktop.toLowerCase())).map(([, program, ...args]) => ({
    program,
    args,
  }));
}

function isInstalled(program: string, path: string | undefined): boolean {
  return (path ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/** The program is told the true name of the desktop: GNOME's refuses to run elsewhere. */
function started(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}
