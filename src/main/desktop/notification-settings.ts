import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { shell } from 'electron';

/** What opens the settings of notifications, by the name that a Linux desktop gives itself. */
const LINUX_PROGRAMS: readonly (readonly [desktop: string, program: string, ...args: string[]])[] = [
  ['GNOME', 'gnome-control-center', 'notifications'],
  ['KDE', 'systemsettings', 'kcm_notifications'],
  ['KDE', 'systemsettings5', 'kcm_notifications'],
  ['XFCE', 'xfce4-notifyd-config'],
  ['Cinnamon', 'cinnamon-settings', 'notifications'],
  ['MATE', 'mate-notification-properties'],
  ['Budgie', 'budgie-control-center', 'notifications'],
];

/** Opens the system's settings of notifications; rejects, in plain words, where there are none to open. */
export async function openNotificationSettings(): Promise<void> {
  if (process.platform === 'darwin') return shell.openExternal('x-apple.systempreferences:com.apple.Notifications-Settings.extension');
  if (process.platform === 'win32') return shell.openExternal('ms-settings:notifications');
  const desktops = (process.env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':');
  for (const [desktop, program, ...args] of LINUX_PROGRAMS) {
    if (desktops.includes(desktop.toLowerCase()) && (await started(program, args))) return;
  }
  throw new Error('The settings of this desktop could not be opened. Look for "Notifications" in them.');
}

function started(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.unref();
  return once(child, 'spawn').then(() => true, () => false);
}
