/** What opens the settings of notifications on a Linux desktop. */
export interface SettingsProgram {
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

/** Programs to try on this desktop, the likelier first. `desktops`: XDG_CURRENT_DESKTOP, for instance `ubuntu:GNOME`. */
export function settingsPrograms(desktops = ''): readonly SettingsProgram[] {
  const names = desktops.toLowerCase().split(':');
  return PROGRAMS.filter(([desktop]) => names.includes(desktop.toLowerCase())).map(([, program, ...args]) => ({
    program,
    args,
  }));
}
