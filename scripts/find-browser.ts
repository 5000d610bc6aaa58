import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

/** Prefers the headless shell: it renders the same pages with a quarter less CPU time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chrome',
  'msedge',
];

const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const WINDOWS_PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

const DOWNLOAD_LIMIT = 5 * 60 * 1000;

/** Commands that install Chromium from the system's packages, in the order tried. */
const PACKAGE_MANAGERS = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  ['dnf', 'install', '-y', 'chromium'],
  ['zypper', '--non-interactive', 'install', 'chromium'],
  ['pacman', '-Sy', '--noconfirm', 'chromium'],
  ['apk', 'add', 'chromium'],
] as const;

/** Playwright's launch options for the browser found; throws if there is none. */
export function browserLaunch(executablePath = findBrowser()): {
  readonly executablePath: string;
  readonly args: string[];
} {
  if (executablePath === undefined) throw new Error('No Chrome, Chromium or Edge was found. CHROME_PATH may name one.');
  return { executablePath, args: [...quietFlags(), ...(sandboxWorks() ? [] : ['--no-sandbox'])] };
}

/** Chrome, Chromium or Edge on this machine: CHROME_PATH, the PATH, the usual locations, Playwright's own download. */
export function findBrowser(isWanted = (_program: string): boolean => true): string | undefined {
  return [process.env['CHROME_PATH'], ...onPath(), ...defaultLocations(), chromium.executablePath()].find(
    (program): program is string =>
      program !== undefined && program !== '' && isWanted(program) && existsSync(program) && starts(program),
  );
}

/** One that shows notifications: the headless shell refuses them, whatever is granted. */
export function findNotifyingBrowser(): string | undefined {
  return findBrowser((program) => !program.includes('headless-shell') && !program.includes('headless_shell'));
}

/** Installs Chromium with Playwright's download, else from the system's packages; reports on stderr. */
export function installBrowser(): string | undefined {
  process.stderr.write('No browser was found: installing Chromium …\n');
  const playwright = path.resolve(import.meta.dirname, '../node_modules/playwright/cli.js');
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], {
    timeout: DOWNLOAD_LIMIT,
    stdio: ['ignore', 2, 2],
  });
  return findBrowser() ?? installPackage();
}

function installPackage(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const command of PACKAGE_MANAGERS.filter(([program]) => programsNamed(program).length > 0)) {
    const [program, ...args] = [...asRoot, ...command];
    if (program !== undefined) spawnSync(program, args, { timeout: DOWNLOAD_LIMIT, stdio: ['ignore', 2, 2] });
  }
  return findBrowser();
}

/** Without these a browser on an offline machine keeps requesting Google's hosts. */
function quietFlags(): readonly string[] {
  return [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}

function sandboxWorks(): boolean {
  return process.platform !== 'linux' || (process.getuid?.() !== 0 && process.env['CI'] === undefined);
}

/** Skips browsers that lack libraries, and stubs that only open an app store. */
function starts(program: string): boolean {
  if (process.platform === 'win32') return true;
  return spawnSync(program, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

function onPath(): readonly string[] {
  return process.platform === 'win32' ? [] : COMMANDS.flatMap(programsNamed);
}

function programsNamed(command: string): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, command)).filter((file) => existsSync(file));
}

function defaultLocations(): readonly string[] {
  if (process.platform === 'darwin') {
    const folders = ['/Applications', path.join(process.env['HOME'] ?? '', 'Applications')];
    return folders.flatMap((folder) => MAC_APPS.map((app) => path.join(folder, `${app}.app/Contents/MacOS`, app)));
  }
  if (process.platform !== 'win32') return [];
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
  return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => path.join(folder, program)));
}
