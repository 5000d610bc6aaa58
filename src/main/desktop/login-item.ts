import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';

/** Argument that makes a start wait in the tray. */
export const hiddenArgument = '--hidden';
/** Windows passes this to report the use of a notification from an earlier run. */
const activationArgument = '-Embedding';

/** The system's setting to start the app at login, in the tray. */
export interface LoginItem {
  readonly isSet: () => boolean;
  /** throws if the system refuses */
  readonly set: () => void;
  readonly clear: () => void;
}

/** This system's login item. */
export function createLoginItem(app: App, environment: NodeJS.ProcessEnv): LoginItem {
  const command = startCommand(app, environment);
  if (process.platform !== 'linux') return createSystemLoginItem(app, command);
  return createAutostartEntry(join(app.getPath('appData'), 'autostart', 'counterbell.desktop'), command);
}

/** Command for the system: the AppImage, not its unpacked content; before packaging, Electron with our folder. */
function startCommand(app: App, environment: NodeJS.ProcessEnv): readonly string[] {
  if (!app.isPackaged) return [process.execPath, app.getAppPath()];
  return [environment['APPIMAGE'] ?? process.execPath];
}

function createSystemLoginItem(app: App, [path = '', ...args]: readonly string[]): LoginItem {
  const item = { path, args: [...args, hiddenArgument] };
  const isSet = (): boolean => app.getLoginItemSettings(item).openAtLogin;
  return {
    isSet,
    set: () => {
      app.setLoginItemSettings({ ...item, openAtLogin: true });
      if (!isSet()) throw new Error('The system did not accept the login item');
    },
    clear: () => app.setLoginItemSettings({ ...item, openAtLogin: false }),
  };
}

/** A file in the XDG autostart folder; one disabled by the desktop or its user counts as absent. */
export function createAutostartEntry(path: string, command: readonly string[]): LoginItem {
  return {
    isSet: () =>
      existsSync(path) && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(readFileSync(path, 'utf8')),
    set: () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, autostartEntry([...command, hiddenArgument]));
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

/** Desktop entries quote arguments and escape strings once more; a bare percent sign starts a field code. */
function quoted(argument: string): string {
  if (/^[\w@+=:,./-]+$/.test(argument)) return argument;
  const escaped = argument
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `"${escaped}"`;
}

/** True if this start waits in the tray: asked to, or started by macOS at login, without arguments. */
export function startsHidden(app: App, argv: readonly string[]): boolean {
  const isAsked = argv.includes(hiddenArgument) || argv.includes(activationArgument);
  return isAsked || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}
