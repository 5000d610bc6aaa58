import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { shell } from 'electron';
import { linuxDesktop } from '../linux-desktop.ts';
import { settingsPrograms, type SettingsProgram } from './notification-settings-programs.ts';

/** The system's own settings of notifications. */
export interface NotificationSettings {
  /** there are some that can be opened from here */
  readonly isThere: () => boolean;
  /** rejects, in plain words, where there are none to open */
  readonly open: () => Promise<void>;
}

/** `environment` says which desktop this is, and where its programs lie. */
export function createNotificationSettings(environment: NodeJS.ProcessEnv): NotificationSettings {
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

function atAddress(address: string): NotificationSettings {
  return { isThere: () => true, open: () => shell.openExternal(address) };
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
