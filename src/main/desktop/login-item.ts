import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import type { Preferences } from './preferences.ts';

/** The argument with which a start waits in the tray. */
export const hiddenArgument = '--hidden';
/** Windows starts it like this to hand over what was done with a notification of an earlier run. */
const activationArgument = '-Embedding';

/** Whether the system starts the app when its user signs in. */
export interface LoginItem {
  readonly isSet: () => boolean;
  /** throws where the system refuses */
  readonly set: (wanted: { readonly hidden: boolean }) => void;
  readonly clear: () => void;
}

/** The login item of this system. `environment` says where a Linux desktop keeps its own. */
export function createLoginItem(app: App, environment: NodeJS.ProcessEnv): LoginItem {
  const command = startCommand(app, environment);
  if (process.platform !== 'linux') return createSystemLoginItem(app, command);
  return createAutostartEntry(join(configFolder(environment), 'autostart', 'counterbell.desktop'), command);
}

/** What the system is to run: the AppImage rather than what it unpacks to; before packaging, Electron with our folder. */
function startCommand(app: App, environment: NodeJS.ProcessEnv): readonly string[] {
  if (!app.isPackaged) return [process.execPath, app.getAppPath()];
  return [environment['APPIMAGE'] ?? process.execPath];
}

function createSystemLoginItem(app: App, [path, ...args]: readonly string[]): LoginItem {
  const item = (hidden: boolean): { path?: string; args: string[] } => ({
    ...(path !== undefined && { path }),
    args: hidden ? [...args, hiddenArgument] : [...args],
  });
  return {
    isSet: () => [true, false].some((hidden) => app.getLoginItemSettings(item(hidden)).openAtLogin),
    set: ({ hidden }) => {
      app.setLoginItemSettings({ ...item(hidden), openAtLogin: true });
      if (!app.getLoginItemSettings(item(hidden)).openAtLogin)
        throw new Error('The system did not accept the login item');
    },
    clear: () => app.setLoginItemSettings({ ...item(false), openAtLogin: false }),
  };
}

/** XDG base directories: a path that is not absolute counts as none. */
function configFolder(environment: NodeJS.ProcessEnv): string {
  const configHome = environment['XDG_CONFIG_HOME'];
  return configHome !== undefined && isAbsolute(configHome) ? configHome : join(homedir(), '.config');
}

/** A file of the XDG autostart folder; one that the desktop or its user switched off counts as not there. */
export function createAutostartEntry(path: string, command: readonly string[]): LoginItem {
  return {
    isSet: () =>
      existsSync(path) && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(readFileSync(path, 'utf8')),
    set: ({ hidden }) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, autostartEntry([...command, ...(hidden ? [hiddenArgument] : [])]));
    },
    clear: () => rmSync(path, { force: true }),
  };
}

function autostartEntry(command: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Counterbell
Comment=Answers customers from this computer
Exec=${command.map(quoted).join(' ')}
Icon=counterbell
Terminal=false
StartupNotify=false
X-GNOME-Autostart-enabled=true
`;
}

/** Desktop entries quote an argument, and escape once more what is in a string; a percent sign is a code otherwise. */
function quoted(argument: string): string {
  if (/^[\w@+=:,./-]+$/.test(argument)) return argument;
  const escaped = argument
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `"${escaped}"`;
}

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
