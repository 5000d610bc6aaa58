import { expect, type Locator, type Page } from '@playwright/test';
import { openSettings } from './settings-page.ts';

/** Opens Settings, Connection from wherever the console is. */
export async function openConnection(page: Page): Promise<void> {
  await openSettings(page, 'Connection');
  await expect(page.getByRole('heading', { level: 2, name: 'Connection' })).toBeVisible();
}

/** Whether customers get through, at what address, and what is in the way. */
export function reachPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Whether customers can reach you' });
}

/** The address that the panel shows. */
export async function shownAddress(page: Page): Promise<string> {
  return (await reachPanel(page).getByRole('code').textContent()) ?? '';
}

/** Looks at a way or a kind of tunnel, without putting it to use. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).click();
}

/** Fills a field that is saved as one leaves it. */
export async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(text);
  await field.press('Enter');
  await expect(page.getByText(`Saved: ${name}`)).toBeVisible();
}
