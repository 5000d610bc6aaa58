import type { TestType } from '@playwright/test';
import { startNotificationService, type NotificationService } from '../fixtures/dbus/notification-service.ts';
import { openChannel, shownWindows, type Write } from './customers.ts';
import { expect, skipWithoutRuntime, test as base, type Desktop } from './fixtures.ts';

interface Options {
  readonly capabilities: readonly string[];
  readonly service: NotificationService;
}

type Extended<More> = typeof base extends TestType<infer Test, infer Worker> ? TestType<Test & More, Worker> : never;

/** With this desktop's notification service. */
export const test: Extended<Options> = base.extend<Options>({
  capabilities: [['actions', 'body', 'body-markup', 'sound'], { option: true }],
  service: async ({ capabilities }, use) => {
    skipWithoutRuntime();
    const service = await startNotificationService(capabilities);
    await use(service);
    await service.stop();
  },
});

export type Shop = Desktop & { readonly write: Write };

/** The app with an operator online, its windows hidden, and a channel to write to. */
export async function startShop(launch: () => Promise<Desktop>): Promise<Shop> {
  const desktop = await launch();
  await desktop.rpc('setup.finish', {});
  await desktop.rpc('operators.setPresence', { presence: 'online' });
  await hideWindows(desktop);
  return { ...desktop, write: await openChannel(desktop) };
}

/** Hides all windows, once the console has appeared. */
export async function hideWindows({ app }: Pick<Desktop, 'app'>): Promise<void> {
  await expect.poll(() => shownWindows(app)).toHaveLength(1);
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide();
  });
}

/** Notifications on the screen: title and body. */
export function shownNotifications(service: NotificationService): readonly string[] {
  return service.shownNotifications().map(({ title, body }) => `${title}: ${body}`);
}
