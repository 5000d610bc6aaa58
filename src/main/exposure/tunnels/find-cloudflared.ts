import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export interface FoundCloudflared {
  readonly path: string;
  /** such as 2026.10.0 */
  readonly version: string;
}

export interface ProgramPlaces {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const VERSION_LIMIT = 5000;

/** The owner's cloudflared: first on the path, then where its installers put it. A desktop app's path is often a short one. */
export async function findCloudflared(places: ProgramPlaces): Promise<FoundCloudflared | undefined> {
  for (const candidate of candidates(places)) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    const version = isThere ? await versionOf(candidate) : undefined;
    if (version !== undefined) return { path: candidate, version };
  }
  return undefined;
}

function candidates({ platform, env, home }: ProgramPlaces): readonly string[] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const name = platform === 'win32' ? 'cloudflared.exe' : 'cloudflared';
  const onPath = (env['PATH'] ?? env['Path'] ?? '').split(platform === 'win32' ? ';' : ':');
  const usual = {
    win32: [
      ...[env['ProgramFiles'], env['ProgramFiles(x86)']].map((folder) => folder && paths.join(folder, 'cloudflared')),
      env['LOCALAPPDATA'] && paths.join(env['LOCALAPPDATA'], 'Microsoft', 'WinGet', 'Links'),
      env['ProgramData'] && paths.join(env['ProgramData'], 'chocolatey', 'bin'),
      paths.join(home, 'scoop', 'shims'),
    ],
    darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', paths.join(home, '.cloudflared', 'bin')],
    other: [
      '/usr/local/bin',
      '/usr/bin',
      '/snap/bin',
      '/home/linuxbrew/.linuxbrew/bin',
      paths.join(home, '.local', 'bin'),
      paths.join(home, 'bin'),
    ],
  };
  const folders = [...onPath, ...usual[platform === 'win32' || platform === 'darwin' ? platform : 'other']];
  // A relative folder on the path would be looked for in whatever folder this process was started in.
  return [
    ...new Set(
      folders
        .filter((folder) => folder !== undefined && folder !== '' && paths.isAbsolute(folder))
        .map((folder) => paths.join(folder ?? '', name)),
    ),
  ];
}

/** `cloudflared version 2024.6.1 (built 2024-06-18-1402 UTC)`; undefined where it is something else. */
async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      timeout: VERSION_LIMIT,
      windowsHide: true,
      maxBuffer: 64 * 1024,
    });
    return /cloudflared version (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
