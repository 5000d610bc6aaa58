import { expect, type Page } from '@playwright/test';

/** Resolves when a worker has taken over the page, and keeps what the page has loaded. */
export async function workerActive(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
}
