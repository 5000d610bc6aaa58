import { expect, test as base, type Frame, type Locator, type Page } from '@playwright/test';
import { startFakeEngine, type FakeEngine } from './fake-engine.ts';
import { startShop } from './shop.ts';

type Shop = Awaited<ReturnType<typeof startShop>>;

/** A shop's page with the window of an engine on another origin. */
export const test = base.extend<{ readonly engine: FakeEngine; readonly shop: Shop }>({
  engine: async ({}, use) => {
    const engine = await startFakeEngine();
    await use(engine);
    await engine.close();
  },
  shop: async ({ engine }, use) => {
    const shop = await startShop(engine.address);
    await use(shop);
    await shop.close();
  },
});

export { expect } from '@playwright/test';

/** The parts of the window that people use. */
export function chatIn(page: Page | Frame) {
  const dialog = page.getByRole('dialog', { name: 'Bella Lamps' });
  return {
    button: page.getByRole('button', { name: /^Chat with us/ }),
    dialog,
    field: dialog.getByRole('textbox', { name: 'Message' }),
    log: dialog.getByRole('log'),
  };
}

/** Below the newest message of the visitor when the engine has it. */
export const SENT = /\bSent$/;

/** Opens the shop's page and the window on it. */
export async function openChat(page: Page, address: string): Promise<ReturnType<typeof chatIn>> {
  await page.goto(address);
  const chat = chatIn(page);
  await chat.button.click();
  await chat.field.waitFor();
  return chat;
}

/** Writes a message and sends it by the keyboard. */
export async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

/** Opens the shop's page and the window, and writes there; resolves when the engine has it. */
export async function beginChat(page: Page, address: string, text: string): Promise<ReturnType<typeof chatIn>> {
  const chat = await openChat(page, address);
  await write(chat.field, text);
  await expect(chat.log.getByText(SENT)).toBeVisible();
  return chat;
}
