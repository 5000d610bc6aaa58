import type { App } from 'electron';
import { hiddenArgument } from './login-item.ts';
import type { Preferences } from './preferences.ts';

/** Windows starts it like this to hand over what was done with a notification of an earlier run. */
const activationArgument = '-Embedding';

/** Whether this start is to wait in the tray: told so, or started by macOS at login, which passes no arguments. */
export function startsHidden(app: App, argv: readonly string[], preferences: Preferences): boolean {
  return isToldTo(argv) || (preferences.current().startHidden && mayStartHidden(app, argv));
}

/** The same before the owner's preferences are known: false where this start is certainly seen. */
export function mayStartHidden(app: App, argv: readonly string[]): boolean {
  return isToldTo(argv) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}

function isToldTo(argv: readonly string[]): boolean {
  return argv.includes(hiddenArgument) || argv.includes(activationArgument);
}
