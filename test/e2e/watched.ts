import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import type { EventFrame, NumberedEvent } from '#shared/contract/events.ts';

/** Errors in a page since it has been watched. */
export interface Watched {
  readonly page: Page;
  /** nothing was thrown, nothing broke, the browser's console is empty */
  readonly isWhole: () => Promise<void>;
}

/** Records every error of a page; call it before the critical steps. */
export function watched(page: Page): Watched {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.stack ?? error.message}`));
  page.on('console', (line) => {
    // A missing file of a customer is no fault of the page.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
      wrong.push(`console: ${line.text()}`);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/faults.report')) wrong.push(`reported: ${request.postData() ?? ''}`);
  });
  return {
    page,
    isWhole: async () => {
      expect(wrong).toEqual([]);
      await expect(page.getByText('Couldn’t show')).toHaveCount(0);
      await expect(page.getByText('Something went wrong in this window')).toHaveCount(0);
    },
  };
}

/** Modifies events from the real host to a page, which must not be loaded yet. */
export async function tamperWithEvents(page: Page, change: (event: NumberedEvent) => unknown): Promise<void> {
  await page.routeWebSocket(/\/events$/, (toPage: WebSocketRoute) => {
    const toHost = toPage.connectToServer();
    toHost.onMessage((frame) => {
      const events = JSON.parse(String(frame)) as EventFrame;
      toPage.send(JSON.stringify(events.map((event) => (event.name === 'hello' ? event : change(event)))));
    });
  });
}

/** Holds back every request to a route; calling one of the returned functions releases that request. */
export async function holdBack(page: Page, route: string): Promise<readonly (() => void)[]> {
  const held: (() => void)[] = [];
  await page.route(`**/rpc/${route}`, async (request) => {
    await new Promise<void>((resolve) => void held.push(resolve));
    await request.continue();
  });
  return held;
}

/** The text of parts of a page, except for the clock and the start of unread messages, which is read after a reload. */
async function read(parts: readonly (() => Locator)[]): Promise<string> {
  const snapshots = await Promise.all(parts.map((part) => part().ariaSnapshot()));
  return snapshots
    .join('\n')
    .replaceAll(/^ *- separator "Unread messages"\n/gm, '')
    .replaceAll(/\b\d+ (?:s|min|h)\b|\bnow\b/gm, '…');
}

/** Reloads the page: live content must equal the stored one, once pending files are there. */
export async function sameAfterReload(page: Page, ...parts: readonly (() => Locator)[]): Promise<void> {
  for (const part of parts) await expect(part().locator('[aria-busy="true"]')).toHaveCount(0);
  const live = await read(parts);
  await page.reload();
  await expect.poll(() => read(parts)).toBe(live);
}
