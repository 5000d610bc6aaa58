import { stillWindow } from '../e2e/axe.ts';
import { chatIn, expect, openChat, SENT, test, write } from './fixtures.ts';

test.describe('zoomed to 200 %', () => {
  // As a browser does it: half as many pixels to lay out.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('everything of the window is on the screen', async ({ page, shop }) => {
    const { dialog, field } = await openChat(page, shop.address);
    for (const part of [field, dialog.getByRole('button', { name: 'Close' }), dialog.getByRole('log')])
      await expect(part).toBeInViewport({ ratio: 0.99 });
  });
});

test.describe('in a narrow and low window', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('nothing has to be scrolled sideways, and the field can be reached', async ({ page, shop }) => {
    const { field, log } = await openChat(page, shop.address);
    await write(field, `long ${'word'.repeat(100)}`);
    await expect(log.getByText(SENT)).toBeAttached();
    await expect(field).toBeInViewport();
    expect(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test.describe('in forced colours', () => {
  test.use({ ...stillWindow('dark'), contextOptions: { forcedColors: 'active' } });

  test('messages and controls have borders', async ({ page, shop }) => {
    const { dialog, field, log } = await openChat(page, shop.address);
    await write(field, 'Hello');
    await expect(log.getByText(SENT)).toBeVisible();
    for (const part of [log.locator('.bubble').first(), dialog])
      await expect(part).toHaveCSS('border-top-style', 'solid');
  });
});

for (const theme of ['light', 'dark'] as const)
  test.describe(`in ${theme}`, () => {
    test.use(stillWindow(theme));

    test('is not deformed by the styles of the page', async ({ page, shop }) => {
      await page.goto(shop.address);
      const { button, dialog, field } = chatIn(page);
      await expect(button).toHaveCSS('letter-spacing', 'normal');
      expect(await button.boundingBox()).toMatchObject({ width: 56, height: 56, x: 1280 - 76, y: 800 - 76 });
      await button.click();
      await field.waitFor();
      expect(await dialog.boundingBox()).toEqual({ x: 1280 - 404, y: 140, width: 384, height: 640 });
      await expect(dialog).toHaveCSS('font-size', '15px');
      await expect(dialog).toHaveCSS('background-color', theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(28, 28, 32)');
    });
  });
