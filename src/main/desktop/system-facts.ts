import { release } from 'node:os';
import { app, screen } from 'electron';
import { linuxDesktop } from './linux-desktop.ts';

/** What a report says of the computer: versions, system, screens. */
export function systemFacts(): Readonly<Record<string, string>> {
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
