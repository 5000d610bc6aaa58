import { expect, type Locator, type Page } from '@playwright/test';
import { openSettings } from './settings-page.ts';

/** Opens Settings, Connection from anywhere in the console. */
export async function openConnection(page: Page): Promise<void> {
  await openSettings(page, 'Connection');
  await expect(page.getByRole('heading', { level: 2, name: 'Connection' })).toBeVisible();
}

/** Whether customers can reach the shop, at what address, and the problem if not. */
export function reachPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Whether customers can reach you' });
}

/** The address shown in the panel. */
export async function shownAddress(page: Page): Promise<string> {
  return (await reachPanel(page).getByRole('code').textContent()) ?? '';
}

/** Shows a way or a kind of tunnel without activating it. */
export async function showWay(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).click();
}

/** Fills a field that is saved on leaving it. */
export async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(text);
  await field.press('Enter');
  await expect(page.getByText(`Saved: ${name}`)).toBeVisible();
}
