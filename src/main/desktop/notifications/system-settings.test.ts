import { expect, it } from 'vitest';
import { settingsPrograms } from './notifications.ts';

it.each([
  ['ubuntu:GNOME', ['gnome-control-center notifications']],
  ['KDE', ['systemsettings kcm_notifications', 'systemsettings5 kcm_notifications']],
  ['X-Cinnamon', ['cinnamon-settings notifications']],
  ['XFCE', ['xfce4-notifyd-config']],
  ['sway', []],
  ['', []],
  [undefined, []],
])('on the desktop %s, %j opens the settings', (desktops, commands) => {
  expect(settingsPrograms(desktops).map(({ program, args }) => [program, ...args].join(' '))).toEqual(commands);
});
