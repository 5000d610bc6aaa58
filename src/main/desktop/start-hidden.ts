import type { App } from 'electron';
import { hiddenArgument } from './login-item.ts';
import type { Preferences } from './preferences.ts';

/** Whether this start is to wait in the tray: told so, or started by macOS at login, which passes no arguments. */
export function startsHidden(app: App, argv: readonly string[], preferences: Preferences): boolean {
  if (argv.includes(hiddenArgument)) return true;
  return process.platform === 'darwin' && preferences.current().startHidden && app.getLoginItemSettings().wasOpenedAtLogin;
}
