import { release } from 'node:os';
import type { App, Screen } from 'electron';
import type { DesktopStatus } from '#shared/contract/desktop.ts';
import { linuxDesktop } from './environment.ts';
import { toEnglish } from '#shared/locales/english.ts';
import type { Ask } from './ask-engine.ts';
import { maskSecrets } from '#main/engine/log-masking.ts';

const LOG_LINES = 200;

/** Counts and kinds, plus the secrets to remove wherever they appear. */
export interface AboutEngine {
  readonly lines: readonly string[];
  readonly secrets: readonly string[];
}

export interface DiagnosticsOptions {
  readonly about: () => Promise<AboutEngine>;
  readonly status: () => DesktopStatus;
  /** the runtime's own report: versions, system, screens */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly lastLogLines: (count: number) => readonly string[];
  readonly wall: () => number;
}

/** Report text: the app's state and latest log lines, without secrets or customer data. */
export async function describeForReport(options: DiagnosticsOptions): Promise<string> {
  const { about, status, environment, lastLogLines, wall } = options;
  const { preferences, vault, update, hasTray, version } = status();
  const { lines, secrets } = await about();
  const text = [
    `Counterbell ${version}, ${new Date(wall()).toISOString()}`,
    ...Object.entries(environment()).map(([name, value]) => `${name}: ${value}`),
    `Tray icons: ${hasTray ? 'yes' : 'no'}`,
    `Secrets kept by: ${toEnglish(vault.backend)}`,
    `Updates: ${JSON.stringify(update)}`,
    `Preferences: ${JSON.stringify(preferences)}`,
    ...lines,
    '',
    `The latest lines of the log (at most ${LOG_LINES}):`,
    ...lastLogLines(LOG_LINES),
  ].join('\n');
  return `${maskSecrets(text, secrets)}\n`;
}

/** This computer's own engine. */
export async function describeEngine({
  listenerUrl,
  accessKey,
  ask,
}: {
  readonly listenerUrl: string;
  /** of the operator of this app */
  readonly accessKey: string;
  readonly ask: Ask;
}): Promise<AboutEngine> {
  try {
    const setup = await ask('setup.get', {});
    const { channels } = await ask('channels.list', {});
    const { bots } = await ask('bots.list', {});
    const counts = await ask('chats.counts', {});
    const readable = channels.filter(({ secretLost }) => secretLost !== true);
    const channelAddresses = await Promise.all(readable.map(({ id }) => ask('channels.addresses', { channelId: id })));
    const known = bots.filter(({ state }) => state !== 'token_lost');
    const botAddresses = await Promise.all(known.map(({ id }) => ask('bots.addresses', { botId: id })));
    return {
      lines: [
        `Listener: ${listenerUrl}, public address ${setup.publicUrl === null ? 'not set' : 'set'}`,
        `Database of a newer version: ${setup.databaseIsNewer ? 'yes' : 'no'}`,
        `Channels: ${channels.length}, paused ${channels.filter(({ paused }) => paused).length}, connected ${channels.filter(({ endpoint }) => endpoint !== null).length}, secret lost ${channels.length - readable.length}`,
        `Bots: ${bots.length}, token lost ${bots.length - known.length}`,
        `Chats: waiting ${counts.waiting}, with bots ${counts.bot}, open ${counts.open}`,
      ],
      // The secret precedes the public ID, the last part of the address.
      secrets: [
        accessKey,
        ...channelAddresses.flatMap(({ message }) => message.split('/').at(-2) ?? []),
        ...botAddresses.map(({ token }) => token),
      ],
    };
  } catch (error) {
    return {
      lines: [`The engine does not answer: ${error instanceof Error ? error.message : String(error)}`],
      secrets: [accessKey],
    };
  }
}

/** Facts about the computer for a report: versions, system, screens. */
export function systemFacts(
  app: Pick<App, 'getLocale'>,
  screen: Pick<Screen, 'getAllDisplays'>,
): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  const screens = screen
    .getAllDisplays()
    .map(({ size, scaleFactor }) => `${size.width}x${size.height} at ${scaleFactor}`);
  return {
    Runtime: `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    System: `${process.platform} ${release()} ${process.arch}`,
    Desktop:
      process.platform === 'linux'
        ? `${linuxDesktop(process.env) ?? 'unknown'}, ${process.env['XDG_SESSION_TYPE'] ?? 'unknown'}`
        : 'the system',
    Language: app.getLocale(),
    Screens: screens.join('; '),
    Running: `${Math.round(process.uptime() / 60)} min`,
  };
}
