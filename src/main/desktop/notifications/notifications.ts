import { app, shell } from 'electron';
import { createElectronPresenter } from './electron.ts';
import { createFreedesktopPresenter, startAnotherInstance, takeActivationToken } from './freedesktop.ts';
import type { SessionBus } from '../session-bus.ts';
import type { Logger } from 'pino';
import type { NotificationPresenter, PresenterOptions } from './notice.ts';
import { limitNotifications, type LimitedNotificationOptions } from './limited-notifications.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { linuxDesktop } from '../environment.ts';

interface NotificationOptions extends Omit<LimitedNotificationOptions, 'present'> {
  readonly sessionBus: Promise<SessionBus | undefined>;
  readonly log: Logger;
}

export type Notifications = ReturnType<typeof startNotifications>;

/** Shows notifications in this system's way. Call it once Electron is ready. */
export function startNotifications({ sessionBus, log, ...options }: NotificationOptions) {
  const { clock } = options;
  const activation = { app, clock, env: process.env, start: startAnotherInstance };
  const present = ({ onUse }: PresenterOptions): NotificationPresenter =>
    process.platform !== 'linux'
      ? createElectronPresenter({ onUse, clock })
      : createFreedesktopPresenter({
          onUse: (key, use) =>
            void takeActivationToken('activationToken' in use ? use.activationToken : undefined, activation).then(() =>
              onUse(key, use),
            ),
          bus: sessionBus,
          applicationName: app.getName(),
          beep: () => shell.beep(),
          log,
        });
  return { ...limitNotifications({ ...options, present }), ...systemSettings(process.env) };
}

/** Keyed by the name a desktop gives itself. */
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

/** The system's notification settings. `environment` identifies the desktop and its program folders. */
function systemSettings(environment: NodeJS.ProcessEnv) {
  const address = ADDRESSES[process.platform];
  const desktop = linuxDesktop(environment);
  const installed = () => settingsPrograms(desktop).filter(({ program }) => isInstalled(program, environment['PATH']));
  return {
    /** true if there are some to open */
    hasSystemSettings: (): boolean => address !== undefined || installed().length > 0,
    /** rejects with a readable message if there are none */
    openSystemSettings: async (): Promise<void> => {
      if (address !== undefined) return shell.openExternal(address);
      for (const { program, args } of installed())
        if (await tryStart(program, args, { ...environment, XDG_CURRENT_DESKTOP: desktop })) return;
      throw new Error('The settings of this desktop could not be opened. Look for "Notifications" in them.');
    },
  };
}

const ADDRESSES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'x-apple.systempreferences:com.apple.Notifications-Settings.extension',
  win32: 'ms-settings:notifications',
};

/** Programs to try on this desktop, the likeliest first. `desktops`: XDG_CURRENT_DESKTOP, such as `ubuntu:GNOME`. */
export function settingsPrograms(desktops = '') {
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

/** The program gets the desktop's true name: GNOME's refuses to run elsewhere. */
function tryStart(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}
