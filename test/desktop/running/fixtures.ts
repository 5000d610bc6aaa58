import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestType } from '@playwright/test';
import { startNotificationService, type NotificationService } from '../../fixtures/dbus/notification-service.ts';
import { startTrayHost, type TrayHost } from '../../fixtures/dbus/tray-host.ts';
import { MIN_CALL_GAP } from '#shared/domain/call-policy.ts';
import { openChannel, type Write } from '../customers.ts';
import { expect, skipWithoutRuntime, startDesktop, test as base, type Desktop } from '../fixtures.ts';
import { findRuntime } from '../runtime.ts';

/** The app that serves the specs of this folder in turn, set up, with an operator online. */
export interface Running extends Desktop {
  readonly dataDir: string;
  /** a folder of the app's PATH; its desktop is GNOME */
  readonly programs: string;
  /** lets the time pass in which no second call may follow */
  readonly passCallGap: () => Promise<void>;
}

interface Program {
  readonly running: Running;
  readonly panel: TrayHost | undefined;
}

interface Fixtures {
  readonly desktop: Running;
  /** the panel with the app's icon */
  readonly host: TrayHost;
  readonly capabilities: readonly string[];
  /** this desktop's notifications, of this test alone */
  readonly service: NotificationService;
  /** writes to a channel as a customer */
  readonly write: Write;
}

type Extended<More, MoreOfWorker> =
  typeof base extends TestType<infer Test, infer Worker> ? TestType<Test & More, Worker & MoreOfWorker> : never;

export const test: Extended<Fixtures, { readonly program: Program | undefined }> = base.extend<
  Fixtures,
  { readonly program: Program | undefined }
>({
  program: [
    async ({}, use) => {
      if ('missing' in findRuntime()) return use(undefined);
      const panel = process.platform === 'linux' ? await startTrayHost() : undefined;
      const dataDir = await mkdtemp(join(tmpdir(), 'counterbell-desktop-'));
      const running = await startRunning(dataDir);
      await use({ running, panel });
      await running.quit();
      await panel?.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
    { scope: 'worker' },
  ],
  desktop: async ({ program }, use) => {
    skipWithoutRuntime();
    if (program === undefined) return;
    await startOver(program.running);
    await use(program.running);
  },
  host: async ({ program }, use) => {
    skipWithoutRuntime();
    test.skip(process.platform !== 'linux', 'trays of other systems cannot be read from outside');
    if (program?.panel === undefined) return;
    const { panel } = program;
    await expect.poll(() => panel.items()).toHaveLength(1);
    await use(panel);
  },
  capabilities: [['actions', 'body', 'body-markup', 'sound'], { option: true }],
  service: async ({ capabilities }, use) => {
    skipWithoutRuntime();
    test.skip(process.platform !== 'linux', 'notifications of other systems cannot be read from outside');
    const service = await startNotificationService(capabilities);
    await use(service);
    await service.stop();
  },
  write: async ({ desktop }, use) => use(await openChannel(desktop)),
});

export { expect } from '@playwright/test';

async function startRunning(dataDir: string): Promise<Running> {
  const programs = join(dataDir, 'programs');
  const desktop = await startDesktop(dataDir, undefined, {
    // Its microphone is a fake; permission is still requested.
    args: ['--use-fake-device-for-media-stream'],
    env: { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME', PATH: [programs, process.env['PATH']].join(delimiter) },
  });
  await desktop.rpc('setup.finish', {});
  const passCallGap = (): Promise<void> =>
    desktop.app.evaluate((_electron, gap) => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + gap;
    }, MIN_CALL_GAP);
  return { ...desktop, dataDir, programs, passCallGap };
}

/** Leaves nothing of the test before: no channels or open chats, first preferences, one window, which shows the inbox. */
async function startOver({ app, console: page, rpc, passCallGap }: Running): Promise<void> {
  const console = 'app://counterbell/index.html';
  if (!page.url().startsWith(console)) await page.goto(console);
  for (const { id: channelId } of (await rpc('channels.list', {})).channels)
    await rpc('channels.remove', { channelId });
  await rpc('operators.setPresence', { presence: 'online' });
  await app.evaluate(({ BrowserWindow, powerMonitor }) => {
    powerMonitor.getSystemIdleTime = () => 0;
    const [first, ...others] = BrowserWindow.getAllWindows().toSorted((one, other) => one.id - other.id);
    for (const window of others) window.destroy();
    first?.show();
  });
  await page.evaluate(async () => {
    localStorage.clear();
    await counterbell.desktop.call('change', {
      awayAfterMinutes: 0,
      closeToTray: true,
      pausedUntil: null,
      notifications: {
        newChat: true,
        ownChat: true,
        askedForPerson: true,
        failedReply: true,
        sound: true,
        repeat: true,
      },
    });
  });
  // Without its hash it loads anew.
  await page.goto(console);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await passCallGap();
}
