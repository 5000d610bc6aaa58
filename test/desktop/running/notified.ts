import type { NotificationService } from '../../fixtures/dbus/notification-service.ts';
import { shownWindows } from '../customers.ts';
import { expect, type Desktop } from '../fixtures.ts';

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
