import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { linuxDesktop } from '../surroundings.ts';

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
export function createNotificationSettings(
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
