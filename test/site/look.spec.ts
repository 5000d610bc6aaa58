import type { Locator, Page } from '@playwright/test';
import { withoutMotion } from '../e2e/axe.ts';
import { beginChat, chatIn, expect, openChat, SENT, test, write } from './fixtures.ts';

/** How a font is hinted differs from machine to machine. */
const TOLERANCE = { maxDiffPixelRatio: 0.02 };

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

  test('nothing has to be scrolled sideways, and the field, what is asked first, emoji and the menu can be reached', async ({
    page,
    engine,
    shop,
  }) => {
    engine.behaviour.status = { ask: { name: 'optional', email: 'optional', phone: 'optional' } };
    const { dialog, field, log } = await openChat(page, shop.address);
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    for (const name of ['Name', 'Phone']) {
      const asked = dialog.getByRole('textbox', { name });
      await asked.focus();
      await expect(asked).toBeInViewport({ ratio: 1 });
    }
    await dialog.getByRole('button', { name: 'Emoji' }).press('Enter');
    await expect(dialog.getByRole('button', { name: '😀' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'More' }).press('Enter');
    await expect(dialog.getByRole('menuitemcheckbox', { name: 'Sound' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await write(field, `long ${'word'.repeat(100)}`);
    await expect(log.getByText(SENT)).toBeAttached();
    await expect(field).toBeInViewport();
    expect(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test.describe('in forced colours', () => {
  test.use({ ...withoutMotion('dark'), contextOptions: { forcedColors: 'active' } });

  test('messages and controls have borders; one sees where one writes, and that somebody else does', async ({
    page,
    engine,
    shop,
  }) => {
    const { dialog, field, log } = await openChat(page, shop.address);
    await expect(field).toBeFocused();
    await expect(dialog.locator('.box')).toHaveCSS('outline-style', 'solid');
    await engine.toAll({ kind: 'typing', on: true, name: 'Olga' });
    const dot = log.locator('.typing i').first();
    await expect(dialog).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await expect(dot).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await write(field, 'Hello');
    await expect(log.getByText(SENT)).toBeVisible();
    for (const part of [log.locator('.bubble').first(), dialog])
      await expect(part).toHaveCSS('border-top-style', 'solid');
  });
});

test.describe('with reduced motion', () => {
  test.use(withoutMotion('light'));

  test('nothing moves', async ({ page, engine, shop }) => {
    engine.behaviour.status = { invitation: { text: 'Can we help?', seconds: 1, pages: [] } };
    await page.goto(shop.address);
    const { button, dialog, log } = chatIn(page);
    await expect(page.locator('.card')).toHaveCSS('animation-name', 'none');
    await expect(button).toHaveCSS('transition-property', 'none');
    await button.click();
    await expect(dialog).toHaveCSS('animation-name', 'none');
    await engine.toAll({ kind: 'typing', on: true, name: 'Olga' });
    await expect(log.locator('.typing i').first()).toHaveCSS('animation-name', 'none');
  });
});

test('in a language from right to left the window is mirrored, and stays on its side', async ({
  page,
  engine,
  shop,
}) => {
  engine.behaviour.status = { language: 'en-XB' };
  const { dialog, log } = await beginChat(page, shop.address, 'Hello');
  engine.say('Good morning');
  const leftOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? Number.NaN;
  const middle = 1280 - 404 + 384 / 2;
  expect(await leftOf(dialog)).toBe(1280 - 404);
  expect(await leftOf(dialog.getByRole('button', { name: 'Close' }))).toBeLessThan(middle);
  expect(await leftOf(log.locator('.visitor .bubble'))).toBeLessThan(1280 - 404 + 40);
  expect(await leftOf(dialog.getByRole('button', { name: 'Attach a file' }))).toBeGreaterThan(middle);
  await expect(log.locator('.operator .bubble p')).toHaveAttribute('dir', 'auto');
});

/** The reference screenshots were made on Linux; fonts are rendered differently elsewhere. */
const COMPARES = process.platform === 'linux';

/** A font that is the same on every machine, in the page's window. */
async function setFont(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const { shadowRoot } = [...document.querySelectorAll('html > div')].find((each) => each.shadowRoot);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.window, .corner, .window .text, .window input, .window .field textarea { font-family: Inter !important }');
    shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
    return document.fonts.load('500 15px Inter').then(() => document.fonts.load('400 15px Inter'));
  })()`);
}

for (const theme of ['light', 'dark'] as const)
  for (const size of ['desktop', 'phone'] as const)
    test.describe(`in ${theme} on a ${size}`, () => {
      test.skip(!COMPARES, 'screenshots are compared on Linux');
      test.use({
        ...withoutMotion(theme),
        ...(size === 'phone' && { viewport: { width: 390, height: 844 }, hasTouch: true }),
      });

      test('button and window match their screenshots', { tag: '@thorough' }, async ({ page, engine, shop }) => {
        await page.clock.setFixedTime(new Date('2026-11-04T12:00:00Z'));
        engine.behaviour.now = new Date('2026-11-04T12:01:00Z').getTime();
        engine.behaviour.status = { button: { name: 'Ask us', isShown: true, close: 'Close' } };
        await page.goto(shop.address);
        const button = page.getByRole('button', { name: 'Ask us' });
        await button.waitFor();
        await setFont(page);
        await expect(page).toHaveScreenshot(`button-${size}-${theme}.png`, TOLERANCE);
        await button.click();
        const { field, log } = chatIn(page);
        await setFont(page);
        await write(field, 'Hello, is the oak lamp in stock?');
        await expect(log.getByText(SENT)).toBeVisible();
        engine.behaviour.state = { chat: 'operator', staffed: true, assignee: { name: 'Olga' } };
        await engine.toAll({ kind: 'state', state: engine.behaviour.state });
        engine.say('Yes, two of them.');
        engine.post({
          from: 'operator',
          name: 'Olga',
          type: 'document',
          file: { url: '/files/d', name: 'Care instructions.pdf', size: 1_400_000 },
        });
        engine.say('Is there anything else?', {
          from: 'bot',
          name: 'Lumi',
          buttons: [{ text: 'Delivery' }, { text: 'No, thank you' }],
        });
        engine.post({ from: 'channel', type: 'text', rating: { open: true, rate: 4 } });
        await expect(log.getByText('Thank you for your rating')).toBeVisible();
        await expect(page).toHaveScreenshot(`window-${size}-${theme}.png`, TOLERANCE);
      });
    });
