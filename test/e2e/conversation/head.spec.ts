import type { Page } from '@playwright/test';
import { LANGUAGES } from '#shared/locales/languages.ts';
import { expectAccessible } from '../axe.ts';
import { composer, fromMenu, openChat } from '../conversation.ts';
import { expect, test, type Shop } from '../fixtures.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const EMAIL = 'maximiliane-charlotte.von-hohenlohe-langenburg@kanzlei-schillingsfuerst.example';
const LONG = 'Maximiliane Charlotte von Hohenlohe-Langenburg und zu Schillingsfürst';

const write = (shop: Shop, name: string, more: object = {}) =>
  shop.channel.post({ sender: { id: name, name, ...more }, message: { type: 'text', text: 'Hello' } });

/** Everything in the open chat's header with truncated text or outside its edge. */
const cut = (page: Page): Promise<readonly string[]> =>
  page
    .locator('section:has([role="log"]) > header')
    .evaluate((head) =>
      [head, ...head.querySelectorAll('*')]
        .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth)
        .map((each) => `${each.tagName} ${each.textContent}`),
    );

test(
  'in no language a word in the head of a waiting chat is cut at 1280, with the card beside it',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await write(shop, 'Anna Lindqvist');
    const page = await openConsole();
    await page.getByRole('option').filter({ hasText: 'Anna' }).click();
    for (const { code } of LANGUAGES)
      await test.step(code, async () => {
        await page.evaluate(`localStorage.setItem('counterbell.language', ${JSON.stringify(code)})`);
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.reload();
        await expect(page.getByRole('log')).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expect(page.getByRole('heading', { level: 1, name: 'Anna Lindqvist' })).toBeVisible();
        await expect.poll(() => cut(page)).toEqual([]);
        // The hint under the field is either complete or hidden.
        const hint = page.locator('form:has([data-composer]) p:has(> span)');
        await expect.poll(() => hint.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
        for (const width of [1024, 760]) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => cut(page)).toEqual([]);
        }
      });
  },
);

test(
  'rare commands are in the header’s menu, with their keys; the card’s long email is cut, and copied whole; on a phone there is room for the name, and for closing',
  { tag: '@thorough' },
  async ({ shop, openConsole }) => {
    await write(shop, LONG, { email: EMAIL, phone: '+49 170 1234567' });
    const page = await openConsole();
    await openChat(page, LONG);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Snooze' })).toContainText('Alt');
    await expect(page.getByRole('menuitem', { name: 'Close' })).toHaveCount(0);
    // A menu is in no landmark, wherever it is in the document.
    await expectAccessible(page, 'the menu of the head', ['region']);
    await page.getByRole('menuitem', { name: 'Chat tags' }).click();
    await expect(page.getByRole('combobox', { name: 'Add a tag' }).last()).toBeFocused();
    await page.keyboard.type('fair');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await fromMenu(page, 'Snooze');
    await expect(page.getByRole('dialog', { name: 'Snooze' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await composer(page).focus();
    await page.keyboard.press('Alt+z');
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeFocused();

    const card = page.getByRole('group', { name: 'Contact details' });
    const email = card.getByRole('textbox', { name: 'Email' });
    await expect(email).toHaveValue(EMAIL);
    await expect(email).toHaveCSS('text-overflow', 'ellipsis');
    await expect(email).toHaveAttribute('title', EMAIL);
    for (const [field, value] of [
      ['Email', EMAIL],
      ['Phone', '+49 170 1234567'],
    ] as const) {
      const copy = card.getByRole('button', { name: `Copy: ${field}` });
      const [button, around] = [await copy.boundingBox(), await card.boundingBox()];
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
      await copy.click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
    }

    const name = page.getByRole('heading', { level: 1, name: LONG });
    await expect(name.getByText(LONG)).toHaveCSS('text-overflow', 'ellipsis');
    await expect(name).toHaveAttribute('title', LONG);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(120);
    await page.getByRole('button', { name: 'Take', exact: true }).click();
    await expect(page.getByText('You took the chat')).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('You closed the chat')).toBeVisible();
  },
);
